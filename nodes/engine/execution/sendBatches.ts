import { NodeFailure } from '../errors';
import { stopped } from '../http/transport';
import { FileOutput, type Output } from '../operations/operation';
import { changedSince, createCalls, type Sending } from '../sending/calls';
import { pendingKeyFailure } from '../sending/keyStore';
import type { Batch } from './batchItems';
import { firstPace, leastOf, nextPace, runPartitioned } from './concurrency';
import type { Question } from '../waiting/question';
import { storeQuestion } from '../waiting/storedQuestion';
import { batchingHint, hintsOn } from './hints';
import type { Ready } from './readItems';
import type { Run } from './run';
import { storeFile } from './storeFile';

/** What is not tried any more, because it would be rejected for the same reason as an item before. */
const skipped = ({ code }: NodeFailure): NodeFailure =>
	new NodeFailure({
		kind: 'notSent',
		message: 'Not sent: SMSBOX rejected an earlier item with an account-level error',
		description: `See the rejected item for the reason${code === undefined ? '' : ` (${code})`}.`,
	});

/** How many recipients the service rejected; Infinity for all. */
function rejectedIn(output: Output): number {
	if (Array.isArray(output) || output instanceof FileOutput) return 0;
	if (output.accepted === false) return Infinity;
	return Array.isArray(output.rejected) ? output.rejected.length : 0;
}

/** Carries out the items of a batch. Returns their outputs. Throws what failed. */
async function outputsOf(
	items: readonly Ready[],
	{ log, addHint }: Run,
	sending: Sending,
): Promise<Output[]> {
	const [first] = items;
	if (first === undefined) return [];
	const call = createCalls(sending, items);
	if (items.length > 1)
		return await first.operation.together(items.map(({ work }) => work)).run(call, addHint);
	const output = await first.work.run(call, addHint);
	if (first.begun > 0 && log.fitsEntry(first.item) === undefined) throw changedSince();
	return [output];
}

/**
 * Returns the keys that items reserve. One that goes on after an earlier try reserves its rest, by a key of its own: a second
 * retry knows only that earlier try, and must not send the rest once more.
 */
const keysOf = (items: readonly Ready[]): string[] =>
	items.flatMap(({ deduplicationKey: key, begun }) =>
		key === undefined ? [] : begun === 0 ? key : `${key}\0${begun}`,
	);

/** Reserves the deduplication keys of items. Returns the items that may go out: the others have their outcome. */
async function reserveKeys(items: readonly Ready[], { keys, log, outcomes, addHint }: Run): Promise<Ready[]> {
	const reservations = await keys.reserve(keysOf(items));
	return items.filter((one) => {
		const { item, deduplicationKey } = one;
		if (deduplicationKey === undefined) return true;
		const reservation = reservations.shift();
		if (reservation === 'reserved') log.ownKey(item, deduplicationKey);
		if (reservation === 'pending') outcomes.fail([one], pendingKeyFailure());
		if (reservation !== 'accepted') return reservation === 'reserved';
		addHint(
			'Some items were sent before under the same deduplication key and were not sent again (alreadySent).',
		);
		outcomes.put(item, { alreadySent: true, deduplicationKey });
		return false;
	});
}

/** The question with the service's reference of its message. */
function withReference(question: Question, output: Output): Question {
	const reference: unknown =
		Array.isArray(output) || output instanceof FileOutput ? undefined : output.reference;
	return typeof reference === 'string' ? { ...question, reference } : question;
}

/** Gives items that went out their outputs. Returns those of which not every recipient was rejected. */
async function complete(items: readonly Ready[], outputs: readonly Output[], run: Run): Promise<Ready[]> {
	const { log, outcomes, context, keys } = run;
	const reached: Ready[] = [];
	const unreached: Ready[] = [];
	for (const [index, one] of items.entries()) {
		const { item } = one;
		const output = outputs[index] ?? {};
		const { json, file } = output instanceof FileOutput ? output : { json: output, file: undefined };
		const rejected = rejectedIn(output);
		(rejected < Infinity ? reached : unreached).push(one);
		if (file === undefined) log.complete(item, [json].flat(), rejected);
		outcomes.put(item, json, file && (await storeFile(context, file)));
		const { question } = one.work;
		if (question !== undefined && rejected === 0) run.asked.push(withReference(question, output));
	}
	const accepted = reached.flatMap(({ deduplicationKey }) => deduplicationKey ?? []);
	await keys.settle('accept', [...new Set([...accepted, ...keysOf(reached)])]);
	await keys.settle('release', keysOf(unreached));
	return reached;
}

/** Sends a batch and gives each of its items an outcome. Returns those that were carried out, or why all have failed. */
async function sendBatch(
	{ items }: Batch,
	run: Run,
	sending: Sending,
): Promise<readonly Ready[] | NodeFailure> {
	const { context, log, outcomes, keys } = run;
	let owners: Ready[] | undefined;
	try {
		owners = await reserveKeys(items, run);
		// Frozen when the message leaves: a tap may be faster than the end of this run.
		for (const { question } of owners.map(({ work }) => work))
			if (question !== undefined) storeQuestion(context.getContext('node'), question);
		return await complete(owners, await outputsOf(owners, run, sending), run);
	} catch (error) {
		const failure = outcomes.fail(owners ?? items, error);
		const unsent = owners?.filter(({ item, begun }) => log.begunOf(item) === begun) ?? [];
		await keys.settle('release', keysOf(unsent));
		return failure;
	}
}

/** Batches between two lines in the log of n8n. */
const progressStep = 500;

/**
 * Sends the batches, several at once. No more is begun once a failure ends the run, or the execution is stopped; after an
 * account-level rejection the rest is not tried.
 */
export async function sendBatches(batches: readonly Batch[], run: Run): Promise<void> {
	const { outcomes, context, addHint, transport, log, limits } = run;
	const signal = context.getExecutionCancelSignal();
	const items = batches.flatMap((batch) => batch.items);
	const done: Ready[] = [];
	let accountLevel: NodeFailure | undefined;
	let ended = 0;
	const concurrency = leastOf(items.map((one) => one.concurrency));
	let pace = firstPace(concurrency);
	const sending: Sending = {
		transport,
		log,
		retryPauses: limits.retryPauses,
		onAnswer: (isOverload) => {
			pace = nextPace(pace, isOverload, concurrency);
		},
	};
	const begin = async (batch: Batch): Promise<void> => {
		const skipReason = signal?.aborted === true ? stopped() : accountLevel && skipped(accountLevel);
		const sent =
			skipReason === undefined
				? await sendBatch(batch, run, sending)
				: outcomes.fail(batch.items, skipReason);
		if (!(sent instanceof NodeFailure)) done.push(...sent);
		else if (sent.isAccountLevel) accountLevel ??= sent;
		ended += 1;
		if (ended % progressStep === 0)
			context.logger.info(`SMSBOX: ${ended} of ${batches.length} requests of this run are done`);
	};
	await runPartitioned(
		batches,
		() => pace.limit,
		begin,
		() => outcomes.isFatal(),
	);
	[...hintsOn(done), ...batchingHint(items)].forEach(addHint);
}
