import { type ScriptedServer, serveScript } from '../../support/httpServer';
import { formOf, type NodeRun, outputOf, plain, runNode, sendParameters } from '../../support/runNode';
import { smsboxAccess } from '../../support/smsbox';

let server: ScriptedServer;
beforeEach(async () => {
	server = await serveScript(() => plain('OK 123456789012'));
});
afterEach(async () => server.close());

const runWith = async (defaults: Record<string, string>, run: Omit<NodeRun, 'url'>) =>
	await runNode({ url: server.url, ...smsboxAccess(server.url, { apiKey: 'k', ...defaults }), ...run });

const waba = { resource: 'message', operation: 'sendText', to: '0600123456', text: 'Hello' };
const rcs = { resource: 'message', operation: 'send', to: '0600123456', text: 'Hello' };

test.each(['33', '+33', '0033'])('a national number gets the country code %s', async (countryCode) => {
	const parameters = { ...sendParameters, to: '06 00 12 34 56' };
	const result = await runWith({ countryCode }, { parameters });
	expect(server.requests.map((request) => formOf(request).get('dest'))).toEqual(['33600123456']);
	expect(outputOf(result)).toMatchObject([{ to: ['33600123456'] }]);
});

test('a country code that is none is an error, and nothing is sent', async () => {
	const result = await runWith(
		{ countryCode: 'FR' },
		{ parameters: { ...sendParameters, to: '0600123456' } },
	);
	expect(result.error?.message).toBe("Default Country Code: The value isn't a country code.");
	expect(server.requests).toHaveLength(0);
});

test('Allowed Recipients are compared as international numbers', async () => {
	const parameters = {
		...sendParameters,
		to: '0600123456',
		options: { allowedRecipients: '+33*, 0700000000' },
	};
	await runWith({ countryCode: '33' }, { parameters });
	await runWith({ countryCode: '32' }, { parameters });
	expect(server.requests.map((request) => formOf(request).get('dest'))).toEqual(['33600123456']);
});

test('WhatsApp and RCS take the agent of the credential, and the one of the node before it', async () => {
	const defaults = { wabaId: '1', phoneId: '2', rcsAgentId: 'own', countryCode: '33' };
	await runWith(defaults, { node: 'smsboxWaba', parameters: waba });
	await runWith(defaults, { node: 'smsboxWaba', parameters: { ...waba, wabaId: '8', phoneId: '9' } });
	await runWith(defaults, { node: 'smsboxRcs', parameters: rcs });
	expect(server.requests.map(({ path }) => path)).toEqual([
		'/waba/1.1/json/1/message/2',
		'/waba/1.1/json/8/message/9',
		'/rcs/1.0/json/own/message',
	]);
	expect(server.requests.map(({ body }) => body.includes('+33600123456'))).toEqual([true, true, true]);
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
