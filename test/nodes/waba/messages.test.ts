import type { INodeParameters } from 'n8n-workflow';
import { type ScriptedServer, serveScript } from '../../support/httpServer';
import { nodeName, outputOf } from '../../support/runNode';
import { acceptedAnswer, bodyOf } from '../../support/jsonAnswers';
import { agent, runWaba } from '../../support/runWaba';

let server: ScriptedServer;
beforeEach(async () => {
	server = await serveScript(() => acceptedAnswer(['33600123456']));
});
afterEach(async () => server.close());

const reply = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });
const buttons = (...rows: INodeParameters[]): INodeParameters => ({ button: rows });
const wamid = 'wamid.HBgLMzM2MDAxMjM0NTY';

/** Operation, its fields, and what must go out under `contentMessage`. */
const messageTypes: [string, INodeParameters, object][] = [
	[
		'sendText',
		{ text: 'Héllo 👋', previewUrl: true },
		{ type: 'text', text: { body: 'Héllo 👋', preview_url: true } },
	],
	[
		'sendReply',
		{ text: 'Yes', messageId: wamid },
		{ type: 'text', text: { body: 'Yes', preview_url: false }, context: { message_id: wamid } },
	],
	[
		'sendReaction',
		{ messageId: wamid, emoji: '👍' },
		{ type: 'reaction', reaction: { message_id: wamid, emoji: '👍' } },
	],
	[
		'sendReaction',
		{ messageId: wamid, emoji: '' },
		{ type: 'reaction', reaction: { message_id: wamid, emoji: '' } },
	],
	[
		'sendAudio',
		{ fileUrl: 'https://example.com/a.mp3' },
		{ type: 'audio', audio: { link: 'https://example.com/a.mp3' } },
	],
	[
		'sendImage',
		{ fileUrl: 'https://example.com/a.jpg' },
		{ type: 'image', image: { link: 'https://example.com/a.jpg' } },
	],
	[
		'sendVideo',
		{ fileUrl: 'http://example.com/a.mp4' },
		{ type: 'video', video: { link: 'http://example.com/a.mp4' } },
	],
	[
		'sendDocument',
		{ fileUrl: 'https://example.com/a.pdf', fileName: 'invoice.pdf' },
		{ type: 'document', document: { link: 'https://example.com/a.pdf', filename: 'invoice.pdf' } },
	],
	[
		'sendLocation',
		{ latitude: 48.8584, longitude: 2.2945, name: 'Tower', address: 'Paris' },
		{ type: 'location', location: { longitude: 2.2945, latitude: 48.8584, name: 'Tower', address: 'Paris' } },
	],
	[
		'sendButtons',
		{
			header: 'text',
			headerText: 'Order 42',
			body: 'What next?',
			footer: 'Thanks',
			buttons: buttons({ id: 'track', title: 'Track' }, { id: 'help', title: 'Help' }),
		},
		{
			type: 'interactive',
			interactive: {
				type: 'button',
				header: { type: 'text', text: 'Order 42' },
				body: { text: 'What next?' },
				footer: { text: 'Thanks' },
				action: { buttons: [reply('track', 'Track'), reply('help', 'Help')] },
			},
		},
	],
	[
		'sendButtons',
		{
			header: 'document',
			headerFileUrl: 'https://example.com/a.pdf',
			headerFileName: 'a.pdf',
			body: 'Sign?',
			buttons: buttons({ id: 'yes', title: 'Yes' }),
		},
		{
			type: 'interactive',
			interactive: {
				type: 'button',
				header: { type: 'document', document: { link: 'https://example.com/a.pdf', filename: 'a.pdf' } },
				body: { text: 'Sign?' },
				action: { buttons: [reply('yes', 'Yes')] },
			},
		},
	],
	[
		'sendList',
		{
			body: 'Menu',
			button: 'Choose',
			sections: {
				section: [
					{ title: 'Shop', rows: { row: [{ id: 'a', title: 'Address', description: 'Where we are' }] } },
					{ title: 'Orders', rows: { row: [{ id: 'b', title: 'Track' }] } },
				],
			},
		},
		{
			type: 'interactive',
			interactive: {
				type: 'list',
				body: { text: 'Menu' },
				action: {
					button: 'Choose',
					sections: [
						{ title: 'Shop', rows: [{ id: 'a', title: 'Address', description: 'Where we are' }] },
						{ title: 'Orders', rows: [{ id: 'b', title: 'Track' }] },
					],
				},
			},
		},
	],
	[
		'sendButtons',
		{
			specifyContent: 'json',
			interactive: JSON.stringify({
				type: 'button',
				body: { text: 'What next?' },
				action: { buttons: [reply('a', 'A')], new_member: 1 },
			}),
		},
		{
			type: 'interactive',
			interactive: {
				type: 'button',
				body: { text: 'What next?' },
				action: { buttons: [reply('a', 'A')], new_member: 1 },
			},
		},
	],
	[
		'sendOtp',
		{ template: { __rl: true, mode: 'list', value: 'login_code/en_US' }, code: '4711' },
		{
			type: 'template',
			template: {
				name: 'login_code',
				language: { code: 'en_US' },
				components: [
					{ type: 'body', parameters: [{ type: 'text', text: '4711' }] },
					{ type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '4711' }] },
				],
			},
		},
	],
];

it.each(messageTypes)('%s sends its kind of message', async (operation, parameters, contentMessage) => {
	const result = await runWaba(server.url, { operation, ...parameters });
	expect(result.error).toBeUndefined();
	expect(server.requests[0]).toMatchObject({
		method: 'POST',
		path: `/waba/1.1/json/${agent.wabaId}/message/${agent.phoneId}`,
	});
	expect(bodyOf(server.requests[0])).toEqual({ recipients: ['+33600123456'], contentMessage });
	expect(outputOf(result)[0]).toMatchObject({ accepted: true, reference: '7001', rejected: [] });
});

/** Operation, its fields, the field that is named, and the rule. */
const wrong: [string, INodeParameters, RegExp][] = [
	['sendText', { text: 'x'.repeat(4097) }, /^Text: .*4,096/],
	['sendImage', { fileUrl: 'ftp://example.com/a.jpg' }, /^File URL: .*isn't an http or https URL/],
	['sendReaction', { messageId: wamid, emoji: 'ok!' }, /^Emoji: /],
	['sendReaction', { messageId: wamid, emoji: '={{ $json.emojy }}' }, /^Emoji: .*no field “emojy”/],
	['sendReaction', { messageId: wamid, emoji: '={{ undefined }}' }, /^Emoji: .*returned no value/],
	['sendLocation', { latitude: 0, longitude: 0 }, /^Latitude: .*both 0/],
	['sendLocation', { latitude: 91, longitude: 0 }, /^Latitude: .*90/],
	['sendButtons', { headerText: 'H', body: 'Q', buttons: {} }, /^Buttons: .*0.*minimum: 1/],
	[
		'sendButtons',
		{ headerText: '={{ $json.none ?? "" }}', body: 'Q', buttons: buttons({ id: 'a', title: 'A' }) },
		/^Header: The text of the header is empty/,
	],
	[
		'sendButtons',
		{
			headerText: 'H',
			body: 'Q',
			buttons: buttons({ id: 'a', title: 'A' }, { id: 'b', title: 'x'.repeat(21) }),
		},
		/button 2.*20/,
	],
	[
		'sendButtons',
		{ headerText: 'H', body: 'x'.repeat(1025), buttons: buttons({ id: 'a', title: 'A' }) },
		/^Text: .*1,024/,
	],
	[
		'sendList',
		{
			body: 'M',
			button: 'C',
			sections: { section: [{ title: 'S', rows: { row: [{ id: 'a', title: 'x'.repeat(25) }] } }] },
		},
		/section 1, row 1.*24/,
	],
	['sendOtp', { template: { __rl: true, mode: 'name', value: 'login_code' }, code: '1' }, /^Language: /],
	['sendText', { text: 'Hi', to: 'US.13491208655302741918' }, /user ID/i],
	['sendButtons', { specifyContent: 'json', interactive: '{' }, /isn't valid JSON/],
];

it.each(wrong)('%s: what is wrong is told before anything is sent', async (operation, parameters, rule) => {
	const result = await runWaba(server.url, { operation, ...parameters });
	expect(result.runData[nodeName]?.[0]?.error?.message).toMatch(rule);
	expect(server.requests).toHaveLength(0);
});
