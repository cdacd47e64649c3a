import { type IExecuteFunctions, jsonParse, jsonStringify } from 'n8n-workflow';
import {
	endingDigits,
	otherFormsOf,
	textInCountry,
	withoutOptionalDigit,
} from '../../../protocol/recipients/phoneNumbers';
import { askedOf, isReview, isTool } from '../policy/agentTool';
import { optionLists } from '../operations/optionLists';
import { notAgain } from '../sending/calls';
import { hashOf, type MessageIdentity, shortHashOf } from '../sending/messageIdentity';
import { isRecord } from '../operations/values';
import type { Ready } from './readItems';
import type { Run } from './run';

/** Phone numbers, each person once, in an order that doesn't depend on theirs. */
const peopleOf = (numbers: readonly string[]): string[] =>
	[...new Set(numbers.map(withoutOptionalDigit))].sort();

/** A list of numbers as a model writes it: in JSON, too, and each number in any form. */
const numbersIn = (list: string, countryCode: string): string[] =>
	list
		.trim()
		.split(/[,;\n]/)
		.map((entry) => textInCountry(textInCountry(entry, countryCode).replace(/["[\]\s]/g, ''), countryCode));

/**
 * Returns a value as it is meant, however it is written: texts without the blanks around them, members in the order of their
 * names. Lists stay as they are.
 *
 * @param textAs makes of a text, or of a list as text, what is meant; undefined where it is only that text
 */
function meaningOf(value: unknown, textAs: (text: string) => unknown = () => undefined): unknown {
	if (typeof value === 'string') return textAs(value) ?? value.trim();
	if (typeof value === 'number') return textAs(String(value)) ?? value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value))
		return (
			(value.some((entry) => typeof entry === 'object') ? undefined : textAs(value.join())) ??
			value.map((entry) => meaningOf(entry, textAs))
		);
	return Object.entries(value)
		.sort(([name], [otherName]) => (name < otherName ? -1 : 1))
		.map(([name, member]) => [name, meaningOf(member, textAs)]);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What a model has asked for, as it is meant, by argument. */
type Asked = ReadonlyArray<readonly [string, unknown]>;

/**
 * Returns what the model has asked for. Recipients are compared by themselves, so a list of just them says nothing more, in
 * whatever order and form.
 */
function readAsked(
	context: IExecuteFunctions,
	item: number,
	recipients: readonly string[],
	countryCode: string,
): Asked {
	// n8n hands over items that refer to themselves.
	const toolInput: unknown = jsonParse(
		jsonStringify(askedOf(context.getInputData()[item]) ?? {}, { replaceCircularRefs: true }),
	);
	const people = peopleOf(recipients).join();
	const textAs = (text: string): unknown => {
		const isRecipients = people !== '' && peopleOf(numbersIn(text, countryCode)).join() === people;
		return isRecipients ? { recipients: true } : undefined;
	};
	return Object.entries(isRecord(toolInput) ? toolInput : {})
		.sort(([name], [otherName]) => (name < otherName ? -1 : 1))
		.map(([name, value]) => [name, isEmpty(value) ? undefined : meaningOf(value, textAs)]);
}

function expressionsIn(storedValue: unknown): string[] {
	if (typeof storedValue === 'string') return storedValue.startsWith('=') ? [storedValue] : [];
	return isRecord(storedValue) || Array.isArray(storedValue)
		? Object.values(storedValue).flatMap(expressionsIn)
		: [];
}

/**
 * Returns what the model has chosen for options: the arguments that these name. Whatever else an option depends on, such as the
 * time, makes no other message.
 */
function chosenOf(context: IExecuteFunctions, toolInput: Asked): Asked {
	const { parameters } = context.getNode();
	const expressions = optionLists.flatMap((name) => expressionsIn(parameters[name])).join(' ');
	const words = new Set(expressions.match(/\w+/g));
	return toolInput.filter(([name]) => words.has(name) || (/\W/.test(name) && expressions.includes(name)));
}

/** What of an item identifies it. */
type IdentifiedItem = Pick<Ready, 'item' | 'unfiltered' | 'work' | 'account' | 'deduplicationKey'>;

/** Of so many recipients, each is remembered: as many as a request takes. A message to more may have reached anybody. */
const mostRecipients = 5_000;

/**
 * Identifies a message or a change by what its first request says as it would go out alone, and by its deduplication key;
 * undefined for what may be repeated. A question has a token of its own each time, so its words identify it. A model may
 * make up another key for the same message, so the key doesn't count in tools.
 *
 * @param requestCount how many requests have left, where only their recipients matter
 */
export async function identityOf(
	{ item, unfiltered, work, account, deduplicationKey }: IdentifiedItem,
	context: IExecuteFunctions,
	requestCount = Infinity,
): Promise<MessageIdentity | undefined> {
	const first = await unfiltered.firstExchange();
	if (first === undefined || (first.effect !== 'send' && first.effect !== 'change')) return undefined;
	const { effect, request, message } = first;
	const { text, perPerson } = message?.() ?? { text: request };
	const { question, partitionKeys: to = first.recipients ?? [] } = unfiltered;
	const questionWords = question && [question.responseType, question.choices, question.page];
	const hashAs = (...more: unknown[]): string =>
		hashOf(JSON.stringify([effect, questionWords ?? meaningOf(text), ...more]));
	// Who is excluded gets nothing, whatever becomes of the message. Without them, its requests can be larger.
	const { recipients } = (work === unfiltered ? undefined : await work.firstExchange()) ?? first;
	const reachable = (work.partitionKeys ?? to).slice(0, requestCount * (recipients?.length ?? 1));
	const isEngine = !isTool(context) || isReview(context);
	/** Outside of tools, a message is its text: two of one person are two, personalized ones as well. */
	const namedAs = (person: string, index: number): string =>
		isEngine && work.personal?.[index] ? `${person} ${work.personal[index]}` : person;
	const named = (forms: (number: string) => string[]): string[] => [
		...new Set(reachable.flatMap((number, index) => forms(number).map((form) => namedAs(form, index)))),
	];
	const reached = named((number) => [withoutOptionalDigit(number)]);
	const reachedHashes = reached.length > mostRecipients ? [] : reached.map(shortHashOf).sort();
	// Only to look others up: what is stored has the forms that were sent.
	const isAmbiguous = requestCount === Infinity && account.defaults.countryCode === '' && effect === 'send';
	const otherForms = isAmbiguous &&
		reachedHashes.length > 0 && { otherForms: named(otherFormsOf).map(shortHashOf) };
	if (isEngine) {
		const content = hashAs(deduplicationKey);
		const exact = hashOf(JSON.stringify([questionWords ?? request, to, deduplicationKey, account.keyHash]));
		return { effect, content, recipients: reachedHashes, exact, ...otherForms };
	}
	const toolInput = readAsked(context, item, to, account.defaults.countryCode);
	const areCompared = effect === 'send' && reachedHashes.length > 0;
	const people = areCompared ? [...new Set(to.map(endingDigits))].sort() : peopleOf(to);
	return {
		effect,
		content: hashAs(meaningOf(perPerson), people, chosenOf(context, toolInput)),
		recipients: effect === 'send' ? reachedHashes : undefined,
		input: toolInput.some(([, value]) => value !== undefined) ? hashOf(JSON.stringify(toolInput)) : undefined,
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
