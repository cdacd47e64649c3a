import type { IExecuteFunctions } from 'n8n-workflow';
import { Failure } from '../failure';
import { stopped, type Transport } from '../http/transport';
import { FileOutput, type Output, type Tell } from '../operations/operation';
import { type Call, createCalls } from '../sending/calls';
import { type KeyStore, pendingKeyFailure } from '../sending/keyStore';
import type { SendLog } from '../sending/sendLog';
import type { Batch } from './batches';
import { inLanes } from './lanes';
import type { Outcomes } from './outcomes';
import { outputItems } from './output';
import type { Ready } from './plan';
import type { Done } from './remarks';
import { leastOf } from './volume';

/** One run of a node. */
export interface Run {
	context: IExecuteFunctions;
	log: SendLog;
	transport: Transport;
	/** Calls for looking up beforehand: equal reads of several items go out once. */
	readsOf: (one: Pick<Ready, 'item' | 'timeoutSeconds'>) => Call;
	keys: KeyStore;
	outcomes: Outcomes;
	signal: AbortSignal | undefined;
	tell: Tell;
	/** The items that were carried out so far; not those of which every recipient was rejected. */
	done: Done[];
}

/** What is not tried any more, because it would be rejected for the same reason as an item before. */
const skipped = ({ code }: Failure): Failure =>
	new Failure({
		kind: 'notSent',
		message: 'Not sent: SMSBOX refused an earlier item for a reason that holds for all',
		description: `The reason stands at the item that was refused${code === undefined ? '' : ` (${code})`}.`,
	});

/** How many recipients the service rejected; Infinity for all. */
function rejectedIn(output: Output): number {
	if (Array.isArray(output) || output instanceof FileOutput) return 0;
	if (output.accepted === false) return Infinity;
	return Array.isArray(output.refused) ? output.refused.length : 0;
}

/** Carries out a batch. Returns the outputs of its items. Throws what failed. */
async function outputsOf({ items }: Batch, { transport, log, tell }: Run): Promise<Output[]> {
	const [first, ...others] = items;
	if (first === undefined) return [];
	const call = createCalls({
		transport,
		log,
		items: items.map(({ item, work }) => ({
			item,
			recipients: others.length === 0 ? undefined : work.inOrder,
		})),
		timeoutSeconds: first.timeoutSeconds,
	});
	if (others.length === 0) return [await first.work.run(call, tell)];
	return await first.operation.together(items.map(({ work }) => work)).run(call, tell);
}

const keysOf = (items: readonly Ready[]): string[] =>
	items.flatMap(({ deduplicationKey }) => deduplicationKey ?? []);

/**
 * Reserves the deduplication keys of items; those that already own theirs go on. Returns the items that may go out: the
 * others have their outcome.
 */
async function reserveKeys(items: readonly Ready[], { keys, log, outcomes, tell }: Run): Promise<Ready[]> {
	const isOwner = ({ item, deduplicationKey }: Ready): boolean =>
		deduplicationKey === undefined || log.ownsKey(item);
	const ready = items.filter(isOwner);
	const wanting = items.filter((one) => !isOwner(one));
	const reservations = await keys.reserve(keysOf(wanting));
	for (const [index, one] of wanting.entries()) {
		const { item, deduplicationKey = '' } = one;
		if (reservations[index] === 'reserved') {
			log.ownKey(item, deduplicationKey);
			ready.push(one);
		} else if (reservations[index] === 'pending') {
			outcomes.fail([one], pendingKeyFailure());
		} else {
			log.release(item);
			tell(
				'Some items were sent before under the same Send Only Once key and were not sent again (alreadySent).',
			);
			const json = { alreadySent: true, sendOnlyOnce: deduplicationKey };
			outcomes.put(item, [{ json, pairedItem: { item } }]);
		}
	}
	return ready.sort((a, b) => a.item - b.item);
}

/** Gives items that went out their outputs. */
async function complete(items: readonly Ready[], outputs: readonly Output[], run: Run): Promise<void> {
	const { log, keys, outcomes, context } = run;
	const reached: Ready[] = [];
	const unreached: Ready[] = [];
	for (const [index, one] of items.entries()) {
		const { item } = one;
		const output = outputs[index] ?? {};
		const rejected = rejectedIn(output);
		(rejected < Infinity ? reached : unreached).push(one);
		if (!(output instanceof FileOutput)) log.complete(item, [output].flat(), rejected);
		outcomes.put(item, await outputItems(context, output, item));
	}
	run.done.push(...reached);
	await keys.accept(keysOf(reached));
	await keys.release(keysOf(unreached));
}

/** Sends a batch and gives each of its items an outcome. Never rejects. Returns the failure, if there was one. */
async function sendBatch(batch: Batch, run: Run): Promise<Failure | undefined> {
	let { items } = batch;
	try {
		items = await reserveKeys(items, run);
		if (items.length > 0) await complete(items, await outputsOf({ ...batch, items }, run), run);
		return undefined;
	} catch (error) {
		const failure = run.outcomes.fail(items, error);
		const owned = items.filter(({ item }) => run.log.ownsKey(item));
		await run.keys.release(keysOf(owned.filter(({ item }) => run.log.release(item))));
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
	const { outcomes, signal, context } = run;
	const atOnce = leastOf(batches.flatMap(({ items }) => items.map(({ atOnce: own }) => own)));
	let accountLevel: Failure | undefined;
	let done = 0;
	const skipReason = (): Failure | undefined => {
		if (signal?.aborted === true) return stopped();
		return accountLevel && skipped(accountLevel);
	};
	const begin = async (batch: Batch): Promise<void> => {
		const reason = skipReason();
		if (reason !== undefined) {
			outcomes.fail(batch.items, reason);
		} else {
			const failure = await sendBatch(batch, run);
			if (failure?.lasting === true) accountLevel ??= failure;
		}
		done += 1;
		if (done % progressStep === 0) {
			context.logger.info(`SMSBOX: ${done} of ${batches.length} requests of this run are done`);
		}
	};
	await inLanes(batches, atOnce, begin, outcomes.isFatal);
}
