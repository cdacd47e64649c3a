/** A value out of words and a field that is missing, empty or blank would be another value: another person, group or time. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { inLists } from '../../support/inLists';
import { agent, runRcs, runWaba } from '../../support/runChannels';
import { formOf, goOn, plain, sendParameters, sendToGroup } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();

const run = async (parameters: INodeParameters, item: object) =>
	await server.run({
		parameters: { ...sendParameters, ...parameters },
		items: [{ ...item }],
		timezone: 'Europe/Paris',
	});

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

const blanks = [
	['null', null],
	['a space', ' '],
	['a no-break space', '\u00a0'],
	['an empty list', []],
] as const;

describe.each([...blanks, ['a dash', '-'] as const])('%s', (_what, country) => {
	it('in place of a country code reaches nobody else', async () => {
		const result = await run(
			{ to: '=+{{ $json.country }}{{ $json.phone }}' },
			{ country, phone: '15112345678' },
		);
		expect([server.sentTo(), result.status]).toEqual([[], 'error']);
	});

	it('in the country code of Excluded Recipients forgets no one', async () => {
		const excludedRecipients = '=+{{ $json.country }}{{ $json.optedOut }}';
		const item = { country, optedOut: '15112345678' };
		await run({ to: '+4915112345678', ...inLists({ excludedRecipients }) }, item);
		expect(server.sentTo()).toEqual([]);
	});

	it('in the area of Allowed Recipients does not allow the whole country', async () => {
		const allowedRecipients = '=+33{{ $json.area }}*';
		await run({ to: '+33612345678', ...inLists({ allowedRecipients }) }, { area: country });
		expect(server.sentTo()).toEqual([]);
	});
});

describe.each([...blanks, ['an empty text', ''] as const])('%s', (_what, value) => {
	it.each([
		['in a key makes no key for everyone', { deduplicationKey: '={{ $json.value }}-shipped' }],
		['as the time of Send At does not mean midnight', { scheduleAt: '=2026-01-06 {{ $json.value }}' }],
	])('%s', async (_name, options) => {
		server.freeze('2026-01-05T10:00:00+01:00');
		const result = await run(inLists(options), { value });
		expect([server.requests, result.status]).toEqual([[], 'error']);
	});

	it('in the name of a group reaches and deletes no other group', async () => {
		server.groups = '1;Clients;4000\n2;Clients Paris;20';
		const name = '=Clients {{ $json.value }}';
		const parameters = { resource: 'group', operation: 'delete', group: locator('name', name) };
		await run(sendToGroup(name, 'name'), { value });
		await server.run({ parameters, items: [{ value: String(value ?? '') }] });
		expect(server.sends()).toEqual([]);
	});
});

it.each<[string, IDataObject]>([
	["=+{{ $json.country.replace('+', '') }}{{ $json.phone }}", { country: '' }],
	['=+{{ $json.country.trim() }}{{ $json.phone }}', { country: ' ' }],
	['=+{{ $json.country?.code }}{{ $json.phone }}', { country: null }],
	['=[{"to":"+{{ $json.country }}{{ $json.phone }}","variables":[]}]', { country: '' }],
	['=[{"to":"+{{ $json.country }}{{ $json.phone }}"}]', { country: null }],
	['=["+{{ $json.country }}{{ $json.phone }}"]', { country: '' }],
])('To %s reaches nobody else', async (to, item) => {
	const result = await run({ to }, { phone: '15112345678', ...item });
	expect([server.sentTo(), result.status]).toEqual([[], 'error']);
});

it.each([
	'={{ $json.plus ? "+" : "" }}{{ $json.phone }}',
	'={{ $json.plus ?? "" }}{{ $json.phone }}',
	"={{ $json.phone.startsWith('+') ? '' : '+33' }}{{ $json.phone }}",
	"={{ $json.plus && '+' }}{{ $json.phone }}",
	"={{ $if($json.plus, '+', '') }}{{ $json.phone }}",
	'=[{"to":"{{ $json.phone }}","variables":["{{ $json.plus }}"]}]',
])('To %s may be empty where its author says so, and a variable', async (to) => {
	await run({ to, category: 'nonMarketingGroup' }, { phone: '+4915112345678', plus: null });
	expect(server.sentTo()).toEqual([expect.stringContaining('4915112345678')]);
});

const contains = (word: string): string =>
	`The field “id” contains “${word}”: a value is missing or invalid.`;

it.each<[string, unknown, string]>([
	['=order-{{ $json.id }}', '-', 'The field “id” has no letter or digit.'],
	['=order-{{ $json.id }}', 'N/A', contains('N/A')],
	['=order-{{ $json.id }}', 'None', contains('None')],
	['=order-{{ $json.id }}', ' #VALEUR! ', contains('#VALEUR!')],
	['=order-{{ $json.id.trim() }}', ' ', 'An expression in it returned no value.'],
	['=order-{{ $json.id?.number }}', null, 'An expression in it returned no value.'],
])('the key %s with %j is none for everyone', async (deduplicationKey, id, problem) => {
	const { error } = await run(inLists({ deduplicationKey }), { id });
	expect(server.requests).toEqual([]);
	expect(error?.message).toBe(`Deduplication Key: ${problem}`);
});

it.each(['#SOLDES', '#A1', '#BlackFriday', 'Nan', 'NONE', '#'])(
	'%s tells messages apart in a key, but for a sign alone',
	async (campaign) => {
		const deduplicationKey = '={{ $json.campaign }}-{{ $json.id }}';
		const { error } = await run(inLists({ deduplicationKey }), { campaign, id: 7 });
		expect(error?.message).toBe(
			campaign === '#' ? 'Deduplication Key: The field “campaign” has no letter or digit.' : undefined,
		);
		expect(server.requests).toHaveLength(campaign === '#' ? 0 : 1);
	},
);

it.each([[[]], ['\u00a0']])('the value %j in a text is noted as a gap', async (name) => {
	const result = await run({ text: '=Bonjour {{ $json.name }}, merci' }, { name });
	expect(server.requests).toHaveLength(1);
	expect(JSON.stringify(result.hints)).toContain('this field was empty: name.');
});

const waba = { operation: 'sendText', text: 'Hi' };
const template = (value: string) => ({
	...{ operation: 'sendTemplate', template: locator('name', value), language: 'fr' },
	...{ specifyContent: 'fields', variables: {} },
});

it.each<[string, INodeParameters, IDataObject]>([
	['to another person', { ...waba, to: '=+{{ $json.country }}15112345678' }, { country: ' ' }],
	['from another phone number', { ...waba, phoneId: '=10654035224{{ $json.end }}' }, {}],
	['out of another template', template('=order{{ $json.state }}'), { state: '' }],
	['in another language', { ...template('order'), language: '=fr{{ $json.region }}' }, {}],
	['as a reply to nothing', { ...waba, operation: 'sendReply', messageId: '=wamid.{{ $json.id }}' }, {}],
])('no WhatsApp message leaves %s', async (_what, parameters, item) => {
	const result = await runWaba(server.url, parameters, { items: [item] });
	expect([server.requests, result.status]).toEqual([[], 'error']);
});

it.each<[string, INodeParameters, IDataObject]>([
	['with another sender', { senderId: locator('id', '=Shop{{ $json.nr }}') }, { nr: '' }],
	['at night', inLists({ sendingWindow: { hours: { firstHour: '=1{{ $json.nr }}', lastHour: 18 } } }), {}],
])('no SMS leaves %s', async (_what, parameters, item) => {
	const result = await run(parameters, item);
	expect([server.requests, result.status]).toEqual([[], 'error']);
});

const transfer = { resource: 'credit', operation: 'transfer', direction: 'toSubAccount', amount: 100 };
const subAccount = { resource: 'subAccount', operation: 'create', useMainBalance: true, username: 'shop' };
const group = { resource: 'group', operation: 'create', numbers: '+33600000001' };
const scheduled = { resource: 'scheduledMessage', operation: 'delete' };

it.each<[string, INodeParameters, ('smsboxSms' | 'smsboxAccount')?]>([
	['credits to another sub-account', { ...transfer, subAccount: '=shop{{ $json.nr }}' }, 'smsboxAccount'],
	['fewer credits', { ...transfer, subAccount: 'shop', amount: '=1{{ $json.nr }}' }, 'smsboxAccount'],
	['a short password', { ...subAccount, password: '=pw{{ $json.nr }}' }, 'smsboxAccount'],
	['the password of a missing value', { ...subAccount, password: "={{ 'pw' + $json.nr }}" }, 'smsboxAccount'],
	['another scheduled message', { ...scheduled, reference: '=12{{ $json.nr }}' }],
	[
		'half a name',
		{ ...group, operation: 'update', group: locator('id', '2'), name: '=Clients {{ $json.nr }}' },
	],
	['the name of a missing value', { ...group, name: "={{ 'Clients ' + $json.nr }}" }],
])('nothing is changed with %s', async (_what, parameters, node = 'smsboxSms') => {
	server.react = () => plain('OK');
	const result = await server.run({ node, parameters, items: [{ other: '7' }], settings: goOn });
	expect(server.requests.map((request) => formOf(request).toString())).toEqual([]);
	expect(result.status).toBe('success');
});

it.each<[string, string, IDataObject]>([
	['null', '={{ $json.brand }}', { brand: null }],
	['no value of an optional chain', '={{ $json.brand?.sender }}', {}],
	['no value of a table', "={{ ({ a: 'ShopA', b: 'ShopB' })[$json.brand] }}", { brand: 'B' }],
])('%s as the sender ID does not mean the default sender', async (_what, value, item) => {
	const result = await run({ senderId: locator('id', value) }, item);
	expect([server.sent('origine'), result.error?.message]).toEqual([
		[],
		'Sender ID: The expression returned no value.',
	]);
});

const suggestion = (own: INodeParameters): INodeParameters => ({
	...{ messageType: 'text', text: 'Your order' },
	suggestions: { suggestion: [{ text: 'Yes', postbackData: 'yes', ...own }] },
});
const document = { operation: 'sendDocument', fileName: '' };

describe.each([null, ''])('what is opened, called or sent back by a tap has no empty part: %j', (value) => {
	const items = [{ value, phone: '15112345678' }];
	const requests = (): string[] => server.requests.map(({ body }) => body.toString());

	it.each<[string, INodeParameters]>([
		['a number to call', suggestion({ type: 'dial', phoneNumber: '=+{{ $json.value }}{{ $json.phone }}' })],
		['a link', suggestion({ type: 'openUrl', url: '=https://shop.example/pay/{{ $json.value }}' })],
		['a postback', suggestion({ type: 'reply', postbackData: '=cancel-{{ $json.value }}' })],
		['a file', { messageType: 'file', fileUrl: '=https://shop.example/{{ $json.value }}/bill.pdf' }],
	])('%s of RCS', async (_what, parameters) => {
		await runRcs(server.url, parameters, { items });
		expect(requests()).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['a document', { ...document, fileUrl: '=https://shop.example/{{ $json.value }}/bill.pdf' }],
		[
			'the ID of a button',
			{
				...{ operation: 'sendButtons', specifyContent: 'fields', header: 'none', body: 'Cancel?' },
				buttons: { button: [{ title: 'Yes', id: '=cancel-{{ $json.value }}' }] },
			},
		],
		[
			'a one-time code',
			{
				...{ operation: 'sendOtp', language: '', code: '=G-{{ $json.value }}' },
				template: locator('list', 'otp/fr'),
			},
		],
	])('%s of WhatsApp', async (_what, parameters) => {
		await runWaba(server.url, { ...agent, ...parameters }, { items });
		expect(requests()).toEqual([]);
	});

	it('data in JSON, of which each part has its name, goes out', async () => {
		const data = '={"order":"7","coupon":"{{ $json.value }}"}';
		await runRcs(server.url, suggestion({ type: 'reply', postbackData: data }), { items });
		expect(requests()).toHaveLength(1);
	});

	it('callback data of an SMS', async () => {
		const callbackData = { entry: [{ name: 'order', value: '=order-{{ $json.value }}' }] };
		await server.run({ parameters: { ...sendParameters, ...inLists({ callbackData }) }, items });
		expect(requests()).toEqual([]);
	});
});
