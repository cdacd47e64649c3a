/** Input that no request leaves for: each row breaks one field of an input that is valid. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../support/engine';
import { errorKind, expectUntold } from '../support/expectations';
import { inLists } from '../support/inLists';
import { json } from '../support/jsonAnswers';
import { withInside } from '../support/registry';
import type { NodeRun } from '../support/runNode';
import { serviceForEachTest } from '../support/service';
import { smsboxAccess, smsboxNode } from '../support/smsbox';

const key = 'a-key-that-nobody-may-see';
const to = '33600123456';
const numbers = (count: number): string =>
	Array.from({ length: count }, (_, index) => 33_600_123_400 + index).join(',');

/** What is wrong, the values that make it so, and the field that the error names. */
type Row = [what: string, changes: INodeParameters, field: string];

/** A node, an operation of it, an input that is valid, and what breaks it. */
type Table = [
	node: NonNullable<NodeRun['node']>,
	operation: `${string}.${string}`,
	valid: INodeParameters,
	rows: Row[],
];

const accepted = {
	response: { response_code: '200', response_desc: 'OK' },
	data: { results: [{ recipient: `+${to}`, state: 'ACCEPTED' }] },
	reference: '123456789012',
};
const waba = { wabaId: '100100100100100', phoneId: '200200200200200' };
const rcs = { agentId: 'smsbox-demo-agent' };
const link = 'https://example.com/a.jpg';
const suggest = (own: INodeParameters) => ({ suggestion: [{ text: 'Yes', postbackData: 'x', ...own }] });
const longSuggestion = suggest({ type: 'reply', text: 'x'.repeat(26) });
const tables: Table[] = [
	[
		'smsboxSms',
		'message.send',
		{ to, text: 'Bonjour', category: 'alert' },
		[
			['no text', { text: '   ' }, 'text'],
			['no number', { to: ' , ' }, 'to'],
			['an impossible number', { to: `${to},12AB` }, 'to'],
			['an alert to 51 recipients', { to: numbers(51) }, 'category'],
			['a long sender ID', { senderId: { __rl: true, mode: 'name', value: 'ABCDEFGHIJKL' } }, 'senderId'],
			['a time over two years ahead', inLists({ scheduleAt: '2026-10-16T10:00:00' }), 'scheduleAt'],
			['a time that nobody can read', inLists({ scheduleAt: 'next week' }), 'scheduleAt'],
			['a list with a word', { to: `={{ ['${to}', { to: '33600123457' }, 'call me'] }}` }, 'to'],
			['a list with an entry without a number', { to: `={{ ['${to}', { phone: 'x' }] }}` }, 'to'],
			['half a JSON list', { to: '[{' }, 'to'],
			['an empty JSON list', { to: '[]' }, 'to'],
			['ten variables', { text: 'Hi %1%', to: JSON.stringify([{ to, variables: [...'0123456789'] }]) }, 'to'],
			[
				'a variable of a list from a field that the item does not have',
				{ text: 'Hi %1%', to: `={{ [{ to: '${to}', variables: [$json.name] }] }}` },
				'to',
			],
			['no category', { category: "={{ '' }}" }, 'category'],
			[
				'a missing variable',
				{ text: '%2%', contentOptions: { variables: { variable: [{ value: 'a' }] } } },
				'variables',
			],
			['a sending window without days and hours', inLists({ sendingWindow: {} }), 'sendingWindow'],
			['a night', inLists({ sendingWindow: { hours: { firstHour: 20, lastHour: 8 } } }), 'lastHour'],
			['unnamed callback data', inLists({ callbackData: { entry: [{ name: '', value: '1' }] } }), 'name'],
		],
	],
	[
		'smsboxWaba',
		'message.sendText',
		{ ...waba, to, text: 'Hello' },
		[
			['no WABA ID', { wabaId: ' ' }, 'wabaId'],
			['no phone number ID', { phoneId: ' ' }, 'phoneId'],
			['no number', { to: ' , ' }, 'to'],
			['no text', { text: '  ' }, 'text'],
		],
	],
	[
		'smsboxWaba',
		'message.sendButtons',
		{
			...waba,
			to,
			headerText: 'Your order',
			body: 'Which?',
			buttons: { button: [{ id: 'a', title: 'A' }] },
		},
		[
			['an empty button', { buttons: { button: [{ id: 'a', title: ' ' }] } }, 'buttons'],
			['a footer of 61 characters', { footer: 'a'.repeat(61) }, 'footer'],
			['an empty text header', { headerText: ' ' }, 'header'],
			['half a JSON', { specifyContent: 'json', interactive: '{' }, 'interactive'],
			[
				'JSON of another type',
				{ specifyContent: 'json', interactive: '{"type": "list", "body": {"text": "Which?"}, "action": {}}' },
				'interactive',
			],
		],
	],
	[
		'smsboxWaba',
		'message.sendList',
		{
			...waba,
			to,
			body: 'Which?',
			button: 'Choose',
			sections: { section: [{ rows: { row: [{ id: 'a', title: 'A' }] } }] },
		},
		[['a section without rows', { sections: { section: [{ rows: {} }] } }, 'sections']],
	],
	[
		'smsboxWaba',
		'message.sendLocation',
		{ ...waba, to, latitude: 48, longitude: 2 },
		[['a latitude that does not exist', { latitude: 91 }, 'latitude']],
	],
	[
		'smsboxWaba',
		'message.sendReaction',
		{ ...waba, to, messageId: 'wamid.HBgLMzM2MDAxMjM0NTY', emoji: '' },
		[
			['a word as the emoji', { emoji: 'ok!' }, 'emoji'],
			['a field that no item has', { emoji: '={{ $json.emojy }}' }, 'emoji'],
			['an expression without a value', { emoji: '={{ undefined }}' }, 'emoji'],
		],
	],
	[
		'smsboxWaba',
		'message.sendImage',
		{ ...waba, to, fileUrl: 'https://example.com/a.jpg' },
		[['a link that is neither http nor https', { fileUrl: 'ftp://example.com/a.jpg' }, 'fileUrl']],
	],
	[
		'smsboxWaba',
		'message.markAsRead',
		{ ...waba, messageId: 'wamid.HBgLMzM2MDAxMjM0NTY' },
		[['no message ID', { messageId: ' ' }, 'messageId']],
	],
	[
		'smsboxRcs',
		'message.send',
		{ ...rcs, to, text: 'Hello' },
		[
			['no agent ID', { agentId: ' ' }, 'agentId'],
			['no number', { to: ' , ' }, 'to'],
			['variables, as for SMS', { to: `[{"to":"${to}"},{"to":"33600123457","variables":["Jean"]}]` }, 'to'],
			['no text', { text: ' ' }, 'text'],
			['JSON without content', { specifyContent: 'json', contentMessage: '[]' }, 'contentMessage'],
			['half a JSON', { specifyContent: 'json', contentMessage: '{"text":' }, 'contentMessage'],
			['a link without a scheme', { messageType: 'file', fileUrl: 'example.com/invoice.pdf' }, 'fileUrl'],
			['a suggestion of 26 characters', { suggestions: longSuggestion }, 'suggestions'],
			['an action that nobody knows', { suggestions: suggest({ type: 'dance' }) }, 'type'],
			[
				'a calendar event without an end',
				{ suggestions: suggest({ type: 'createCalendarEvent', title: 'T', start: '2026-12-24T18:00:00Z' }) },
				'end',
			],
			['a carousel of one card', { messageType: 'carousel', cards: { card: [{ title: 'One' }] } }, 'cards'],
			['a validity of eight days', inLists({ validityPeriod: 11_520 }), 'validityPeriod'],
		],
	],
	[
		'smsboxRcs',
		'message.send',
		{ ...rcs, to, messageType: 'card', orientation: 'vertical', title: 'Shoes' },
		[
			['a card with nothing on it', { title: '' }, 'title'],
			['a description of 2,001 characters', { description: 'x'.repeat(2_001) }, 'description'],
			['media that is nowhere', { mediaUrl: 'a.jpg' }, 'mediaUrl'],
			['a height that does not exist', { mediaUrl: link, mediaHeight: '={{ "huge" }}' }, 'mediaHeight'],
			['a thumbnail that is nowhere', { mediaUrl: link, mediaThumbnailUrl: 'b.jpg' }, 'mediaThumbnailUrl'],
			['a suggestion of 26 characters on it', { cardSuggestions: longSuggestion }, 'cardSuggestions'],
			['a suggestion of 26 characters below it', { suggestions: longSuggestion }, 'suggestions'],
		],
	],
	[
		'smsboxRcs',
		'message.revoke',
		{ ...rcs, to, reference: '123456789012' },
		[['no reference', { reference: ' ' }, 'reference']],
	],
	[
		'smsboxRcs',
		'event.send',
		{ ...rcs, to, event: 'READ' },
		[['two recipients', { to: `${to}, 33600123457` }, 'to']],
	],
	['smsboxRcs', 'capability.check', { ...rcs, to }, [['no number', { to: ' , ' }, 'to']]],
	['smsboxRcs', 'tester.add', { ...rcs, to }, [['eleven recipients', { to: numbers(11) }, 'to']]],
	['smsboxWaba', 'file.download', { ...waba, fileId: '1031' }, [['no file ID', { fileId: ' ' }, 'fileId']]],
];

const server = serviceForEachTest();

/** Runs an operation. */
async function run(node: Table[0], title: Table[1], input: INodeParameters): Promise<RunResult> {
	if (node !== 'smsboxSms') server.react = () => json(accepted);
	server.freeze('2024-07-25T10:00:00Z');
	const [resource = '', operation = ''] = title.split('.');
	const parameters = { ...input, resource, operation };
	return await server.run({ node, parameters, ...smsboxAccess(server.url, { apiKey: key }) });
}

/** What the editor calls the field of this name. */
const labelsOf = (node: string, field: string): string[] =>
	smsboxNode(node)
		.description.properties.flatMap(withInside)
		.filter(({ name }) => name === field)
		.map(({ displayName }) => displayName);

/** Texts and numbers of an input: what no error may hold. */
const secretsOf = ({ text, body, code, to: recipients }: INodeParameters): string[] =>
	[text, body, code, recipients].flatMap((value) =>
		typeof value === 'string' && value.trim().length > 4 ? value.split(',').filter(Boolean) : [],
	);

describe.each(tables)('%s: %s', (node, title, valid, rows) => {
	it('sends the input that the rows change', async () => {
		await run(node, title, valid);
		expect(server.requests).toHaveLength(1);
	});

	it.each(rows)('rejects %s', async (_what, changes, field) => {
		const input = { ...valid, ...changes };
		const result = await run(node, title, input);
		expect(result.status).toBe('error');
		expect([errorKind(result), server.requests]).toEqual([{ kind: 'invalidInput' }, []]);
		expect(labelsOf(node, field)).toContain(result.error?.message.split(':')[0]);
		expectUntold(result, [key, ...secretsOf(input)]);
	});
});
