import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { otherFormsOf, withoutOptionalDigit } from '../../../protocol/recipients/phoneNumbers';
import { changesByItself } from '../operations/expressions/stoppedClock';
import { optionLists } from '../operations/optionLists';
import { propertyOf } from '../operations/values';
import { isAuthorsOwn, isReview, isTool } from '../policy/agentTool';
import { notAgain } from '../sending/calls';
import { deduplicationKeyName } from '../sending/deduplication';
import { hashOf, type MessageIdentity, shortHashOf } from '../sending/messageIdentity';
import type { Ready } from './readItems';
import type { Run } from './run';

/** Phone numbers, each person once, in an order that doesn't depend on theirs. */
const peopleOf = (numbers: readonly string[]): string[] =>
	[...new Set(numbers.map(withoutOptionalDigit))].sort();

const comparableForms = (number: string): string[] => otherFormsOf(number).map(withoutOptionalDigit);

/** Whether a member says nothing: left out, it is the same message. */
const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Returns a value as it is meant, however it is written: texts without the blanks around them, members in the order of their
 * names, without empty ones. Lists stay as they are.
 */
function meaningOf(value: unknown): unknown {
	if (typeof value === 'string') return value.trim();
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(meaningOf);
	return Object.entries(value)
		.filter(([, member]) => !isEmpty(member))
		.sort(([name], [otherName]) => (name < otherName ? -1 : 1))
		.map(([name, member]) => [name, meaningOf(member)]);
}

/** Whether a node's deduplication key is its author's, and the same each time: a model may make up another one for the same message. */
const isAuthorsKey = ({ parameters }: INode): boolean =>
	optionLists.every((list) => {
		const storedKey = propertyOf(parameters[list], deduplicationKeyName);
		return isAuthorsOwn(storedKey) && !changesByItself(storedKey);
	});

/** What of an item identifies it. */
type IdentifiedItem = Pick<Ready, 'unfiltered' | 'timeless' | 'work' | 'account' | 'deduplicationKey'>;

/** Of so many recipients, each is remembered: as many as a request takes. A message to more may have reached anybody. */
const mostRecipients = 5_000;

/**
 * Identifies a message or a change by what its first request says as it would go out alone, with the clock stopped, and by its
 * deduplication key; undefined for what may be repeated. A question has a token of its own each time, so its words identify
 * it. In tools, only an author's key counts.
 *
 * @param requestCount how many requests have left, where only their recipients matter
 */
export async function identityOf(
	{ unfiltered, timeless, work, account, deduplicationKey }: IdentifiedItem,
	context: IExecuteFunctions,
	requestCount = Infinity,
): Promise<MessageIdentity | undefined> {
	const first = await unfiltered.firstExchange();
	if (first === undefined || (first.effect !== 'send' && first.effect !== 'change')) return undefined;
	const { effect } = first;
	// What changes something may need what was looked up for it, and is looked up at its own time only.
	const compared = first.message === undefined ? unfiltered : await timeless();
	const { message } = (compared === unfiltered ? undefined : await compared.firstExchange()) ?? first;
	const { text, perPerson, options } = message?.() ?? { text: first.request };
	const { question } = compared;
	const questionWords = question && [question.responseType, question.choices, question.page];
	const hashAs = (...more: unknown[]): string =>
		hashOf(JSON.stringify([effect, questionWords ?? meaningOf(text), ...more]));
	const { partitionKeys: to = first.recipients ?? [] } = unfiltered;
	// Who is excluded gets nothing, whatever becomes of the message. Without them, its requests can be larger.
	const { recipients } = (work === unfiltered ? undefined : await work.firstExchange()) ?? first;
	const isEngine = !isTool(context) || isReview(context);
	const reachable = (work.partitionKeys ?? to).slice(0, requestCount * (recipients?.length ?? 1));
	/** Outside of tools, a message is its text: two of one person are two, personalized ones as well. */
	const namedAs = (person: string, index: number): string =>
		isEngine && work.personal?.[index] ? `${person} ${work.personal[index]}` : person;
	const named = (numbers: readonly string[], formsOf: (number: string) => string[]): string[] => [
		...new Set(numbers.flatMap((number, index) => formsOf(number).map((form) => namedAs(form, index)))),
	];
	// Only to look others up: what is stored has the forms that were sent, national ones perhaps by another account.
	const isLookUp = requestCount === Infinity;
	const isAmbiguous = isLookUp && account.defaults.countryCode === '' && effect === 'send';
	// Outside of tools, what is looked up isn't stored, so it can be any number of people, if each has few forms.
	const longestList = isEngine && isLookUp && !isAmbiguous ? Infinity : mostRecipients;
	const people = named(reachable, (number) => [withoutOptionalDigit(number)]);
	const reached = people.length > longestList ? [] : people.map(shortHashOf).sort();
	const otherForms = isLookUp &&
		effect === 'send' &&
		reached.length > 0 && {
			otherForms: named(isEngine ? reachable : to, comparableForms).map(shortHashOf),
		};
	if (isEngine) {
		const content = hashAs(deduplicationKey);
		const exact = hashOf(
			JSON.stringify([questionWords ?? first.request, to, deduplicationKey, account.keyHash]),
		);
		return { effect, content, recipients: reached, exact, ...otherForms };
	}
	if (effect === 'change') return { effect, content: hashAs(peopleOf(to), account.keyHash) };
	const everybody = peopleOf(to);
	const authorsKey = isAuthorsKey(context.getNode()) ? deduplicationKey : undefined;
	// Two groups are two messages, though they may have people in common. Of a long list, all of it is one.
	const together = everybody.length === 0 ? JSON.stringify(perPerson ?? null) : everybody.join();
	const isListed = everybody.length > 0 && everybody.length <= mostRecipients;
	return {
		effect,
		content: hashAs(meaningOf(perPerson)),
		recipients: reached,
		people: isListed ? everybody.map(shortHashOf).sort() : [shortHashOf(together)],
		options: hashOf(JSON.stringify([meaningOf(options ?? null), account.keyHash, authorsKey])),
		...otherForms,
	};
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
		outcomes.fail([readyItem], notAgain[state](message?.effect ?? 'send', log.isTool));
	}
	return items.filter((readyItem) => !failed.has(readyItem));
}
