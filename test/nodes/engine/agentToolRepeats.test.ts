import type { INodeParameters } from 'n8n-workflow';
import { agentKinds, runAgent, type Script } from '../../support/agentHarness';
import { type Reaction, type ScriptedServer, serveScript } from '../../support/httpServer';
import { clearProcessedData } from '../../support/processedData';
import { formOf, plain, recipientsSentTo } from '../../support/runNode';

let server: ScriptedServer;
let reactions: Reaction[];
beforeEach(async () => {
	await clearProcessedData();
	reactions = [];
	server = await serveScript(() => reactions.shift() ?? plain('OK 123456789012'));
});
afterEach(async () => {
	await server.close();
});
const send: INodeParameters = {
	resource: 'message',
	operation: 'send',
	to: "={{ $fromAI('to') }}",
	text: "={{ $fromAI('text') }}",
	category: 'alert',
};
const [ana, ben] = ['+33600123456', '+33600123457'];

describe.each(agentKinds)('a tool whose model repeats itself, run by the agent %s', (agent) => {
	const ask = async (script: Script, parameters = send): Promise<string[]> =>
		(await runAgent({ url: server.url, agent, parameters, script })).told;

	it.each([
		['in another order', `${ben}, ${ana}`],
		['one of them twice', `${ana}, ${ben}, ${ana}`],
		['as a list', JSON.stringify([ana, ben])],
	])('does not send the same message to the same recipients twice: %s', async (_what, again) => {
		const text = 'Hello';
		await ask([[{ to: `${ana}, ${ben}`, text }], [{ to: again, text }]]);
		expect(recipientsSentTo(server.requests)).toEqual(['33600123456', '33600123457']);
	});

	it.each([
		['with a space behind it', 'Hello '],
		['with another line break', 'Hello\n'],
	])('does not send the same message to the same recipients twice: the text %s', async (_what, again) => {
		await ask([[{ to: ana, text: 'Hello' }], [{ to: ana, text: again }]]);
		expect(server.requests.map((request) => formOf(request).get('msg'))).toEqual(['Hello']);
	});

	it('in parallel, in another order', async () => {
		await ask([
			[
				{ to: `${ana}, ${ben}`, text: 'Hello' },
				{ to: `${ben}, ${ana}`, text: 'Hello' },
			],
		]);
		expect(recipientsSentTo(server.requests)).toHaveLength(2);
	});

	it('who may have got a message gets no other one under the other form of the number', async () => {
		reactions = ['cut'];
		await ask([[{ to: '+5511961234567', text: 'Hello' }], [{ to: '+551161234567', text: 'Good morning' }]]);
		expect(recipientsSentTo(server.requests)).toHaveLength(1);
	});

	it('who was excluded from a message that may be out is excluded from the next one, too', async () => {
		reactions = ['cut'];
		const parameters = { ...send, options: { excludedRecipients: ben } };
		const told = await ask(
			[[{ to: `${ana}, ${ben}`, text: 'Hello' }], [{ to: ben, text: 'Hello' }]],
			parameters,
		);
		expect(told).toEqual([
			expect.stringContaining('May have been sent'),
			expect.stringContaining('"outcome":"excluded"'),
		]);
		expect(recipientsSentTo(server.requests)).toEqual(['33600123456']);
	});

	it('a transfer that may have been made is not made again, as text or as a number', async () => {
		reactions = ['cut'];
		const parameters = {
			resource: 'credit',
			operation: 'transfer',
			subAccount: "={{ $fromAI('subAccount') }}",
			amount: "={{ $fromAI('amount') }}",
		};
		await runAgent({
			url: server.url,
			agent,
			node: 'smsboxAccount',
			parameters,
			script: [[{ subAccount: 'shop', amount: 5 }], [{ subAccount: 'shop ', amount: '5' }]],
		});
		expect(server.requests).toHaveLength(1);
	});
});
