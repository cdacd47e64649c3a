/** The way of an item to the agent: which nodes a tool may pick an item of. */
import type { IConnections, IDataObject, IPinData } from 'n8n-workflow';
import { isOnEveryWay } from '../../../nodes/engine/policy/callingAgent';
import { agentKinds, agentTypes, type AgentKind } from '../../support/agentHarness';
import { runWorkflow } from '../../support/engine';
import { sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess } from '../../support/smsbox';
import { tiny } from '../../support/tinyNodes';

const server = serviceForEachTest();
const [first, second, third] = ['33600123456', '33600123457', '33600123458'];

/** Puts each item out at the output that it names. */
const sort = tiny(
	async (items) =>
		await Promise.resolve(
			Array.from({ length: 12 }, (_, output) => items.filter(({ json }) => (json['out'] ?? 0) === output)),
		),
);
const twice = tiny(async ([item]) => await Promise.resolve([item === undefined ? [] : [item, item]]));

const types: Record<string, object> = {
	Start: { type: 'n8n-nodes-base.manualTrigger' },
	Other: { type: 'n8n-nodes-base.manualTrigger' },
	Loop: { type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 },
	Sort: { type: 'test.sort' },
	Twice: { type: 'test.twice' },
	Agent: { type: 'test.agent' },
};

/** Reads lines such as `Sort.1 Agent`: from the second output of one node to another node. */
function connectionsOf(lines: readonly string[]): IConnections {
	const connections: Record<string, { main: Array<Array<{ node: string; type: 'main'; index: number }>> }> =
		{};
	for (const line of lines) {
		const [from = '', node = ''] = line.split(' ');
		const [name = '', output = '0'] = from.split('.');
		const { main } = (connections[name] ??= { main: [] });
		while (main.length <= Number(output)) main.push([]);
		main[Number(output)]?.push({ node, type: 'main', index: 0 });
	}
	return connections;
}

interface Run {
	lines: readonly string[];
	pick: string;
	items: readonly IDataObject[];
	agent?: AgentKind;
	order?: 'v0' | 'v1';
	pinData?: IPinData;
}

/** Runs a workflow whose agent calls its tool once for each run. Returns what its calls returned, and who got a message. */
async function run({ lines, pick, items, agent = 'engine', order = 'v1', pinData }: Run) {
	const names = new Set(lines.flatMap((line) => line.split(' ').map((end) => end.replace(/\..*/, ''))));
	const parameters = { ...sendParameters, to: `={{ ${pick}.json.to }}`, text: "={{ $fromAI('text') }}" };
	const { runData } = await runWorkflow(
		{
			nodes: [
				...[...names].map((name) => ({ name, type: 'n8n-nodes-base.noOp', ...types[name] })),
				{ name: 'SMSBOX', type: `${PACKAGE}.smsboxSmsTool`, parameters },
			],
			connections: {
				...connectionsOf(lines),
				SMSBOX: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
			settings: { executionOrder: order },
		},
		{
			nodeTypes: {
				...agentTypes(agent, 'smsboxSms', [[{ text: 'Your order has left' }]], []),
				'test.sort': sort,
				'test.twice': twice,
			},
			...smsboxAccess(server.url),
			startNode: 'Start',
			input: items.map((json) => ({ json })),
			...(pinData && { pinData, mode: 'manual' as const }),
		},
	);
	const calls = (runData['SMSBOX'] ?? []).map(({ data, error }) => [
		data,
		error?.message,
		error?.description,
	]);
	return { told: JSON.stringify(calls), to: server.sentTo().sort() };
}

const sorted = ['Start Sort', 'Sort.1 Agent'];
const one = [{ to: second, out: 1 }];
const looped = ['Start Loop', 'Loop.1 Agent', 'Agent Loop'];
const skipping = ['Start Loop', 'Loop.1 Sort', 'Sort Known', 'Known Agent', 'Sort.1 Agent', 'Agent Loop'];
const ahead = ['Start Loop', 'Loop.1 Known', 'Known Agent', 'Known Loop'];
const each = [
	{ to: first, out: 0 },
	{ to: second, out: 1 },
];
const branches = ['Start Sort', 'Sort Known', 'Sort.1 Known', 'Known Agent'];

describe.each(agentKinds)('a tool, as run by the %s', (agent) => {
	it.each<[string, string, Omit<Run, 'agent'>, string[]]>([
		[
			'an item at the output of the agent',
			'the place',
			{ lines: sorted, pick: "$('Sort').first(1)", items: one },
			[second],
		],
		[
			'items at two outputs',
			'the place',
			{ lines: sorted, pick: "$('Sort').first(1)", items: each },
			[second],
		],
		[
			'an item in each round',
			'the place',
			{ lines: looped, pick: "$('Loop').first(1)", items: each },
			[first, second],
		],
		[
			'one item in front of a loop',
			'it',
			{
				lines: ['Start Known', 'Known Twice', 'Twice Loop', ...looped.slice(1)],
				pick: "$('Known').first()",
				items: one,
			},
			[second],
		],
		[
			'a start that has run, beside another',
			'it',
			{ lines: ['Start Agent', 'Other Agent'], pick: "$('Start').first()", items: one },
			[second],
		],
		[
			'a node between such a loop and the agent',
			'it',
			{
				lines: [...ahead.slice(0, 2), 'Known Own', 'Known Loop', 'Own Agent'],
				pick: "$('Own').first()",
				items: each,
			},
			[first, second],
		],
		[
			'one branch, in any order',
			'it',
			{ lines: branches, pick: "$('Known').first()", items: one, order: 'v0' },
			[second],
		],
		[
			'two branches, one after the other',
			'it',
			{ lines: branches, pick: "$('Known').first()", items: each },
			[first, second],
		],
	])('sends with %s by %s', async (_what, _by, given, numbers) => {
		expect((await run({ ...given, agent })).to).toEqual(numbers);
	});

	it.each<[string, Omit<Run, 'agent'>, RegExp]>([
		[
			'items at two outputs',
			{ lines: sorted, pick: "$('Sort').first()", items: each },
			/“Sort” has 2 items.*an Edit Fields node right before the agent/,
		],
		[
			'items at two outputs, the last one',
			{ lines: sorted, pick: "$('Sort').last()", items: each },
			/“Sort” has 2 items/,
		],
		[
			'items at two outputs, the first of all',
			{ lines: sorted, pick: "$('Sort').all()[0]", items: each },
			/“Sort” has 2 items/,
		],
		[
			'items at two outputs, by their list',
			{ lines: sorted, pick: '$items("Sort")[0]', items: each },
			/“Sort” has 2 items/,
		],
		[
			'items at the last of many outputs',
			{ lines: sorted, pick: "$('Sort').first()", items: [...one, { out: 11 }] },
			/“Sort” has 2 items/,
		],
		[
			'its item at another output',
			{ lines: sorted, pick: "$('Sort').first()", items: one },
			/“Sort” has its item at output 1, counted from 0.*Use \.first\(1\)/,
		],
		[
			'its item at the loop’s output',
			{ lines: looped, pick: "$('Loop').first()", items: each },
			/“Loop” has its item at output 1/,
		],
		[
			'a node that a round skips',
			{ lines: skipping, pick: "$('Known').first()", items: each },
			/“Known” isn't on every way to the agent.*an Edit Fields node right before the agent/,
		],
		[
			'a node beside the way',
			{ lines: ['Start Agent', 'Start Known'], pick: "$('Known').first()", items: one },
			/“Known” isn't on every way/,
		],
		...[one, each].map((items): [string, Omit<Run, 'agent'>, RegExp] => [
			`a node that a loop of ${items.length} runs again without the agent`,
			{ lines: ahead, pick: "$('Known').first()", items },
			/“Known” can run again without the agent.*an Edit Fields node right before the agent/,
		]),
		[
			'an agent of a round before',
			{ lines: ['Start Twice', 'Twice Loop', ...looped.slice(1)], pick: "$('Agent').first()", items: one },
			/“Agent” isn't on every way/,
		],
	])('sends nothing with %s', async (_what, given, told) => {
		const outcome = await run({ ...given, agent });
		expect(outcome.to).toEqual([]);
		expect(outcome.told).toMatch(told);
	});

	it('sends to no other branch’s person, where their nodes run in turns', async () => {
		const { told, to } = await run({
			lines: branches,
			pick: "$('Known').first()",
			items: each,
			agent,
			order: 'v0',
		});
		expect(to).toEqual([]);
		expect(told).toMatch(/With this Execution Order.*set Execution Order to v1 \(recommended\)/);
	});

	it('sends with pinned data, which n8n has at any output', async () => {
		const pinData = { Start: [{ json: { to: first } }] };
		expect(
			(
				await run({
					lines: ['Start Agent'],
					pick: "$('Start').first()",
					items: [{ to: first }],
					agent,
					pinData,
				})
			).to,
		).toEqual([first]);
	});
});

describe('.item behind another output', () => {
	const given = { lines: sorted, pick: "$('Sort').item", items: [...one, { to: first }, { to: third }] };

	it('is the agent’s own, where the agent calls the tool itself', async () => {
		expect((await run({ ...given, agent: 'direct' })).to).toEqual([second]);
	});

	// In an agent's later calls, it is the first output's.
	it('sends nothing, as run by the engine', async () => {
		const { told, to } = await run(given);
		expect([to, told]).toEqual([[], expect.stringContaining('“Sort” has 3 items')]);
	});
});

describe('every way to the agent', () => {
	const graph: Record<string, string[]> = {
		Agent: ['Known', 'Check'],
		Known: ['Check'],
		Check: ['Loop'],
		Loop: ['Start', 'Agent'],
		Start: ['Chat', 'Form'],
	};
	const isPassed = (node: string, starts: string[]) =>
		isOnEveryWay(
			node,
			'Agent',
			(name) => graph[name] ?? [],
			(name) => starts.includes(name),
		);

	it.each([
		['Check', ['Chat'], true],
		['Loop', ['Chat'], true],
		['Start', ['Chat'], true],
		['Chat', ['Chat'], true],
		['Chat', ['Chat', 'Form'], false],
		['Known', ['Chat'], false],
		['Agent', ['Chat'], false],
		['Aside', ['Chat'], false],
		['Aside', [], false],
	])('passes %s, started by %j: %s', (node, starts, passes) => {
		expect(isPassed(node, starts)).toBe(passes);
	});
});
