import type { IExecuteFunctions, IDataObject } from 'n8n-workflow';
import { Failure } from '../failure';
import { type Job } from './jobs';
import { inLanes } from './lanes';
import { openKeyFailure } from '../sending/once';
import { FileOutput, type Output, type Tell } from '../operations/operation';
import type { Outcomes } from './outcomes';
import { outputItems } from './output';
import type { Ready } from './plan';
import type { Done } from './remarks';
import type { Recall, Session } from '../sending/session';
import { stopped } from '../http/transport';
import { leastOf } from './volume';

/** One run of a node. */
export interface Run {
	context: IExecuteFunctions;
	recall: Recall;
	session: Session;
	outcomes: Outcomes;
	signal: AbortSignal | undefined;
	tell: Tell;
	/** The items that were carried out so far; not those of which every recipient was refused. */
	done: Done[];
}

/** What is not tried any more, because it would be refused for the same reason as an item before. */
const pointless = ({ code }: Failure): Failure =>
	new Failure({
		kind: 'notSent',
		message: 'Not sent: SMSBOX refused an earlier item for a reason that holds for all',
		description: `The reason stands at the item that was refused${code === undefined ? '' : ` (${code})`}.`,
	});

const isPlain = (output: Output): output is IDataObject =>
	!Array.isArray(output) && !(output instanceof FileOutput);

/** Whether the service refused every recipient. */
const isRefused = (output: Output): boolean => isPlain(output) && output.accepted === false;

/**
 * The outputs of a job, one for each of its items. What is left of a shared request is still one: its answer is about
 * others too.
 */
async function outputsOf(job: Job, { session, tell }: Run): Promise<Output[]> {
	const [first, ...others] = job.items;
	if (first === undefined) return [];
	const { call, finish } = session.work(job);
	const outputs: Output[] =
		others.length === 0 && job.earlier === undefined
			? [await first.work.run(call, tell)]
			: await first.operation.together(job.items.map(({ work }) => work)).run(call, tell);
	finish(outputs.every(isRefused));
	return outputs;
}

/** Does a job. Gives the items whose messages nobody was to get after all. Throws what failed. */
async function carryOut(job: Job, run: Run): Promise<Set<number>> {
	const refused = new Set<number>();
	const outputs = await outputsOf(job, run);
	for (const [index, { item, operation, work }] of job.items.entries()) {
		const output = outputs[index] ?? {};
		if (operation.looksUp && isPlain(output)) {
			run.recall.memory.keepOutput(run.recall.placeOf(job), output);
		}
		if (isRefused(output)) refused.add(item);
		else run.done.push({ operation, work });
		run.outcomes.put(item, await outputItems(run.context, output, item));
	}
	return refused;
}

/** An item that is to be sent once only. */
type Named = Ready & { onceKey: string };

const namedAmong = (items: readonly Ready[]): Named[] =>
	items.flatMap((ready) => (ready.onceKey === undefined ? [] : [{ ...ready, onceKey: ready.onceKey }]));

const keysOf = (named: readonly Named[]): string[] => named.map(({ onceKey }) => onceKey);

/** Takes the names of a job's items. Gives the items that may go out: not those of which an earlier run knows. */
async function claimNames(
	job: Job,
	named: readonly Named[],
	{ session, recall, outcomes, tell }: Run,
): Promise<readonly Ready[]> {
	const claims = await session.onceKeys.claim(keysOf(named));
	const left = new Set<number>();
	for (const [index, { item, onceKey }] of named.entries()) {
		const claim = claims[index];
		if (claim === 'new') continue;
		left.add(item);
		if (claim === 'accepted') recall.ledger.giveBack([item]);
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

/** Notes what became of the names of items that went out: whom the service refused may be tried again. */
async function noteNames(
	items: readonly Ready[],
	refused: ReadonlySet<number>,
	{ session, recall }: Run,
): Promise<void> {
	const named = namedAmong(items);
	recall.ledger.giveBack(refused);
	await session.onceKeys.accepted(keysOf(named.filter(({ item }) => !refused.has(item))));
	await session.onceKeys.release(keysOf(named.filter(({ item }) => refused.has(item))));
}

/** Does a job, and notes what became of its names. Never rejects. Gives the failure, if there was one. */
async function settle(job: Job, run: Run): Promise<Failure | undefined> {
	const { outcomes, session, recall } = run;
	const isKnown = ({ item }: Ready): boolean => recall.memory.knows(recall.run, item);
	let items = job.items;
	let taken: string[] = [];
	try {
		// Of what this execution has tried before, the memory knows more than the names.
		const named = job.earlier === undefined ? namedAmong(items).filter((one) => !isKnown(one)) : [];
		if (named.length > 0) items = await claimNames(job, named, run);
		if (items.length === 0) return undefined;
		const left = new Set(items.map(({ item }) => item));
		taken = keysOf(named.filter(({ item }) => left.has(item)));
		await noteNames(items, await carryOut({ ...job, items }, run), run);
		return undefined;
	} catch (error) {
		const failure = outcomes.fail(items, error);
		// Of a message over several requests a part may have been accepted: that, the memory knows.
		if (failure.kind !== 'unknown' && !items.some(isKnown)) {
			recall.ledger.giveBack(items.map(({ item }) => item));
			await session.onceKeys.release(taken);
		}
		return failure;
	}
}

/** Jobs between two lines in the log. */
const progressStep = 500;

/**
 * Sends the jobs, several at once. No more is begun once a failure ends the run, or the execution is stopped; after a
 * refusal that holds for all, the rest is not tried.
 */
export async function workJobs(jobs: readonly Job[], run: Run): Promise<void> {
	const { outcomes, recall, signal, context } = run;
	const atOnce = leastOf(jobs.flatMap(({ items }) => items.map(({ atOnce: own }) => own)));
	let lasting: Failure | undefined;
	let done = 0;
	/** Why a job is not begun. What an earlier try has sent is answered from the memory, which needs no service. */
	const hindranceTo = ({ items }: Job): Failure | undefined => {
		if (items.some(({ item }) => recall.tried.has(item))) return undefined;
		if (signal?.aborted === true) return stopped();
		return lasting && pointless(lasting);
	};
	const begin = async (job: Job): Promise<void> => {
		const hindrance = hindranceTo(job);
		if (hindrance !== undefined) {
			outcomes.fail(job.items, hindrance);
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
