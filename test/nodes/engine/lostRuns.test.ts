/**
 * n8n can't begin a retry, or a resumed execution (its hook `workflow.preExecute` refuses, or it gets no isolate): it stores the
 * execution with `runData` of one node only, but with the nodes' contexts. `$runIndex` then begins again.
 */
import { type RunResult, runWorkflow, type RunOptions } from '../../support/engine';
import { nodeName, number, plain, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';

const server = serviceForEachTest();

const to = (node: string) => ({ node, type: 'main' as const, index: 0 });
const people = [0, 1, 2, 3].map((index) => ({ to: number(index), text: `Order ${index}` }));

async function run(more: Partial<RunOptions> = {}, waits = false): Promise<RunResult> {
	const wait = {
		name: 'Wait',
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		parameters: { amount: 2, unit: 'minutes' },
	};
	return await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: { batchSize: 1 } },
				{ name: nodeName, type: `${PACKAGE}.smsboxSms`, parameters: sendPerItem },
				...(waits ? [wait] : []),
				{ name: 'Done', type: 'n8n-nodes-base.noOp' },
			],
			connections: {
				Start: { main: [[to('Loop')]] },
				Loop: { main: [[to('Done')], [to(nodeName)]] },
				[nodeName]: { main: [[to(waits ? 'Wait' : 'Loop')]] },
				...(waits && { Wait: { main: [[to('Loop')]] } }),
			},
		},
		{
			nodeTypes: smsboxNodes,
			...smsboxAccess(server.url),
			input: people.map((json) => ({ json })),
			...more,
		},
	);
}

it('a retry that n8n could not begin, and that is retried, drops no message', async () => {
	server.scripts = { [number(2)]: [plain('ERROR 03')] };
	const failed = await run();
	expect([failed.status, server.sentTo()]).toEqual(['error', [number(0), number(1), number(2)]]);
	const notBegun = await run({ retryOf: failed, cannotBegin: true });
	expect(notBegun.error?.message).toBe('n8n could not begin');
	// As docs/reliability.md says: "After a failed retry, retry the most recent execution."
	const retried = await run({ retryOf: notBegun });
	// Person 2 was rejected, person 3 never reached. Whoever is reported must have got a message.
	expect([retried.status, server.sentTo().slice(3)]).toEqual(['success', [number(2), number(3)]]);
});

it('an execution that n8n could not resume, and that is retried, says that the rest was not sent', async () => {
	const waiting: Array<Parameters<NonNullable<RunOptions['onWaiting']>>[0]> = [];
	const onWaiting: RunOptions['onWaiting'] = (execution) => void waiting.push(execution);
	await run({ onWaiting }, true);
	expect(server.sentTo()).toEqual([number(0)]);
	const [first] = waiting;
	if (first === undefined) throw new Error('It does not wait');
	const notBegun = await run({ resumed: { waiting: first }, onWaiting, cannotBegin: true }, true);
	expect(notBegun.error?.message).toBe('n8n could not begin');
	const retried = await run({ retryOf: notBegun, onWaiting }, true);
	const last = waiting.at(-1);
	if (retried.status !== 'waiting' || last === undefined) throw new Error('It does not wait');
	const resumed = await run({ resumed: { waiting: last }, onWaiting }, true);
	expect([resumed.status, server.sentTo()]).toEqual(['error', [number(0)]]);
	expect(resumed.error?.message).toBe('Not sent: n8n has lost the earlier runs');
});

it('lists of several branches, retried so, reach everyone once', async () => {
	const branch = (name: string, index: number) => {
		const position: [number, number] = [200, index * 100];
		const parameters = { fieldToSplitOut: name, options: {} };
		return { name, type: 'n8n-nodes-base.splitOut', typeVersion: 1, position, parameters };
	};
	const lists = {
		one: people.slice(0, 1),
		two: people.slice(1, 2),
		three: [4, 5, 6].map((index) => ({ to: number(index), text: `Order ${index}` })),
	};
	const names = Object.keys(lists);
	const runBranches = async (more: Partial<RunOptions> = {}): Promise<RunResult> =>
		await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					...names.map(branch),
					{ name: nodeName, type: `${PACKAGE}.smsboxSms`, parameters: sendPerItem, id: 'a1b2c3d4' },
				],
				connections: {
					Start: { main: [names.map(to)] },
					...Object.fromEntries(names.map((name) => [name, { main: [[to(nodeName)]] }])),
				},
				settings: { executionOrder: 'v1' },
			},
			{ nodeTypes: smsboxNodes, ...smsboxAccess(server.url), input: [{ json: lists }], ...more },
		);
	server.scripts = { [number(6)]: [plain('ERROR 03')] };
	const failed = await runBranches();
	expect([failed.status, server.sentTo()]).toEqual(['error', [0, 1, 4, 5, 6].map(number)]);
	const notBegun = await runBranches({ retryOf: failed, cannotBegin: true });
	server.requests.length = 0;
	const retried = await runBranches({ retryOf: notBegun });
	// Persons 4 and 5 have their messages; only person 6 has none.
	expect([retried.status, server.sentTo()]).toEqual(['success', [number(6)]]);
});
