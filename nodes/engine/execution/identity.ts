import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { Exchange } from '../../../protocol/exchange';
import { otherFormsOf, withoutOptionalDigit } from '../../../protocol/recipients/phoneNumbers';
import { NodeFailure } from '../errors';
import { isAuthorsOwn, isRepeatable } from '../operations/expressions/code';
import { changesByItself } from '../operations/expressions/stoppedClock';
import type { Prepared } from '../operations/operation';
import { optionLists } from '../operations/optionLists';
import { propertyOf } from '../operations/values';
import { isReview, isTool } from '../policy/sendPolicy';
import { notAgain } from '../sending/calls';
import { deduplicationKeyName, keyFailures, whatFor } from '../sending/keyStore';
import { hashOf, type MessageIdentity, shortHashOf } from '../sending/messageIdentity';
import type { Ready } from './readItems';
import type { Run } from './run';

const comparableForms = (number: string): string[] => otherFormsOf(number).map(withoutOptionalDigit);

/** Whether a member says nothing: left out, it is the same message. */
const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Returns a value as it is meant, however it is written: texts with one blank between words, members in the order of their
 * names, without empty ones. Lists stay as they are.
 */
function meaningOf(value: unknown): unknown {
	if (typeof value === 'string') return value.trim().replace(/\s+/g, ' ');
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(meaningOf);
	return Object.entries(value)
		.filter(([, member]) => !isEmpty(member))
		.sort(([name], [otherName]) => (name < otherName ? -1 : 1))
		.map(([name, member]) => [name, meaningOf(member)]);
}

/** Whether a node's deduplication key, as it is stored, is of a kind. */
const isKey = ({ parameters }: INode, isOfKind: (storedKey: unknown) => boolean): boolean =>
	optionLists.every((list) => isOfKind(propertyOf(parameters[list], deduplicationKeyName)));

/** Whether a key is its author's, and the same each time: a model may make up another one for the same message. */
const isAuthors = (storedKey: unknown): boolean => isAuthorsOwn(storedKey) && !changesByItself(storedKey);

/** Of so many recipients, each is remembered. A message to more may have reached anybody. */
const longestList = 50_000;
/** Of so many, national numbers are compared in all their forms, of which each has hundreds: a request's. */
const longestWithForms = 5_000;

const hashAs = (...facts: unknown[]): string => hashOf(JSON.stringify(facts));

/** A question has a token of its own each time, so its words identify it. */
const questionWordsOf = ({ question }: Prepared): unknown =>
	question && [question.responseType, question.choices, question.page];

/** Whom the requests of an item that have left may have reached, or all of its requests. */
async function reachableOf(
	{ unfiltered, work }: Ready,
	first: Exchange<unknown>,
	requestCount: number,
): Promise<readonly string[]> {
	// Who is excluded gets nothing, whatever becomes of the message. Without them, its requests can be larger.
	const { recipients } = (work === unfiltered ? undefined : await work.firstExchange()) ?? first;
	const to = work.partitionKeys ?? unfiltered.partitionKeys ?? first.recipients ?? [];
	return to.slice(0, requestCount * (recipients?.length ?? 1));
}

/** Hashes of what people read; empty where it is the text as it stands. */
const textHashesOf = ({ personal }: Prepared): string[] | undefined =>
	personal?.map((text) => (text === '' ? '' : hashAs(meaningOf(text))));

/** Hashes of people, each once, and with what they read. */
const hashesOf = (
	numbers: readonly string[],
	formsOf: (number: string) => string[],
	textHashes: readonly string[] = [],
): string[] => [
	...new Set(
		numbers.flatMap((number, index) => {
			const suffix = textHashes[index] ? ` ${textHashes[index]}` : '';
			return formsOf(number).map((form) => shortHashOf(form + suffix));
		}),
	),
];

/** As they are stored: in the forms that were sent, national ones perhaps by another account; empty for too many. */
function storedForms(numbers: readonly string[], longest: number, textHashes?: readonly string[]): string[] {
	const people = hashesOf(numbers, (number) => [withoutOptionalDigit(number)], textHashes);
	return people.length > longest ? [] : people;
}

/**
 * Identifies a message or a change by what its first request says as it would go out alone, and by its deduplication key. Where
 * another run may say something else, nothing but the recipients and the key tells: there, each message to one of them, or to the
 * group, may be the same. Whose account sends is no part of it: a key that was replaced is the same account's.
 */
function engineIdentity(
	{ unfiltered, isRepeatable: isSame, work, account: { keyHash }, deduplicationKey }: Ready,
	first: Exchange<unknown>,
	reachable: readonly string[],
	isLookUp: boolean,
	node: INode,
): MessageIdentity {
	const { effect, message, request, recipients } = first;
	const { text, group } = message?.() ?? { text: request };
	const words = questionWordsOf(unfiltered);
	const { partitionKeys: to = recipients ?? [] } = unfiltered;
	const isSend = effect === 'send';
	// What is looked up isn't stored, so it can be any number of people, if each has few forms.
	const hasNational = isSend && reachable.some((number) => number.startsWith('0'));
	const longest = !isLookUp ? longestList : hasNational ? longestWithForms : Infinity;
	const peopleWith = (textHashes?: readonly string[]): Pick<MessageIdentity, 'recipients' | 'otherForms'> => {
		const people = storedForms(reachable, longest, textHashes);
		const hasForms = isLookUp && isSend && people.length > 0;
		return {
			recipients: people,
			...(hasForms && { otherForms: hashesOf(reachable, comparableForms, textHashes) }),
		};
	};
	const key = isKey(node, isRepeatable) && deduplicationKey;
	return {
		content: hashAs(effect, words ?? meaningOf(text), deduplicationKey),
		exact: hashAs(words ?? request, to, deduplicationKey, keyHash),
		// A message is its text: two of one person are two, personalized ones as well.
		...peopleWith(textHashesOf(work)),
		...(group !== undefined && { group: hashAs(group) }),
		...(isSend && {
			...(!isSame && { mayChange: true }),
			anyText: { content: hashAs(group ?? false, key), ...(work.personal && peopleWith()) },
		}),
	};
}

/**
 * Identifies what a model asks for by what its first request says as it would go out alone, with the clock stopped. Only an author's
 * deduplication key counts.
 */
async function toolIdentity(
	{ unfiltered, timeless, account, deduplicationKey }: Ready,
	first: Exchange<unknown>,
	reachable: readonly string[],
	node: INode,
): Promise<MessageIdentity> {
	const { effect } = first;
	// What changes something may need what was looked up for it, and is looked up at its own time only.
	const compared = first.message === undefined ? unfiltered : await timeless();
	const { message } = (compared === unfiltered ? undefined : await compared.firstExchange()) ?? first;
	const { text, group, options } = message?.() ?? { text: first.request };
	const words = questionWordsOf(compared) ?? meaningOf(text);
	const { partitionKeys: to = first.recipients ?? [] } = unfiltered;
	if (effect === 'change') {
		// Each person once, in an order that doesn't depend on theirs.
		const everybody = [...new Set(to.map(withoutOptionalDigit))].sort();
		return { content: hashAs(effect, words, everybody, account.keyHash) };
	}
	const authorsKey = isKey(node, isAuthors) ? deduplicationKey : undefined;
	const sharedText = hashAs(words);
	const ownTexts = textHashesOf(compared);
	const textsOf = to.map((_, index) => ownTexts?.[index] || sharedText);
	const reached = new Set(reachable);
	const reachedTexts = textsOf.filter((_, index) => reached.has(to[index] ?? ''));
	return {
		content: hashAs(effect, words),
		recipients: storedForms(reachable, longestList),
		// Two groups are two messages, though they may have people in common.
		people:
			group === undefined
				? storedForms(reachable, longestList, reachedTexts)
				: [shortHashOf(`${group} ${sharedText}`)],
		options: hashAs(meaningOf(options ?? null), account.keyHash, authorsKey),
		otherForms:
			to.length > longestWithForms
				? []
				: [...hashesOf(to, comparableForms), ...hashesOf(to, comparableForms, textsOf)],
	};
}

/**
 * Identifies a message or a change; undefined for what may be repeated.
 *
 * @param requestCount for what is stored: how many requests have left, as only their recipients matter
 */
export async function identityOf(
	readyItem: Ready,
	context: IExecuteFunctions,
	requestCount?: number,
): Promise<MessageIdentity | undefined> {
	const first = await readyItem.unfiltered.firstExchange();
	if (first === undefined || (first.effect !== 'send' && first.effect !== 'change')) return undefined;
	const reachable = await reachableOf(readyItem, first, requestCount ?? Infinity);
	const node = context.getNode();
	return isTool(context) && !isReview(context)
		? await toolIdentity(readyItem, first, reachable, node)
		: engineIdentity(readyItem, first, reachable, requestCount === undefined, node);
}

/**
 * Identifies items by content where the execution has unfinished messages, or a model calls. Returns those that may go out: the
 * others have their outcome.
 */
export async function identifyItems(
	items: readonly Ready[],
	{ context, log, outcomes }: Run,
): Promise<readonly Ready[]> {
	if (!log.needsContent) return items;
	const failed = new Set<Ready>();
	const isSent = ({ isDryRun, isExcluded }: Ready): boolean => !isDryRun && !isExcluded;
	// What is sent goes first: of two equal items, it continues what was sent in part.
	for (const readyItem of [...items].sort((a, b) => Number(isSent(b)) - Number(isSent(a)))) {
		const message = await identityOf(readyItem, context);
		const state = message === undefined ? 'new' : log.identify(readyItem.item, message, isSent(readyItem));
		if (state === 'new') continue;
		failed.add(readyItem);
		const first = await readyItem.unfiltered.firstExchange();
		outcomes.fail([readyItem], notAgain[state](first?.effect ?? 'send', log.isTool));
	}
	return items.filter((readyItem) => !failed.has(readyItem));
}

/** Returns the deduplication keys of items that have one. */
export const keysOf = (items: readonly Ready[]): string[] =>
	items.flatMap(({ deduplicationKey }) => deduplicationKey ?? []);

const alreadySentHint =
	'Some items were sent before under the same deduplication key and were not sent again (alreadySent). A key belongs to the whole message, including recipients that were rejected or excluded: send one item per person.';

/** A hash of the one person or group that an item is for; empty for several people, who may have come to be others since. */
async function keyForOf({ unfiltered }: Ready): Promise<string> {
	const { partitionKeys: [number, ...further] = [] } = unfiltered;
	if (number !== undefined) return further.length > 0 ? '' : shortHashOf(withoutOptionalDigit(number));
	const first = await unfiltered.firstExchange();
	return shortHashOf(first?.message?.().group ?? '');
}

/** Whether the execution has sent an item's key to somebody else, or may have. One person may be known under several numbers. */
function isKeyOfOthers({ unfiltered }: Ready, keyFor: string, earlier: string): boolean {
	const forms = (unfiltered.partitionKeys ?? []).flatMap(otherFormsOf).map(withoutOptionalDigit);
	return keyFor !== '' && earlier !== '' && ![keyFor, ...forms.map(shortHashOf)].includes(earlier);
}

const keyOfOthers = (): NodeFailure =>
	new NodeFailure({
		kind: 'invalidInput',
		field: deduplicationKeyName,
		message: 'Another message of this execution has this key.',
		description: whatFor,
		toModel: 'This message was not sent. Each needs another deduplication key.',
	});

/**
 * Reserves the deduplication keys of items that the run doesn't hold yet. Returns the items that may go out: the others have their outcome. An item that
 * Retry On Fail sent in part has its key already. In a retry of the execution it counts as pending, as a further retry
 * would know no more of it.
 */
export async function reserveKeys(items: readonly Ready[], run: Run): Promise<Ready[]> {
	const { keys, log, outcomes, addHint, context } = run;
	const execution = context.getExecutionId();
	const unreserved = items.flatMap(({ item, deduplicationKey }) =>
		deduplicationKey !== undefined && !keys.holds(deduplicationKey) && !log.continuesWithKey(item, execution)
			? [deduplicationKey]
			: [],
	);
	const reservations = await keys.reserve(unreserved);
	const reservationOf = new Map(unreserved.map((key, index) => [key, reservations[index]]));
	const keyForItem = new Map<Ready, string>();
	for (const readyItem of items)
		if (readyItem.deduplicationKey !== undefined) keyForItem.set(readyItem, await keyForOf(readyItem));
	return items.filter((readyItem) => {
		const { item, deduplicationKey = '' } = readyItem;
		const reservation = reservationOf.get(deduplicationKey) ?? 'reserved';
		if (reservation === 'reserved') {
			const keyFor = keyForItem.get(readyItem);
			if (keyFor !== undefined) log.ownKey(item, deduplicationKey, execution, keyFor);
			return true;
		}
		if (isKeyOfOthers(readyItem, keyForItem.get(readyItem) ?? '', log.keyForOf(deduplicationKey)))
			outcomes.fail([readyItem], keyOfOthers());
		else if (reservation === 'accepted') {
			addHint(alreadySentHint);
			outcomes.setOutput(readyItem, { alreadySent: true, deduplicationKey });
		} else outcomes.fail([readyItem], keyFailures[log.mayHaveReached(item) ? 'rest' : reservation]());
		return false;
	});
}

/** Releases the deduplication keys of items that reached nobody. A dry run has reserved none: its key may be another item's. */
export const releaseKeys = async (items: readonly Ready[], { keys, log }: Run): Promise<void> =>
	await keys.settle(
		'release',
		keysOf(items.filter(({ item, isDryRun }) => !isDryRun && !log.mayHaveReached(item))),
	);
