/**
 * n8n can't begin a retry, or a resumed execution (its hook `workflow.preExecute` refuses, or it gets no isolate): it stores the
 * execution with `runData` of one node only, but with its queue and the nodes' contexts. `$runIndex` then begins again.
 */
import {
	jsonOf,
	type RunOptions,
	type RunResult,
	runWorkflow,
	type WaitingExecution,
} from '../../support/engine';
import { nodeName, number, plain, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';

const server = serviceForEachTest();
const to = (node: string) => ({ node, type: 'main' as const, index: 0 });
const people = [0, 1, 2, 3, 4, 5].map((index) => ({ to: number(index), text: `Order ${index}` }));

const send = { type: `${PACKAGE}.smsboxSms`, parameters: sendPerItem };
const nothing = { name: 'Next', type: 'n8n-nodes-base.noOp' };
const wait = {
	name: 'Next',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { amount: 2, unit: 'minutes' },
};

/** Runs a node for each person, and a next one after it. */
async function runEach(
	next: object,
	more: Partial<RunOptions> = {},
	node: object = send,
): Promise<RunResult> {
	return await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: { batchSize: 1 } },
				{ ...send, ...node, name: nodeName },
				{ ...nothing, ...next },
				{ name: 'Done', type: 'n8n-nodes-base.noOp' },
			],
			connections: {
				Start: { main: [[to('Loop')]] },
				Loop: { main: [[to('Done')], [to(nodeName)]] },
				[nodeName]: { main: [[to('Next')]] },
				Next: { main: [[to('Loop')]] },
			},
		},
		{ nodeTypes: smsboxNodes, ...smsboxAccess(server.url), input: people.map((json) => ({ json })), ...more },
	);
}

const numbersOf = (...indexes: number[]): string[] => indexes.map((index) => number(index));

it('a retry that n8n could not begin, and that is retried, drops no message', async () => {
	server.scripts = { [number(2)]: [plain('ERROR 03')] };
	const failed = await runEach(nothing);
	expect([failed.status, server.sentTo()]).toEqual(['error', numbersOf(0, 1, 2)]);
	const notBegun = await runEach(nothing, { retryOf: failed, cannotBegin: true });
	expect(notBegun.error?.message).toBe('n8n could not begin');
	const retried = await runEach(nothing, { retryOf: notBegun });
	expect([retried.status, server.sentTo().slice(3)]).toEqual(['success', numbersOf(2, 3, 4, 5)]);
});

it('neither does one after the next node had failed', async () => {
	const goesOn = { onError: 'continueRegularOutput' };
	const parameters = { mode: 'raw', jsonOutput: '={{ $runIndex > 1 ? "down" : $json }}' };
	const failing = { type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
	const failed = await runEach(failing, {}, goesOn);
	expect([failed.status, server.sentTo()]).toEqual(['error', numbersOf(0, 1, 2)]);
	const notBegun = await runEach(nothing, { retryOf: failed, cannotBegin: true }, goesOn);
	const retried = await runEach(nothing, { retryOf: notBegun }, goesOn);
	expect([retried.status, server.sentTo()]).toEqual(['success', people.map((person) => person.to)]);
	expect(jsonOf(retried, 'Done').filter(({ error }) => error !== undefined)).toEqual([]);
});

describe('an execution that n8n could not resume after the first run, and that is retried', () => {
	async function resumedInVain(node: object): Promise<RunResult> {
		const waiting: WaitingExecution[] = [];
		const onWaiting = (execution: WaitingExecution): void => void waiting.push(execution);
		const last = (): WaitingExecution => {
			const execution = waiting.at(-1);
			if (execution === undefined) throw new Error('It does not wait');
			return execution;
		};
		await runEach(wait, { onWaiting }, node);
		const resumed = { waiting: last() };
		const notBegun = await runEach(wait, { resumed, onWaiting, cannotBegin: true }, node);
		await runEach(wait, { retryOf: notBegun, onWaiting }, node);
		return await runEach(wait, { resumed: { waiting: last() }, onWaiting }, node);
	}

	it('says that the next message was not sent: n8n could have lost the mark', async () => {
		const { status, error } = await resumedInVain({});
		expect([status, server.sentTo()]).toEqual(['error', numbersOf(0)]);
		expect(error?.message).toBe('Not sent: n8n has lost the earlier runs');
	});

	it('reads again', async () => {
		server.react = () => plain('CREDIT 100');
		const parameters = { resource: 'credit', operation: 'getBalance' };
		const { status } = await resumedInVain({ type: `${PACKAGE}.smsboxAccount`, parameters });
		expect([status, server.requests.length]).toEqual(['waiting', 2]);
	});
});

it('lists of several branches, retried so, reach everyone once', async () => {
	const branch = (name: string, index: number) => {
		const position: [number, number] = [200, index * 100];
		const parameters = { fieldToSplitOut: name, options: {} };
		return { name, type: 'n8n-nodes-base.splitOut', typeVersion: 1, position, parameters };
	};
	const lists = { one: people.slice(0, 1), two: people.slice(1, 2), three: people.slice(3) };
	const names = Object.keys(lists);
	const runBranches = async (more: Partial<RunOptions> = {}): Promise<RunResult> =>
		await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					...names.map(branch),
					{ ...send, name: nodeName },
				],
				connections: {
					Start: { main: [names.map(to)] },
					...Object.fromEntries(names.map((name) => [name, { main: [[to(nodeName)]] }])),
				},
				settings: { executionOrder: 'v1' },
			},
			{ nodeTypes: smsboxNodes, ...smsboxAccess(server.url), input: [{ json: lists }], ...more },
		);
	server.scripts = { [number(5)]: [plain('ERROR 03')] };
	const failed = await runBranches();
	expect([failed.status, server.sentTo()]).toEqual(['error', numbersOf(0, 1, 3, 4, 5)]);
	const notBegun = await runBranches({ retryOf: failed, cannotBegin: true });
	server.requests.length = 0;
	const retried = await runBranches({ retryOf: notBegun });
	expect([retried.status, server.sentTo()]).toEqual(['success', numbersOf(5)]);
});
