import { randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { e164, withoutOptionalDigit } from '../../../protocol/recipients/phoneNumbers';
import { withCommas } from '../../../protocol/validation';
import { NodeFailure, unknownFailure } from '../errors';
import { stopped } from '../http/transport';
import { FileOutput, type Output } from '../operations/operation';
import { createCalls, notAgain, type Sending } from '../sending/calls';
import type { MessageIdentity } from '../sending/messageIdentity';
import { type Question, storeQuestion } from '../waiting/question';
import { identifyItems, identityOf, keysOf, releaseKeys, reserveKeys } from './identity';
import { storeFile } from './outcomes';
import type { Ready } from './readItems';
import type { Run } from './run';

/** Items that go out together: one by itself, or several that share a request. */
export interface Batch {
	/** At least one, in order. */
	items: Ready[];
	/** Those of all its items; undefined where nobody knows whom they reach. */
	partitionKeys: string[] | undefined;
}

/** Equal for items that may share a request; undefined for one that goes by itself, as the rest of an earlier try does. */
function batchKey(
	{ item, operation, timeoutSeconds, batch, isDryRun, work, account }: Ready,
	isBegun: (item: number) => boolean,
): string | undefined {
	const { sharing, partitionKeys } = work;
	if (!batch || isBegun(item) || sharing === undefined || partitionKeys === undefined) return undefined;
	if (partitionKeys.length > sharing.mostRecipients) return undefined;
	return [operation.value, timeoutSeconds, isDryRun, account.id, sharing.key].join('\n');
}

/**
 * Makes batches of items, in their order: those that say the same go together, as many recipients as a request takes. Nobody's
 * messages change their order: an item joins an earlier batch only if none of its recipients is in that batch or a later one.
 *
 * @param isBegun whether an earlier attempt has sent a part of an item
 */
export function batchItems(
	ready: readonly Ready[],
	isBegun: (item: number) => boolean = () => false,
): Batch[] {
	const batches: Batch[] = [];
	const open = new Map<string | undefined, number>();
	/** By recipient: the last batch that they are in. */
	const lastBatchOf = new Map<string, number>();

	for (const readyItem of ready) {
		const { partitionKeys, sharing } = readyItem.work;
		const people = partitionKeys?.map(withoutOptionalDigit) ?? [];
		const key = batchKey(readyItem, isBegun);
		const index = open.get(key) ?? -1;
		const joined = batches[index]?.partitionKeys;
		const canJoin =
			joined !== undefined &&
			partitionKeys !== undefined &&
			joined.length + partitionKeys.length <= (sharing?.mostRecipients ?? 0) &&
			people.every((person) => (lastBatchOf.get(person) ?? -1) < index);
		const batchIndex = canJoin ? index : batches.push({ items: [], partitionKeys: partitionKeys && [] }) - 1;
		batches[batchIndex]?.items.push(readyItem);
		for (const person of people) {
			batches[batchIndex]?.partitionKeys?.push(person);
			lastBatchOf.set(person, batchIndex);
		}
		if (key !== undefined) open.set(key, batchIndex);
		// Nobody knows whom it reaches: what comes after it stays after it.
		if (partitionKeys === undefined) open.clear();
	}
	return batches;
}

/** From this many requests on it is worth telling people that there could be fewer. */
const worthTelling = 20;

/** Tells after a run what batching its items would have saved, where it is worth a word. */
function batchingHint(items: readonly Ready[]): string[] {
	const batchable = items.filter(({ batch, work }) => !batch && work.sharing !== undefined);
	const batched = batchItems(batchable.map((readyItem) => ({ ...readyItem, batch: true }))).length;
	if (batchable.length < worthTelling || batchable.length < 2 * batched) return [];
	return [
		`This run takes ${withCommas(batchable.length)} requests. With Batch Items, it takes ${withCommas(batched)}: items with the same content share a request.`,
	];
}

/** What there is to tell about the items of a run that were carried out, by operation, and about all those that were tried. */
export function hintsOn(sentItems: readonly Ready[], triedItems: readonly Ready[]): string[] {
	const operations = new Set(sentItems.map(({ operation }) => operation));
	const ofOperations = [...operations].flatMap((used) =>
		used.hints(sentItems.flatMap(({ operation, work }) => (operation === used ? work : []))),
	);
	return [...ofOperations, ...batchingHint(triedItems)];
}

/** How many requests may be in progress now, and what they have met. */
interface Pace {
	limit: number;
	/** Answers without trouble since the limit was last changed. */
	successes: number;
	/** Whether the last answer spoke for fewer requests at a time. */
	isTroubled: boolean;
}

/** A run begins gently: a service that takes no more, and a key that is not accepted, are met with few requests. */
export const firstPace = (maximum: number): Pace => ({
	limit: Math.min(5, maximum),
	successes: 0,
	isTroubled: false,
});

/**
 * Returns the pace after an answer.
 *
 * | Answer | Limit |
 * | --- | --- |
 * | good, as many as the limit since it was changed | doubled, up to `maximum` |
 * | the first that speaks for fewer requests | halved |
 * | the next in a row | 1 |
 */
export function nextPace({ limit, successes, isTroubled }: Pace, isOverload: boolean, maximum: number): Pace {
	if (isOverload)
		return { limit: isTroubled ? 1 : Math.max(1, Math.floor(limit / 2)), successes: 0, isTroubled: true };
	if (successes + 1 < limit) return { limit, successes: successes + 1, isTroubled: false };
	return { limit: Math.min(maximum, limit * 2), successes: 0, isTroubled: false };
}

/**
 * How many requests are begun before they can leave. Otherwise answers that come together have their next requests leave together,
 * too, and all of them wait until the last is ready: 50 at a time took 1.4 times as long.
 */
const begunTogether = 2;

/** Lets Node.js look after its connections: n8n allows a node no timers, and the shortest would take a millisecond. */
const turnOfEventLoop = async (): Promise<void> =>
	await new Promise((resolve) => {
		randomBytes(1, () => resolve());
	});

/**
 * Does all work in its order, at most `limit()` at a time: of two with a partition key in common, the second waits for the first.
 * Work without keys goes alone. When `isOver` says so, or `work` has rejected, no more is begun, and what is under way is awaited.
 */
export async function runPartitioned<Work extends Pick<Batch, 'partitionKeys'>>(
	queue: readonly Work[],
	limit: () => number,
	work: (job: Work) => Promise<void>,
	isOver: () => boolean,
): Promise<void> {
	const busy = new Set<string>();
	const failures: unknown[] = [];
	let underWay = 0;
	let startedCount = 0;
	let wake = (): void => undefined;
	const oneEnds = async (): Promise<void> =>
		await new Promise((resolve) => {
			wake = resolve;
		});
	const carryOut = async (job: Work, names: readonly string[]): Promise<void> => {
		underWay += 1;
		for (const name of names) busy.add(name);
		await work(job).catch((error: unknown) => failures.push(error));
		for (const name of names) busy.delete(name);
		underWay -= 1;
		wake();
	};

	for (const next of queue) {
		const { partitionKeys: names } = next;
		const isBusy = (): boolean =>
			names === undefined || underWay >= limit() || names.some((name) => busy.has(name));
		while (underWay > 0 && isBusy()) await oneEnds();
		if (isOver() || failures.length > 0) break;
		const ending = carryOut(next, names ?? []);
		if (names === undefined) await ending;
		else if (++startedCount % begunTogether === 0) await turnOfEventLoop();
	}
	while (underWay > 0) await oneEnds();
	if (failures.length > 0) throw failures[0];
}

/** The least of any number of settings: `Math.min` cannot take as many as there may be items. */
export const leastOf = (settings: readonly number[]): number =>
	settings.reduce((minimum, setting) => Math.min(minimum, setting), Infinity);

/** The output of an item, without its file. */
type Json = IDataObject | IDataObject[];

/** What is not tried any more, because it would be rejected for the same reason as an item before. */
const skipped = ({ code }: NodeFailure): NodeFailure =>
	new NodeFailure({
		kind: 'notSent',
		message: 'Not sent: SMSBOX rejected another item with an account-level error',
		description: `See the rejected item for the reason${code === undefined ? '' : ` (${code})`}.`,
	});

/** What an output says of a message; nothing where it is about none. */
const messageIn = (json: Json): IDataObject => (Array.isArray(json) ? {} : json);

/** How many recipients the service rejected; Infinity for all, undefined where it doesn't say whether it took anybody. */
function rejectedIn(json: Json): number | undefined {
	const { accepted, rejected } = messageIn(json);
	if (accepted === null) return undefined;
	if (accepted === false) return Infinity;
	return Array.isArray(rejected) ? rejected.length : 0;
}

/** Returns a list of recipients in an output; empty where it has none. */
const recipientsIn = (json: Json, name: 'recipients' | 'rejected' | 'unconfirmed') =>
	[messageIn(json)[name] ?? []].flat();

/** Carries out the items of a batch. Returns their outputs. Throws what failed. */
async function outputsOf(
	items: readonly Ready[],
	{ log, addHint }: Run,
	sending: Omit<Sending, 'transport'>,
): Promise<Output[]> {
	const [first] = items;
	if (first === undefined) return [];
	const call = createCalls({ ...sending, transport: first.account.transport }, items);
	if (items.length > 1)
		return await first.operation.runTogether(
			items.map(({ work }) => work),
			call,
		);
	const begunRequests = log.begunOf(first.item);
	const output = await first.work.run(call, addHint);
	if (begunRequests > 0 && log.fitsEntry(first.item) === undefined) throw notAgain.changed();
	return [output];
}

/** The question with what is known of its accepted message: the recipient, and the service's reference. */
function withMessage(question: Question, json: Json, [to]: readonly string[] = []): Question {
	const { reference } = messageIn(json);
	return {
		...question,
		...(to !== undefined && { to: e164(to) }),
		...(typeof reference === 'string' && { reference }),
	};
}

/**
 * Stores the content and the possible recipients of an item: they identify it when it comes back. Of one that others got, these are
 * the unconfirmed ones. A tool remembers everybody who has it or may have it.
 */
async function keepContent(readyItem: Ready, { log, context }: Run, json: Json = {}): Promise<void> {
	const { item, work } = readyItem;
	const [unconfirmed, rejected] = (['unconfirmed', 'rejected'] as const).map(
		(name) => new Set<unknown>(recipientsIn(json, name)),
	);
	const identityFor = async (isKept?: (number: string) => boolean): Promise<MessageIdentity | undefined> => {
		const remaining = isKept && work.keepRecipients?.(isKept);
		return await identityOf(
			remaining ? { ...readyItem, work: remaining } : readyItem,
			context,
			log.begunOf(item),
		);
	};
	const message = await identityFor(
		unconfirmed?.size ? (number) => unconfirmed.has(e164(number)) : undefined,
	);
	const reached = log.isTool
		? await identityFor(rejected?.size ? (number) => !rejected.has(e164(number)) : undefined)
		: message;
	log.keepContent(item, message && { ...message, people: reached?.people });
}

/**
 * Returns why nobody is asked: the service took the request, but rejected its only recipient, or doesn't say whether it took him.
 * What was rejected may be asked again.
 */
function notAsked({ item }: Ready, json: Json, rejected: number | undefined, { log }: Run): NodeFailure {
	log.settle(item, 0, rejected === undefined ? 'unknown' : 'discarded');
	if (rejected === undefined)
		return unknownFailure('send', 'SMSBOX did not say whether it accepted the recipient');
	const [result] = recipientsIn(json, 'recipients');
	const code = typeof result === 'object' && 'reasonCode' in result ? String(result.reasonCode) : '';
	return new NodeFailure({
		kind: 'rejected',
		message: 'Rejected by SMSBOX: the question has no valid recipient',
		description: `Check the number${code === '' ? '' : `, and the reason (${code})`}, or ask on another channel.`,
	});
}

const rejectedHint = 'SMSBOX rejected some recipients. See rejected in the output.';

/** Of an output, a model would take the recipients for reached, or for missed. */
const unclearToModel = {
	instruction:
		'SMSBOX did not say for each recipient whether it accepted this message. Do not send it again, not even reworded. Tell the user to check the SMSBOX account.',
};

/** Gives items that went out their outputs. */
async function complete(items: readonly Ready[], outputs: readonly Output[], run: Run): Promise<void> {
	const { log, outcomes, context, keys, addHint } = run;
	for (const [index, readyItem] of items.entries()) {
		const output = outputs[index] ?? {};
		const { json, file } = output instanceof FileOutput ? output : { json: output, file: undefined };
		const rejected = rejectedIn(json);
		const isUnclear = rejected === undefined || recipientsIn(json, 'unconfirmed').length > 0;
		const { question, partitionKeys } = readyItem.work;
		if (question !== undefined && rejected !== 0) throw notAsked(readyItem, json, rejected, run);
		// Such an item is no error, as others may have been taken: it is easily overlooked.
		if (recipientsIn(json, 'rejected').length > 0) addHint(rejectedHint);
		const instructed =
			isUnclear && log.isTool && readyItem.operation.sends ? { ...messageIn(json), ...unclearToModel } : json;
		const itemOutputs = outcomes.complete(readyItem, instructed, file && (await storeFile(context, file)));
		if (file === undefined) log.complete(readyItem.item, itemOutputs, rejected, isUnclear);
		const isCorrected = log.isTool && rejected !== undefined && rejected > 0 && rejected < Infinity;
		if (log.isUnfinished(readyItem.item) || isCorrected) await keepContent(readyItem, run, json);
		if (question !== undefined) run.askedQuestions.push(withMessage(question, json, partitionKeys));
	}
	// Where the service doesn't say whether it took the message, or a part of it, its key stays pending.
	const accepted = items.filter(({ item }) => log.mayHaveReached(item) && !log.isUnfinished(item));
	await keys.settle('accept', keysOf(accepted));
}

/** Sends a batch and gives each of its items an outcome. Returns those that were carried out, or why all have failed. */
async function sendBatch(
	{ items }: Batch,
	run: Run,
	sending: Omit<Sending, 'transport'>,
): Promise<readonly Ready[] | NodeFailure> {
	const { context, log, outcomes } = run;
	let owners: readonly Ready[] = items;
	try {
		// One after the other: what one of them has failed must not fail again with the others.
		owners = await identifyItems(items, run);
		owners = await reserveKeys(owners, run);
		// Frozen when the message leaves: a tap may be faster than the end of this run.
		for (const { question } of owners.map(({ work }) => work))
			if (question !== undefined) storeQuestion(context.getContext('node'), question);
		await complete(owners, await outputsOf(owners, run, sending), run);
		return owners;
	} catch (error) {
		for (const readyItem of owners) if (log.isUnfinished(readyItem.item)) await keepContent(readyItem, run);
		return outcomes.fail(owners, error);
	} finally {
		await releaseKeys(owners, run);
	}
}

/** Batches between two lines in the log of n8n. */
const progressStep = 500;

/**
 * Sends the batches, several at once. No more is begun once a failure ends the run, or the execution is stopped; after an
 * account-level rejection the rest of the account's is not tried.
 */
export async function sendBatches(batches: readonly Batch[], run: Run): Promise<void> {
	const { outcomes, context, addHint, log, limits } = run;
	const signal = context.getExecutionCancelSignal();
	const items = batches.flatMap((batch) => batch.items);
	const sentItems: Ready[] = [];
	/** Those, and those that have failed when their turn had come. */
	const triedItems: Ready[] = [];
	/** By account: why the rest of it is not tried. */
	const accountLevel = new Map<string, NodeFailure>();
	let ended = 0;
	const concurrency = leastOf(items.map((readyItem) => readyItem.concurrency));
	let pace = firstPace(concurrency);
	const sending = {
		log,
		retryPauses: limits.retryPauses,
		onAnswer: (isOverload: boolean) => {
			pace = nextPace(pace, isOverload, concurrency);
		},
	};
	const begin = async (batch: Batch): Promise<void> => {
		const account = batch.items[0]?.account.connectionHash ?? '';
		const skipReason = (): NodeFailure | undefined => {
			const rejection = accountLevel.get(account);
			return signal?.aborted === true ? stopped() : rejection && skipped(rejection);
		};
		const reason = skipReason();
		const sent =
			reason === undefined
				? await sendBatch(batch, run, { ...sending, skipReason })
				: outcomes.fail(batch.items, reason);
		if (reason === undefined) triedItems.push(...(sent instanceof NodeFailure ? batch.items : sent));
		if (!(sent instanceof NodeFailure)) sentItems.push(...sent);
		else if (sent.isAccountLevel && !accountLevel.has(account)) accountLevel.set(account, sent);
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
	hintsOn(sentItems, triedItems).forEach(addHint);
}
