import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Failure, type FailureKind, failureOf } from './failure';
import { errorItem, nodeErrorOf, type Where } from './nodeError';
import { AlreadySent } from './once';
import { FileOutput, type Output, type OutputFile, type Registry, type Tell } from './operation';
import { firstOf, type Job, planItems, whereOf } from './plan';
import { openSession, type Session } from './session';
import { stopped } from './transport';

/** What each item came to, by its index: its output items, or its error item. */
type Outcomes = Map<number, INodeExecutionData[]>;

/** One run of a node. */
interface Run {
	context: IExecuteFunctions;
	session: Session;
	outcomes: Outcomes;
	signal: AbortSignal | undefined;
	tell: Tell;
	/** Makes an error item of what went wrong with a job, or ends the run with it. */
	settle: (job: Job, error: unknown) => void;
}

const notStored = (): Failure =>
	new Failure({
		kind: 'notSent',
		message: 'The file was downloaded, but n8n could not store it',
		description: 'Look at the disk and the binary data settings of your n8n, then run this again.',
	});

async function storeFile(context: IExecuteFunctions, bytes: Buffer, file: OutputFile): Promise<IBinaryData> {
	try {
		return await context.helpers.prepareBinaryData(bytes, file.name, file.mimeType);
	} catch {
		throw notStored();
	}
}

async function outputItems(
	context: IExecuteFunctions,
	output: Output,
	item: number,
): Promise<INodeExecutionData[]> {
	const pairedItem = { item };
	if (!(output instanceof FileOutput)) return [output].flat().map((json) => ({ json, pairedItem }));
	const { json, file } = output;
	const { buffer, byteOffset, byteLength } = file.bytes;
	// A view of the same bytes: a file may have 100 MB.
	const bytes = Buffer.from(buffer, byteOffset, byteLength);
	const binary = await storeFile(context, bytes, file);
	return [{ json, binary: { [file.field]: binary }, pairedItem }];
}

const memoryLasts = 'Retry On Fail and the first retry of this execution';

/** What a person should know who sees only the error that ended the run: what becomes of the other items. */
const progressNotes: Record<FailureKind, (done: string) => string | undefined> = {
	input: () => undefined,
	notSent: (done) => `${done} carried out before it. ${memoryLasts} do only the rest.`,
	refused: (done) => `${done} carried out before it. ${memoryLasts} do only the rest.`,
	unknown: (done) =>
		`${done} carried out before it; the items after it were not. A retry stops at this item again: run the items after it in a new execution, or set On Error to Continue.`,
};

function withProgress(failure: Failure, done: number): Failure {
	const note = progressNotes[failure.kind](done === 1 ? 'One item was' : `${done} items were`);
	return done === 0 || note === undefined ? failure : failure.withNote(note);
}

/** Runs a node's items: all are validated first, then the jobs go out one after the other, in the order of the items. */
export async function runItems(
	context: IExecuteFunctions,
	registry: Registry,
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData().length;
	const signal = context.getExecutionCancelSignal();
	const outcomes: Outcomes = new Map();
	const hints = new Set<string>();

	const settleItem = (failure: Failure, where: Where): void => {
		const goesOn = context.continueOnFail() && signal?.aborted !== true;
		if (!goesOn) throw nodeErrorOf(context, withProgress(failure, outcomes.size), where);
		outcomes.set(where.item, [errorItem(failure, where)]);
	};
	const settle = (job: Job, error: unknown): void => {
		const failure = failureOf(error, 'send');
		const { operation } = job;
		for (const item of job.items) settleItem(failure, whereOf(failure, { registry, operation, item, items }));
	};

	const { jobs, rejects } = planItems(context, registry, items);
	for (const { failure, where } of rejects) settleItem(failure, where);
	const session = await sessionFor(context, jobs, signal, settle);
	if (session !== undefined) {
		const run: Run = { context, session, outcomes, signal, tell: (hint) => hints.add(hint), settle };
		await workJobs(await resolveJobs(jobs, run), run);
		context.addExecutionHints(...[...hints].map((message) => ({ message, location: 'outputPane' as const })));
	}
	const inOrder = [...outcomes].sort(([a], [b]) => a - b);
	return [inOrder.flatMap(([, output]) => output)];
}

/** Thrown out of the node, a failure here would make n8n pass the input on as if it had been sent. */
async function sessionFor(
	context: IExecuteFunctions,
	jobs: readonly Job[],
	signal: AbortSignal | undefined,
	settle: Run['settle'],
): Promise<Session | undefined> {
	if (jobs.length === 0) return undefined;
	try {
		return await openSession(context, signal);
	} catch (error) {
		for (const job of jobs) settle(job, error);
		return undefined;
	}
}

/**
 * Asks the service what jobs need to know beforehand. Gives the jobs that can go on: not those that an earlier try has
 * done, as what they changed may not be found again.
 */
async function resolveJobs(jobs: readonly Job[], run: Run): Promise<Job[]> {
	const ready: Job[] = [];
	for (const job of jobs) {
		if (!job.operation.looksUp) {
			ready.push(job);
			continue;
		}
		const done = run.session.memory.outputOf(run.session.placeOf(job));
		if (done !== undefined) {
			run.outcomes.set(firstOf(job), await outputItems(run.context, done, firstOf(job)));
			continue;
		}
		try {
			await job.work.resolve(run.session.ask(job).call);
			ready.push(job);
		} catch (error) {
			run.settle(job, error);
		}
	}
	return ready;
}

/** An earlier run has sent it: that is no failure, and the rest goes on. Its answer is not known any more. */
function settleSentBefore({ onceKey, items }: Job, { outcomes, tell }: Run): void {
	tell(
		'Some items were sent before under the same Send Only Once name, and were not sent again (alreadySent).',
	);
	for (const item of items) {
		outcomes.set(item, [{ json: { alreadySent: true, sendOnlyOnce: onceKey }, pairedItem: { item } }]);
	}
}

/** Sends the jobs. The one place that decides how many are under way together: one. */
async function workJobs(jobs: readonly Job[], run: Run): Promise<void> {
	for (const job of jobs) {
		if (run.signal?.aborted === true) run.settle(job, stopped());
		const { call, finish } = run.session.work(job);
		try {
			const output = await job.work.run(call, run.tell);
			finish();
			if (job.operation.looksUp && !Array.isArray(output) && !(output instanceof FileOutput)) {
				run.session.memory.keepOutput(run.session.placeOf(job), output);
			}
			run.outcomes.set(firstOf(job), await outputItems(run.context, output, firstOf(job)));
		} catch (error) {
			if (error instanceof AlreadySent) settleSentBefore(job, run);
			else run.settle(job, error);
		}
	}
}
