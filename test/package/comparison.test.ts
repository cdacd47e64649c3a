import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { requireAsN8n } from '../support/internals';
import { read } from '../support/repository';
import { packageNodes } from '../support/smsbox';

/** The claims about n8n's own nodes, checked in the n8n of the playground. */

const n8n = requireAsN8n();
const folder = path.dirname(n8n.resolve('n8n-nodes-base/package.json'));
const node = z.object({
	name: z.string(),
	displayName: z.string(),
	description: z.string(),
	polling: z.boolean().optional(),
	properties: z.array(z.unknown()),
	codex: z.object({ alias: z.array(z.string()).optional() }).optional(),
});
type Type = z.infer<typeof node>;
const types = z.array(node).parse(n8n(path.join(folder, 'dist/types/nodes.json')));
const own = packageNodes.map(({ description }) => node.parse(description));

const wordsOf = ({ name, displayName, description, polling, properties, codex }: Type): string =>
	JSON.stringify([name, displayName, description, { polling }, properties, codex?.alias]);

const page = read('docs/comparison.md');

/** The columns of the table, each with the nodes and triggers of the service. */
const columns: Readonly<Record<string, readonly Type[]>> = Object.fromEntries(
	[
		['WhatsApp Business Cloud', /^whatsApp/],
		['SMS nodes', /^(?:twilio|vonage|messageBird|mocean|msg91|plivo|sms77)/],
		['Telegram', /^telegram/],
		['Slack', /^slack/],
	].map(([title, name]) => [title, types.filter((type) => new RegExp(name ?? '').test(type.name))]),
);

/** What proves a row: names, values or actions in n8n's nodes, and in the nodes of SMSBOX. */
const rows: readonly (readonly [row: string, theirs: RegExp, ours: RegExp | null])[] = [
	['RCS', /\brcs\b/i, /"smsboxRcs"/],
	[
		'One tap in the chat continues the waiting workflow',
		/"name":"(?:chatApproval|captureResponder)"/,
		/"name":"Buttons in the Chat"/,
	],
	['Delivery status without a public URL', /"polling":true/, /"polling":true/],
	['Dry run', /dry.?run/i, /"name":"dryRun"/],
	['Deduplication key', /deduplication.?key|idempoten/i, /"name":"deduplicationKey"/],
	['Only chosen people can approve', /"name":"approver(?:s|Ids)"/, null],
	['Upload of media files', /"name":"(?:media|binary)PropertyName"/, null],
	['Captions of media', /"name":"(?:mediaCaption|caption|initialComment)"/, null],
	['Templates with a header, such as an image', /"name":"headerParameters"/, null],
	['Editing a sent message', /"action":"(?:Edit a text|Update a) message"/, null],
	['Deleting a sent message', /"action":"Delete a (?:chat )?message"/, /"action":"Revoke /],
	['Broadcasts to a channel that people join', /@channelusername|"name":"channelId"/, null],
	['Voice calls', /"value":"(?:make|voice)"/, /"name":"textToSpeech"/],
];

const has = (nodes: readonly Type[], word: RegExp | null): string =>
	word !== null && nodes.some((type) => word.test(wordsOf(type))) ? 'yes' : 'no';

/** The cells of a row of the table, each as "yes" or "no". */
const cellsOf = (row: string): string[] => {
	const line = page.split('\n').find((text) => text.startsWith(`| ${row} |`)) ?? '';
	return line
		.split('|')
		.slice(2, -1)
		.map((cell) => cell.trim().replace(/:.*/, ''));
};

/** The nodes that mention SMS, WhatsApp or RCS, and those of the table. */
const messaging = types.filter(
	(type) => /\b(sms|rcs|whatsapp)\b/i.test(wordsOf(type)) || Object.values(columns).flat().includes(type),
);
const withWord = (word: RegExp): string[] =>
	messaging.filter((type) => word.test(wordsOf(type))).map(({ name }) => name);

describe("the comparison with n8n's own nodes", () => {
	it('has a column for each service, with its nodes', () => {
		const [, titles = ''] = /^\|( +\|.*)\|$/m.exec(page) ?? [];
		expect(titles.split('|').map((title) => title.trim())).toEqual(['', 'SMSBOX', ...Object.keys(columns)]);
		expect(Object.values(columns).map((nodes) => nodes.length > 0)).toEqual([true, true, true, true]);
		const [, list = ''] = /^The SMS nodes are (.+)\.$/m.exec(page) ?? [];
		const named = list.split(/, | and /);
		const smsNodes = (columns['SMS nodes'] ?? []).map(({ displayName }) => displayName);
		expect(smsNodes.filter((name) => !/ Trigger$/.test(name)).sort()).toEqual(named.sort());
	});

	it.each(rows)('is right about %s', (row, theirs, ours) => {
		expect(cellsOf(row)).toEqual([
			has(own, ours),
			...Object.values(columns).map((nodes) => has(nodes, theirs)),
		]);
	});

	it('has a proof for each row', () => {
		const titles = [...page.matchAll(/^\| ([^|\s-][^|]*?) +\|/gm)].map(([, title]) => title);
		expect(titles).toEqual(rows.map(([row]) => row));
	});

	it('names the version of n8n, as the README does', () => {
		const { version } = z.object({ version: z.string() }).parse(n8n('n8n/package.json'));
		expect(page).toContain(`n8n ${version}`);
		expect(read('README.md')).toContain(`in n8n ${version}`);
	});
});

describe("n8n's messaging nodes, also those without a column", () => {
	it.each([
		['RCS', /\brcs\b/i],
		['a dry run', /dry.?run/i],
		['a deduplication key', /deduplication.?key|idempoten/i],
		['polling', /"polling":true/],
	])('have no word for %s', (_, word) => {
		expect(messaging.length).toBeGreaterThan(20);
		expect(withWord(word)).toEqual([]);
	});

	it('ask by WhatsApp with links in a text', () => {
		const code = readFileSync(path.join(folder, 'dist/nodes/WhatsApp/GenericFunctions.js'), 'utf8');
		const [, message = ''] = code.split('const createMessage = ');
		expect(message).toContain('option.url');
		expect(message).toContain("type: 'text'");
		expect(message).not.toContain('interactive');
	});
});
