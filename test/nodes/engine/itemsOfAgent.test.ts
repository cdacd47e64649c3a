/** Agents with several items, and in loops: a tool's values must not be another item's. */
import { agentKinds, toolOf } from '../../support/agentHarness';
import { runAgentRounds } from '../../support/agentRounds';
import { serviceForEachTest } from '../../support/service';
import { sendParameters } from '../../support/runNode';

const server = serviceForEachTest();
const ask = toolOf(server);
const { sentTo } = server;

const call = [[{ to: '+33600123456', text: 'Your order has left' }]];
const customers = (...numbers: string[]) => numbers.map((phone) => ({ json: { phone } }));
const one = customers('33600123456');
const two = customers('33600123456', '33600123457');

/** Values that pick one item of a node. */
const picks = [
	"={{ $('Start').first().json.phone }}",
	'={{ $("Start").last().json.phone }}',
	"={{ $('Start').first(0, 0).json.phone }}",
	"={{ $('Start').item.json.phone }}",
	"={{ $('Start')?.item?.json.phone }}",
];

describe.each(agentKinds)('a tool, as run by the %s', (agent) => {
	it.each(picks)('sends to the one item that there is: %s', async (to) => {
		await ask(agent, call, { to }, { input: one });
		expect(sentTo()).toEqual(['33600123456']);
	});

	// n8n finds no item by $node in a tool of one item either.
	it.each([...picks, "={{ $node['Start'].json.phone }}", '={{ $node.Start.json.phone }}'])(
		'sends nothing where a node has several items: %s',
		async (to) => {
			const told = await ask(agent, call, { to }, { input: two });
			expect(sentTo()).toEqual([]);
			if (agent === 'engine')
				expect(told[0]).toMatch(/To: The node “Start” has 2 items.*Loop Over Items with a batch size of 1/s);
		},
	);

	it('sends nothing where the deduplication key is the first item’s', async () => {
		const safetyOptions = { deduplicationKey: "={{ $('Start').first().json.phone }}" };
		await ask(agent, call, { safetyOptions }, { input: two });
		expect(sentTo()).toEqual([]);
	});

	it.each([
		{},
		{ safetyOptions: { allowedRecipients: "={{ $('Start').all().map((item) => item.json.phone) }}" } },
		{ text: "={{ $fromAI('text') + ($('Start').isExecuted ? '.' : '') }}" },
	])('sends what picks no item, whatever their number: %j', async (parameters) => {
		await ask(agent, call, parameters, { input: two });
		expect(sentTo()).toEqual(['33600123456']);
	});
});

describe('in a loop', () => {
	const orders = [{ phone: '33600123456' }, { phone: '33600123457' }];
	const rounds = async (agent: 'engine' | 'direct', to: string) => {
		const parameters = { ...sendParameters, to, text: "={{ $fromAI('text') }}" };
		return await runAgentRounds({ url: server.url, agent, parameters, orders }, {});
	};

	it.each(agentKinds)('first() is the round’s, as run by the %s', async (agent) => {
		await rounds(agent, "={{ $('Order').first().json.phone }}");
		expect(sentTo()).toEqual(['33600123456', '33600123457']);
	});

	it('.item sends nothing from the second round on, where n8n’s engine has it from the first', async () => {
		const told = await rounds('engine', "={{ $('Order').item.json.phone }}");
		expect(sentTo()).toEqual(['33600123456']);
		expect(told[1]).toMatch(/To: The node “Order” has run before.*first\(\)/s);
	});
});
