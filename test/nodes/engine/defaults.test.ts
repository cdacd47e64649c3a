import type { INodeParameters } from 'n8n-workflow';
import { SmsboxWaba } from '../../../nodes/SmsboxWaba/SmsboxWaba.node';
import { type ReceivedRequest } from '../../support/httpServer';
import { serviceForEachTest } from '../../support/service';
import { searchList } from '../../support/listSearch';
import { nodeName, type NodeRun, outputOf, sendParameters } from '../../support/runNode';
import { smsboxAccess } from '../../support/smsbox';

const server = serviceForEachTest();

const runWith = async (defaults: Record<string, string>, run: Omit<NodeRun, 'url'>) =>
	await server.run({ ...smsboxAccess(server.url, { apiKey: 'k', ...defaults }), ...run });

type Channel = NonNullable<NodeRun['node']>;

const waba = { resource: 'message', operation: 'sendText', to: '0600123456', text: 'Hello' };
const rcs = { resource: 'message', operation: 'send', to: '0600123456', text: 'Hello' };
const ofGroup = { resource: 'group', group: { mode: 'id', value: '7' } };
const ids = { wabaId: '1', phoneId: '2', rcsAgentId: 'own' };

/** Phone numbers in a request, in order. */
const numbersIn = ({ body }: ReceivedRequest): string[] =>
	decodeURIComponent(body.toString('latin1')).match(/\d{10,}/g) ?? [];

it('a national number is not sent where n8n could not read the country code at first', async () => {
	const access = smsboxAccess(server.url, { apiKey: 'k', countryCode: '33' });
	let reads = 0;
	const parameters = { ...sendParameters, to: '0600123456' };
	const credentials = Object.defineProperty({ ...access.credentials }, 'smsboxApi', {
		enumerable: true,
		get: () => (reads++ === 0 ? undefined : access.credentials.smsboxApi),
	});
	const result = await server.run({ ...access, credentials, parameters });
	expect(result.error?.message).toBe('Not sent: the credential cannot be used');
	expect(server.requests).toHaveLength(0);
});

it.each([
	['To', { ...sendParameters, to: '06 00 12 34 56, +33600123456' }],
	...['create', 'update', 'addNumbers'].map((operation): [string, INodeParameters] => [
		'Numbers',
		{
			...{ ...ofGroup, operation, name: 'VIP' },
			numbers: '06 00 12 34 56, +33600123456',
		},
	]),
])('without a country code, nobody is in %s in two forms', async (label, parameters) => {
	const result = await server.run({ parameters });
	expect(result.error?.message).toBe(
		`${label}: Phone numbers 1 and 2 of the list (ending in 3456) may be one person.`,
	);
	expect(result.error?.description).toContain('enter a Default Country Code');
	expect(server.requests).toEqual([]);
});

const list = '06 00 12 34 56, +33600123457';
const array = "={{ ['0600123456', '0033 6 00 12 34 57'] }}";

test.each<[string, Channel, INodeParameters]>([
	['an SMS to a list', 'smsboxSms', { ...sendParameters, to: list }],
	['an SMS to an array', 'smsboxSms', { ...sendParameters, to: array }],
	[
		'an SMS with variables',
		'smsboxSms',
		{
			...sendParameters,
			text: 'Hello %1%',
			to: "={{ [{ to: '0600123456', variables: ['Ana'] }, { to: '33600123457', variables: ['Bo'] }] }}",
		},
	],
	['a group, created', 'smsboxSms', { resource: 'group', operation: 'create', name: 'A', numbers: list }],
	['a changed group', 'smsboxSms', { ...ofGroup, operation: 'update', name: 'VIP', numbers: array }],
	['a group with more numbers', 'smsboxSms', { ...ofGroup, operation: 'addNumbers', numbers: array }],
	['WhatsApp to a list', 'smsboxWaba', { ...waba, to: list }],
	['RCS to a list', 'smsboxRcs', { ...rcs, to: list }],
	['a revoked RCS', 'smsboxRcs', { ...rcs, operation: 'revoke', to: list, reference: 'r' }],
	['RCS testers', 'smsboxRcs', { resource: 'tester', operation: 'add', to: list }],
	['a check for RCS', 'smsboxRcs', { resource: 'capability', operation: 'check', to: array }],
])('%s has international numbers', async (_what, node, parameters) => {
	await runWith({ ...ids, countryCode: '33' }, { node, parameters });
	expect(server.requests.map(numbersIn)).toEqual([['33600123456', '33600123457']]);
});

test.each<[string, Channel, INodeParameters]>([
	['an RCS event', 'smsboxRcs', { resource: 'event', operation: 'send', event: 'READ', to: '0600123456' }],
	['a history', 'smsboxSms', { resource: 'history', operation: 'getAll', filters: { to: '0600123456' } }],
])('%s has an international number', async (_what, node, parameters) => {
	await runWith({ ...ids, countryCode: '33' }, { node, parameters });
	expect(server.requests.map(numbersIn)).toEqual([['33600123456']]);
});

const channels: Array<[Channel, INodeParameters]> = [
	['smsboxSms', sendParameters],
	['smsboxWaba', waba],
	['smsboxRcs', rcs],
];

test.each(channels)('with a country code, %s returns the numbers of reports, and no hint', async (...run) => {
	const [node, parameters] = run;
	const result = await runWith(
		{ ...ids, countryCode: '33' },
		{ node, parameters: { ...parameters, to: list } },
	);
	expect(outputOf(result)).toMatchObject([{ to: ['+33600123456', '+33600123457'], recipientCount: 2 }]);
	expect(result.hints[nodeName] ?? []).toEqual([]);
});

test('without a country code an SMS to national numbers is sent as it is, with one hint for the run', async () => {
	const parameters = { ...sendParameters, to: '={{ $json.to }}' };
	const items = [{ to: '0600123456' }, { to: '0600123457, 33600123458' }, { to: '33600123459' }];
	const result = await runWith({}, { parameters, items });
	expect(server.requests.flatMap(numbersIn).sort()).toEqual([
		'0600123456',
		'0600123457',
		'33600123458',
		'33600123459',
	]);
	expect(result.hints[nodeName]?.map(({ message }) => message)).toEqual([
		'Some recipients are national numbers, and delivery reports may show them in another form. Set Default Country Code in the credential to send international numbers.',
	]);
});

test.each<[Channel, INodeParameters]>([
	['smsboxWaba', waba],
	['smsboxRcs', rcs],
])('without a country code %s sends nothing to national numbers', async (node, parameters) => {
	const result = await runWith(ids, { node, parameters: { ...parameters, to: '33600123457, 0600123456' } });
	expect(result.error?.message).toBe('To: Recipient 2 of the list (ending in 3456) is a national number.');
	expect(server.requests).toHaveLength(0);
});

test('Allowed Recipients are compared as international numbers', async () => {
	const parameters = {
		...sendParameters,
		to: '0600123456',
		safetyOptions: { allowedRecipients: '+33*, 0700000000' },
	};
	await runWith({ countryCode: '33' }, { parameters });
	await runWith({ countryCode: '32' }, { parameters });
	expect(server.sent('dest')).toEqual(['33600123456']);
});

// With a country code, bare digits may begin one of its own national numbers.
test.each([
	['39', '3*', '+33600123456', 0],
	['39', '33*', '+33600123456', 0],
	['34', '6*', '+61412345678', 0],
	['49', '15*', '+15145551234', 0],
	['33', '33*', '+33600123456', 1],
	['+33', '336*', '0600123456', 1],
	['39', '+33*', '+33600123456', 1],
])('with country code %s, Allowed Recipients %s for %s: %d sent', async (countryCode, allowed, to, sent) => {
	const parameters = { ...sendParameters, to, safetyOptions: { allowedRecipients: allowed } };
	const result = await runWith({ countryCode }, { parameters });
	expect(server.requests).toHaveLength(sent);
	if (sent === 0) expect(result.error?.description).toContain('such as +33*');
});

test('WhatsApp and RCS take the agent of the credential, and the one of the node before it', async () => {
	const defaults = { ...ids, countryCode: '33' };
	await runWith(defaults, { node: 'smsboxWaba', parameters: waba });
	await runWith(defaults, { node: 'smsboxWaba', parameters: { ...waba, wabaId: '8', phoneId: '9' } });
	await runWith(defaults, { node: 'smsboxRcs', parameters: rcs });
	// Left empty in the mode for expressions.
	await runWith(defaults, { node: 'smsboxRcs', parameters: { ...rcs, agentId: '=' } });
	expect(server.requests.map(({ path }) => path)).toEqual([
		'/waba/1.1/json/1/message/2',
		'/waba/1.1/json/8/message/9',
		'/rcs/1.0/json/own/message',
		'/rcs/1.0/json/own/message',
	]);
	expect(server.requests.every(({ body }) => body.includes('+33600123456'))).toBe(true);
});

test.each<[Channel, INodeParameters, string]>([
	['smsboxWaba', { ...waba, wabaId: '={{ $json.agent.wabaId }}' }, 'WABA ID'],
	['smsboxWaba', { ...waba, phoneId: '={{ $json.agent.phoneId }}' }, 'Phone Number ID'],
	['smsboxRcs', { ...rcs, agentId: '={{ $json.agent.agentId }}' }, 'Agent ID'],
	['smsboxRcs', { ...rcs, agentId: '={{ $json.none ?? "" }}' }, 'Agent ID'],
])('%s never takes the agent of the credential where an expression returns none', async (...run) => {
	const [node, parameters, label] = run;
	const result = await runWith({ ...ids, countryCode: '33' }, { node, parameters });
	expect(result.error?.message).toBe(`${label}: The expression returned no value.`);
	expect(result.error?.description).toContain('clear the field to use the default');
	expect(server.requests).toHaveLength(0);
});

test.each<[string, INodeParameters, string]>([
	['of the credential', {}, '/waba/1.1/json/1/template/2'],
	['of the node', { wabaId: '8', phoneId: '9' }, '/waba/1.1/json/8/template/9'],
	['of both', { wabaId: '8' }, '/waba/1.1/json/8/template/2'],
])('templates are those of the agent %s, in the list and in Get Many', async (_what, parameters, path) => {
	server.react = () => ({
		body: JSON.stringify({
			response: { response_code: '200', response_desc: 'Request successfully processed.' },
			data: [{ id: '1', name: 'login', language: 'fr', status: 'APPROVED' }],
		}),
	});
	const found = await searchList(SmsboxWaba, 'searchTemplates', {
		...smsboxAccess(server.url, ids),
		parameters,
	});
	expect(found.results).toEqual([{ name: 'login (fr, approved)', value: 'login/fr' }]);
	const getAll = { resource: 'template', operation: 'getAll', ...parameters };
	expect(outputOf(await runWith(ids, { node: 'smsboxWaba', parameters: getAll }))).toHaveLength(1);
	expect(server.requests.map((request) => request.path)).toEqual([path, path]);
});

test.each([
	['smsboxWaba' as const, waba, 'WABA ID'],
	['smsboxRcs' as const, rcs, 'Agent ID'],
])('without an agent %s sends nothing, and says where to enter it', async (node, parameters, label) => {
	const result = await runWith({}, { node, parameters });
	expect(result.error).toMatchObject({
		message: `${label}: The value is empty.`,
		description: 'Enter it in the node or as default in the credential. No items were sent.',
	});
	expect(server.requests).toHaveLength(0);
});
