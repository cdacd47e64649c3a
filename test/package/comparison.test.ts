import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { requireAsN8n } from '../support/internals';

/** The claims of the README about n8n's own nodes, checked in the n8n of the playground. */

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
const types = z.array(node).parse(n8n(path.join(folder, 'dist/types/nodes.json')));

const wordsOf = ({ displayName, description, properties, codex }: z.infer<typeof node>): string =>
	JSON.stringify([displayName, description, properties, codex?.alias]);

/** The nodes that mention SMS, WhatsApp or RCS, n8n's WhatsApp and Twilio among them. */
const messaging = types.filter((type) => /\b(sms|rcs|whatsapp)\b/i.test(wordsOf(type)));
const withWord = (word: RegExp): string[] =>
	messaging.filter((type) => word.test(wordsOf(type))).map(({ name }) => name);

describe("n8n's own messaging nodes", () => {
	it('are among the checked ones', () => {
		const names = messaging.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(['whatsApp', 'twilio', 'vonage', 'messageBird']));
	});

	it.each([
		['RCS', /\brcs\b/i],
		['a dry run', /dry.?run/i],
		['a deduplication key', /deduplication.?key|idempoten/i],
	])('have no word for %s', (_, word) => {
		expect(withWord(word)).toEqual([]);
	});

	it('poll no delivery status', () => {
		const polling = messaging.filter((type) => type.polling === true);
		expect(polling.map(({ name }) => name)).toEqual([]);
	});

	it('ask by WhatsApp with links in a text', () => {
		const code = readFileSync(path.join(folder, 'dist/nodes/WhatsApp/GenericFunctions.js'), 'utf8');
		const [, message = ''] = code.split('const createMessage = ');
		expect(message).toContain('option.url');
		expect(message).toContain("type: 'text'");
		expect(message).not.toContain('interactive');
	});

	it('are compared in the version that the README names', () => {
		const { version } = z.object({ version: z.string() }).parse(n8n('n8n/package.json'));
		const readme = readFileSync(path.resolve(__dirname, '../../README.md'), 'utf8');
		expect(readme).toContain(`in n8n ${version}`);
	});
});
