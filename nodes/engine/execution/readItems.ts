import type { INodeParameters } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { e164 } from '../../../protocol/recipients/phoneNumbers';
import { NodeFailure, nodeFailureOf } from '../errors';
import type { Account } from '../http/transport';
import type { Defaults } from '../http/transport';
import { isRepeatable } from '../operations/expressions/code';
import { changesByItself } from '../operations/expressions/stoppedClock';
import type { Operation, Prepared } from '../operations/operation';
import { batchItemsName, readConcurrency, readTimeout } from '../operations/operation';
import { createParameterReaders } from '../operations/parameters';
import { findOperation } from '../operations/properties';
import type { Reader } from '../operations/reader';
import { isRecord, propertyOf } from '../operations/values';
import { checkItemOfAgent } from '../policy/itemsOfAgent';
import { checkNumbers, createPolicyReader, isTool, readDryRun, type SendPolicy } from '../policy/sendPolicy';
import { type Call, createReads } from '../sending/calls';
import { readDeduplicationKey, uniqueKeys } from '../sending/keyStore';
import { firstOf } from './outcomes';
import { checkOneQuestion, type Run, takeOwnNode } from './run';

/** An item that was read, is valid, and can go out. */
export interface Ready {
	item: number;
	operation: Operation;
	work: Prepared;
	/** What it is sent with. */
	account: Account;
	timeoutSeconds: number;
	/** See `deduplicationKeyOption`; undefined where it is not set. */
	deduplicationKey: string | undefined;
	/** What the author of the workflow allows. */
	policy: SendPolicy;
	/** As it was asked for, excluded recipients included: so a message is still the same one after somebody has opted out. */
	unfiltered: Prepared;
	/** Whether it certainly says the same whenever it is read. */
	isRepeatable: boolean;
	/** In tools, the same with the clock stopped. */
	timeless: () => Promise<Prepared>;
	/** Recipients that get no message, as the author of the workflow wants it; in E.164. */
	excluded: string[];
	/** Whether nobody else is left. */
	isExcluded: boolean;
	/** Whether it may share a request with items that say the same. */
	batch: boolean;
	/** How many requests may be under way together, as far as this item says. */
	concurrency: number;
	/** Whether it only says what it would send. */
	isDryRun: boolean;
}

const unknownOperation = (): NodeFailure =>
	new NodeFailure({
		kind: 'invalidInput',
		message: "The operation doesn't belong to the resource",
		description: 'Select both again.',
	});

/** What isn't valid can't be compared with what may have been sent: a loop, or a model, may ask for the same message. */
const afterUnknown = [
	'An earlier message of this execution may have been sent. Check your SMSBOX account before sending this one again.',
	'An earlier message may have been sent: do not send that one again. Tell the user to check the SMSBOX account.',
] as const;

function emptyFieldsHint(fields: readonly string[]): string[] {
	if (fields.length === 0) return [];
	const [subject, verb] = fields.length === 1 ? ['this field', 'was'] : ['these fields', 'were'];
	return [`In some messages ${subject} ${verb} empty: ${firstOf(fields, 5)}. Check the texts for gaps.`];
}

/**
 * Leaves out the recipients that the author of the workflow excludes. Returns what is left to do: undefined where nobody is.
 *
 * @throws InvalidInput for a question, as nobody would answer it
 */
function withoutExcluded(
	work: Prepared,
	{ isExcluded }: SendPolicy,
): { work: Prepared | undefined; excluded: string[] } {
	const numbers = work.partitionKeys ?? [];
	const excluded = new Set(isExcluded && numbers.filter(isExcluded));
	if (isExcluded === undefined || excluded.size === 0) return { work, excluded: [] };
	if (work.keepRecipients === undefined)
		throw new InvalidInput(
			'to',
			'The recipient is in Excluded Recipients.',
			'Check for excluded recipients before this node, or remove the option.',
		);
	// A list can have a person in two forms, of which only the first is among the numbers.
	const isKept = (number: string): boolean => !isExcluded(number);
	const remaining = numbers.some(isKept) ? work.keepRecipients(isKept) : undefined;
	return { work: remaining, excluded: [...excluded].map(e164) };
}

/** Of the options for safety, those that decide what people read, or what is the same message. */
const safetyOfContent = ['deduplicationKey', 'optOutMention'];

/** What of a node's stored parameters decides what people read: not its recipients, nor options for delivery, limits and speed. */
function contentOf({ safetyOptions, ...parameters }: INodeParameters): unknown[] {
	const content = Object.entries(parameters).filter(
		([name]) => name !== 'to' && name !== 'deliveryOptions' && name !== 'options',
	);
	const safety = isRecord(safetyOptions)
		? safetyOfContent.map((name) => propertyOf(safetyOptions, name))
		: [safetyOptions];
	return [...content, ...safety];
}

/** Prepares an item with the clock stopped. Without readers it says the same anyway; it may be valid at no time that is tried. */
async function timelessOf(
	{ operation: { prepare }, unfiltered }: Ready,
	readers: readonly Reader[],
	read: Call,
): Promise<Prepared> {
	for (const reader of readers) {
		try {
			const work = prepare(reader);
			await work.resolve(read);
			return work;
		} catch {
			// Its hours, or its schedule, may be allowed at the other time.
		}
	}
	return unfiltered;
}

/**
 * Reads and validates items, so that a wrong one is known before the first request leaves. Returns those that can go out:
 * none where a wrong one ends the run.
 */
export function readItems(items: readonly number[], run: Run): Ready[] {
	const { context, registry, limits, log, accountOf, outcomes, addHint } = run;
	const defaultsOf = (item: number): Defaults => accountOf(item).defaults;
	const { readerFor, emptyFields } = createParameterReaders(context, limits, { defaultsOf, addHint });
	const { parameters } = context.getNode();
	const times = log.isTool && changesByItself(parameters) ? [log.clockSince(new Date()), new Date()] : [];
	const timelessReaders = times.map((now) =>
		createParameterReaders(context, limits, {
			...{ defaultsOf, addHint: () => undefined },
			...{ clock: times[0], now },
		}),
	);
	const uniqueKey = uniqueKeys(limits.deduplicationKeys, log.ownersOfKeys());
	// A dry run uses no key.
	const uniqueDryKey = uniqueKeys(limits.deduplicationKeys, new Map());
	const readPolicy = createPolicyReader(context);
	const isSame = isRepeatable(contentOf(parameters));
	const isSameList = isRepeatable(parameters['to']);
	const { hasUnknown } = log;
	const isForAgent = isTool(context);
	const ready: Ready[] = [];
	for (const item of items) {
		const reader = readerFor(item);
		let operation: Operation | undefined;
		try {
			operation = findOperation(registry, reader.text('resource'), reader.text('operation'));
			if (operation === undefined) throw unknownOperation();
			if (isForAgent) checkItemOfAgent(context);
			const options = reader.options();
			const isDryRun = operation.sends && readDryRun(options);
			if (isDryRun) outcomes.dryRuns.add(item);
			const policy = readPolicy(options, operation);
			if (operation.waits) checkOneQuestion(context);
			const unfiltered = operation.prepare(reader);
			const { work, excluded } = withoutExcluded(unfiltered, policy);
			if (work !== undefined) checkNumbers(policy, work.partitionKeys ?? []);
			const key = operation.sends ? readDeduplicationKey(options) : undefined;
			if (operation.waits) takeOwnNode(context);
			const readyItem: Ready = {
				item,
				operation,
				policy,
				unfiltered,
				// Variables are words, and come with the recipients.
				isRepeatable: isSame && (unfiltered.personal === undefined || isSameList),
				async timeless() {
					const readers = timelessReaders.map((timeless) => timeless.readerFor(item));
					return await timelessOf(readyItem, readers, createReads(readyItem, log));
				},
				excluded,
				isExcluded: work === undefined,
				work: work ?? unfiltered,
				account: accountOf(item),
				timeoutSeconds: readTimeout(options),
				batch: operation.canBatch && options.flag(batchItemsName),
				concurrency: operation.isConcurrent ? readConcurrency(options) : 1,
				isDryRun,
				deduplicationKey: work === undefined ? key : (isDryRun ? uniqueDryKey : uniqueKey)(item, key),
			};
			ready.push(readyItem);
		} catch (error) {
			const failure = nodeFailureOf(error, 'read');
			const noted = hasUnknown ? failure.withNote(...afterUnknown) : failure;
			outcomes.fail([{ item, operation }], noted);
		}
	}
	if (ready.length === 0 || outcomes.isFatal()) return [];
	emptyFieldsHint(emptyFields(ready.map(({ item }) => item))).forEach(addHint);
	return ready;
}
