import type { IExecuteFunctions, IDataObject } from 'n8n-workflow';
import { Failure } from './failure';
import { type Job } from './jobs';
import { inLanes } from './lanes';
import { openKeyFailure } from './once';
import { FileOutput, type Output, type Tell } from './operation';
import type { Outcomes } from './outcomes';
import { outputItems } from './output';
import type { Ready } from './plan';
import type { Recall, Session } from './session';
import { stopped } from './transport';

/** One run of a node. */
export interface Run {
	context: IExecuteFunctions;
	recall: Recall;
	session: Session;
	outcomes: Outcomes;
	signal: AbortSignal | undefined;
	tell: Tell;
}

/** What is not tried any more, because it would be refused for the same reason as an item before. */
const pointless = ({ code }: Failure): Failure =>
	new Failure({
		kind: 'notSent',
		message: 'Not sent: SMSBOX refused an earlier item for a reason that holds for all',
		description: `The reason stands at the item that was refused${code === undefined ? '' : ` (${code})`}.`,
	});

/** The outputs of a job, one for each of its items. */
async function outputsOf(job: Job, { session, tell }: Run): Promise<Output[]> {
	const [first, ...others] = job.items;
	if (first === undefined) return [];
	const { call, finish } = session.work(job);
	const outputs: Output[] =
		others.length === 0
			? [await first.work.run(call, tell)]
			: await first.operation.together(job.items.map(({ work }) => work)).run(call, tell);
	finish();
	return outputs;
}

const isPlain = (output: Output): output is IDataObject =>
	!Array.isArray(output) && !(output instanceof FileOutput);

/** Does a job. Throws what failed. */
async function carryOut(job: Job, run: Run): Promise<void> {
	const outputs = await outputsOf(job, run);
	for (const [index, { item, operation }] of job.items.entries()) {
		const output = outputs[index] ?? {};
		if (operation.looksUp && isPlain(output)) {
			run.recall.memory.keepOutput(run.recall.placeOf(job), output);
		}
		run.outcomes.put(item, await outputItems(run.context, output, item));
	}
}

/** The items of a job that are to be sent once only, and of which this execution knows nothing yet. */
function namedItems({ items, earlier }: Job, { recall }: Run): Array<Ready & { onceKey: string }> {
	if (earlier !== undefined) return [];
	return items.flatMap((ready) => {
		const { onceKey, item } = ready;
		return onceKey === undefined || recall.memory.knows(recall.run, item) ? [] : [{ ...ready, onceKey }];
	});
}

const keysOf = (named: ReadonlyArray<{ onceKey: string }>): string[] => named.map(({ onceKey }) => onceKey);

/** Takes the names of a job's items. Gives the items that may go out: not those of which an earlier run knows. */
async function claimNames(
	job: Job,
	named: ReadonlyArray<Ready & { onceKey: string }>,
	{ session, outcomes, tell }: Run,
): Promise<readonly Ready[]> {
	const claims = await session.onceKeys.claim(keysOf(named));
	const left = new Set<number>();
	for (const [index, { item, onceKey }] of named.entries()) {
		const claim = claims[index];
		if (claim === 'new') continue;
		left.add(item);
		if (claim === 'open') {
			outcomes.fail(
				job.items.filter((one) => one.item === item),
				openKeyFailure(),
			);
			continue;
		}
		tell(
			'Some items were sent before under the same Send Only Once name, and were not sent again (alreadySent).',
		);
		outcomes.put(item, [{ json: { alreadySent: true, sendOnlyOnce: onceKey }, pairedItem: { item } }]);
	}
	return job.items.filter(({ item }) => !left.has(item));
}

/** Does a job, and notes what became of its names. Never rejects. Gives the failure, if there was one. */
async function settle(job: Job, run: Run): Promise<Failure | undefined> {
	const { outcomes, session, recall } = run;
	let items = job.items;
	try {
		const named = namedItems(job, run);
		if (named.length > 0) items = await claimNames(job, named, run);
		if (items.length === 0) return undefined;
		const taken = keysOf(named.filter(({ item }) => items.some((one) => one.item === item)));
		try {
			await carryOut({ ...job, items }, run);
			await session.onceKeys.accepted(taken);
		} catch (error) {
			const failure = outcomes.fail(items, error);
			// Of a message over several requests a part may have been accepted: that, the memory knows.
			const isFree =
				failure.kind !== 'unknown' && !items.some(({ item }) => recall.memory.knows(recall.run, item));
			if (isFree) await session.onceKeys.release(taken);
			return failure;
		}
	} catch (error) {
		return outcomes.fail(items, error);
	}
	return undefined;
}

/** Jobs between two lines in the log. */
const progressStep = 500;

/**
 * Sends the jobs, several at once. No more is begun once a failure ends the run, or the execution is stopped; after a
 * refusal that holds for all, the rest is not tried.
 */
export async function workJobs(jobs: readonly Job[], run: Run): Promise<void> {
	const { outcomes, signal, context } = run;
	const atOnce = Math.min(...jobs.flatMap(({ items }) => items.map(({ atOnce: own }) => own)));
	let lasting: Failure | undefined;
	let done = 0;
	const begin = async (job: Job): Promise<void> => {
		if (signal?.aborted === true) {
			outcomes.fail(job.items, stopped());
		} else if (lasting !== undefined && job.earlier === undefined) {
			outcomes.fail(job.items, pointless(lasting));
		} else {
			const failure = await settle(job, run);
			if (failure?.lasting === true) lasting ??= failure;
		}
		done += 1;
		if (done % progressStep === 0) {
			context.logger.info(`SMSBOX: ${done} of ${jobs.length} requests of this run are done`);
		}
	};
	await inLanes(jobs, atOnce, begin, outcomes.isFatal);
}
