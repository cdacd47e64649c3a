import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type Call, createCall } from './call';
import { type Failure, failureOf } from './failure';
import { createMemory, originOf } from './memory';
import { errorItem, nodeErrorOf, type Where } from './nodeError';
import type { Output, Resource, Tell } from './operation';
import { type Job, planItems, whereOf } from './plan';
import { shareReads, stopped, transportOf } from './transport';

/** What each item came to, by its index: its output items, or its error item. */
type Outcomes = Map<number, INodeExecutionData[]>;

/** Makes the calls of a job: for asking beforehand, where equal reads go out once, and for the work itself. */
interface Calls {
	ask: (job: Job) => Call;
	work: (job: Job) => Call;
}

const firstOf = (job: Job): number => job.items[0] ?? 0;

/** `$runIndex` tells a retry of the same run from the next round of a loop. */
function runIndexOf(context: IExecuteFunctions): number {
	const index: unknown = context.getWorkflowDataProxy(0).$runIndex;
	return typeof index === 'number' ? index : 0;
}

async function createCalls(context: IExecuteFunctions, signal: AbortSignal | undefined): Promise<Calls> {
	const transport = await transportOf(context, signal);
	const memory = createMemory(context.getContext('node'));
	const run = runIndexOf(context);
	const parameters = context.getNode().parameters;
	const input = context.getInputData();
	const callsOver = (carrier: typeof transport) => (job: Job) => {
		const origin = originOf(
			parameters,
			job.items.map((item) => input[item]?.json),
		);
		const { timeoutSeconds } = job;
		return createCall({ transport: carrier, memory, run, item: firstOf(job), origin, timeoutSeconds });
	};
	return { ask: callsOver(shareReads(transport)), work: callsOver(transport) };
}

function outputItems(output: Output, item: number): INodeExecutionData[] {
	return [output].flat().map((json) => ({ json, pairedItem: { item } }));
}

/** What a person should know who sees only the error: what was done before it. */
function withProgress(failure: Failure, done: number): Failure {
	if (done === 0 || failure.kind === 'input') return failure;
	const items = done === 1 ? 'One item was' : `${done} items were`;
	return failure.withNote(`${items} carried out before it; a retry of this node does only the rest.`);
}

/** Runs a node's items: all are validated first, then the jobs go out one after the other, in the order of the items. */
export async function runItems(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData().length;
	const signal = context.getExecutionCancelSignal();
	const outcomes: Outcomes = new Map();

	const settle = (failure: Failure, where: Where): void => {
		const goesOn = context.continueOnFail() && signal?.aborted !== true;
		if (!goesOn) throw nodeErrorOf(context, withProgress(failure, outcomes.size), where);
		outcomes.set(where.item, [errorItem(failure, where)]);
	};
	const settleJob = (job: Job, error: unknown): void => {
		const failure = failureOf(error, 'send');
		for (const item of job.items) settle(failure, whereOf(failure, job.operation, item, items));
	};

	const { jobs, rejects } = planItems(context, resources, items);
	for (const { failure, where } of rejects) settle(failure, where);
	if (jobs.length > 0) {
		const calls = await createCalls(context, signal);
		const hints = new Set<string>();
		const ready = await resolveJobs(jobs, calls, settleJob);
		await workJobs({ jobs: ready, calls, outcomes, settleJob, signal, tell: (hint) => hints.add(hint) });
		context.addExecutionHints(...[...hints].map((message) => ({ message, location: 'outputPane' as const })));
	}
	const inOrder = [...outcomes].sort(([a], [b]) => a - b);
	return [inOrder.flatMap(([, output]) => output)];
}

/** Asks the service what jobs need to know beforehand. Gives the jobs that can go on. */
async function resolveJobs(
	jobs: readonly Job[],
	calls: Calls,
	settleJob: (job: Job, error: unknown) => void,
): Promise<Job[]> {
	const ready: Job[] = [];
	for (const job of jobs) {
		try {
			await job.work.resolve(calls.ask(job));
			ready.push(job);
		} catch (error) {
			settleJob(job, error);
		}
	}
	return ready;
}

interface Work {
	jobs: readonly Job[];
	calls: Calls;
	outcomes: Outcomes;
	settleJob: (job: Job, error: unknown) => void;
	signal: AbortSignal | undefined;
	tell: Tell;
}

/** Sends the jobs. The one place that decides how many are under way together: one. */
async function workJobs({ jobs, calls, outcomes, settleJob, signal, tell }: Work): Promise<void> {
	for (const job of jobs) {
		if (signal?.aborted === true) settleJob(job, stopped());
		try {
			const output = await job.work.run(calls.work(job), tell);
			outcomes.set(firstOf(job), outputItems(output, firstOf(job)));
		} catch (error) {
			settleJob(job, error);
		}
	}
}
