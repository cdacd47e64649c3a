import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { e164 } from '../../../protocol/recipients/phoneNumbers';
import { NodeFailure, unknownFailure } from '../errors';
import { stopped } from '../http/transport';
import { FileOutput, type Output, type OutputFile } from '../operations/operation';
import { createCalls, notAgain, type Sending } from '../sending/calls';
import { type Batch, firstPace, hintsOn, leastOf, nextPace, runPartitioned } from './batchItems';
import type { MessageIdentity } from '../sending/messageIdentity';
import { type Question, storeQuestion } from '../waiting/question';
import { identifyItems, identityOf, keysOf, releaseKeys, reserveKeys } from './identity';
import type { Ready } from './readItems';
import type { Run } from './run';

/** The output of an item, without its file. */
type Json = IDataObject | IDataObject[];

function notStored(): never {
	throw new NodeFailure({
		kind: 'notSent',
		message: 'The file was downloaded, but n8n could not store it',
		description: 'Check the disk space and binary data settings of n8n, then retry.',
	});
}

/** Hands a file to n8n. Throws a {@link NodeFailure} where it cannot be stored. */
export async function storeFile(
	{ helpers }: IExecuteFunctions,
	{ field, name, mimeType, bytes }: OutputFile,
): Promise<IBinaryKeyData> {
	// A view of the same bytes: a file may have 100 MB.
	const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	return { [field]: await helpers.prepareBinaryData(view, name, mimeType).catch(notStored) };
}

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
