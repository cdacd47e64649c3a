import { type IExecuteFunctions, type INode, jsonParse, jsonStringify } from 'n8n-workflow';
import { otherFormsOf, textInCountry, withoutOptionalDigit } from '../../../protocol/recipients/phoneNumbers';
import { askedOf, isReview, isTool } from '../policy/agentTool';
import { notAgain } from '../sending/calls';
import { hashOf, type MessageIdentity, noInput, shortHashOf } from '../sending/messageIdentity';
import { expressions } from '../operations/expressions/fieldCheck';
import { isRecord } from '../operations/values';
import type { Ready } from './readItems';
import type { Run } from './run';

/** Phone numbers, each person once, in an order that doesn't depend on theirs. */
const peopleOf = (numbers: readonly string[]): string[] =>
	[...new Set(numbers.map(withoutOptionalDigit))].sort();

const comparableForms = (number: string): string[] => otherFormsOf(number).map(withoutOptionalDigit);

/** A list of numbers as a model writes it: in JSON, too, and each number in any form. */
const numbersIn = (list: string, countryCode: string): string[] =>
	list
		.trim()
		.split(/[,;\n]/)
		.map((entry) => textInCountry(textInCountry(entry, countryCode).replace(/["[\]\s]/g, ''), countryCode));

/** Returns the number of a recipient that is written as an object with nothing else. */
const recipientIn = (entry: unknown): unknown =>
	isRecord(entry) && Object.keys(entry).join() === 'to' ? entry['to'] : entry;

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
	if (Array.isArray(value)) {
		const entries: unknown[] = value.map(recipientIn);
		const isTexts = entries.every((entry) => typeof entry !== 'object');
		return (isTexts ? textAs(entries.join()) : undefined) ?? entries.map((entry) => meaningOf(entry, textAs));
	}
	return Object.entries(value)
		.sort(([name], [otherName]) => (name < otherName ? -1 : 1))
		.map(([name, member]) => [name, meaningOf(member, textAs)]);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Parameters that make no other message: a model makes up keys for the same one. */
const ofNoMessage: readonly unknown[] = ['safetyOptions', 'options'];

/** Returns the code of the expressions in a stored parameter. */
function expressionsIn(storedValue: unknown): string[] {
	if (typeof storedValue === 'string')
		return storedValue.startsWith('=') ? [...storedValue.matchAll(expressions)].map(([code]) => code) : [];
	return isRecord(storedValue) || Array.isArray(storedValue)
		? Object.values(storedValue).flatMap(expressionsIn)
		: [];
}

/** An argument of the model by its name, in an expression. */
const argument =
	/\$fromAI\(\s*(['"`])(.*?)\1|\$(?:json|input\.(?:item|first\(\)|last\(\))\.json)(?:\.([\p{L}_][\p{L}\p{N}_]*)|\[['"]([^'"\\]*)['"]\])/giu;

/** The code of a node's expressions that make its message. */
const codeOf = ({ parameters }: INode): string =>
	Object.entries(parameters)
		.filter(([name]) => !ofNoMessage.includes(name))
		.flatMap(([, value]) => expressionsIn(value))
		.join(' ');

/** Whether a node's expressions make another message each time, of the same arguments: by the clock, or by chance. */
const changesByItself = (node: INode): boolean =>
	/\$(?:now|today)\b|\b(?:Date|DateTime|performance)\b|random|uuid/i.test(codeOf(node));

/** Returns whether a node's expressions use an argument of the model. Where one names none, it can use all. */
function usesOf(node: INode): (name: string) => boolean {
	const code = codeOf(node);
	const names = new Set(
		[...code.matchAll(argument)].map(([, , byModel, bare, quoted]) => byModel ?? bare ?? quoted),
	);
	const isAny = /\$(?:json|input|items?|tool|data|fromAI)\b/i.test(code.replace(argument, ''));
	return (name) => isAny || names.has(name);
}

/**
 * Returns the hash of the model's arguments that the node uses, as they are meant; {@link noInput} where it has none. Its
 * recipients are compared by themselves, so a list of just them says nothing more, in whatever order and form.
 */
function inputOf(
	context: IExecuteFunctions,
	item: number,
	recipients: readonly string[],
	countryCode: string,
): string {
	// n8n hands over items that refer to themselves.
	const toolInput: unknown = jsonParse(
		jsonStringify(askedOf(context.getInputData()[item]) ?? {}, { replaceCircularRefs: true }),
	);
	const people = peopleOf(recipients).join();
	const textAs = (text: string): unknown => {
		const isRecipients = people !== '' && peopleOf(numbersIn(text, countryCode)).join() === people;
		return isRecipients ? { recipients: true } : undefined;
	};
	const isUsed = usesOf(context.getNode());
	const entries = Object.entries(isRecord(toolInput) ? toolInput : {});
	const used = entries.filter(([name, value]) => isUsed(name) && !isEmpty(value));
	return used.length === 0 ? noInput : hashOf(JSON.stringify(meaningOf(Object.fromEntries(used), textAs)));
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
	const { text, perPerson, options } = message?.() ?? { text: request };
	const { question, partitionKeys: to = first.recipients ?? [] } = unfiltered;
	const questionWords = question && [question.responseType, question.choices, question.page];
	const hashAs = (...more: unknown[]): string =>
		hashOf(JSON.stringify([effect, questionWords ?? meaningOf(text), ...more]));
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
	// Only to look others up: what is stored has the forms that were sent.
	const isLookUp = requestCount === Infinity;
	const isAmbiguous = isLookUp && account.defaults.countryCode === '' && effect === 'send';
	// Outside of tools, what is looked up isn't stored, so it can be any number of people, if each has one form.
	const longestList = isEngine && isLookUp && !isAmbiguous ? Infinity : mostRecipients;
	const hashesOf = (numbers: readonly string[]): string[] => {
		const people = named(numbers, (number) => [withoutOptionalDigit(number)]);
		return people.length > longestList ? [] : people.map(shortHashOf).sort();
	};
	const reachedHashes = hashesOf(reachable);
	const otherForms = isAmbiguous &&
		reachedHashes.length > 0 && {
			otherForms: named(isEngine ? reachable : to, comparableForms).map(shortHashOf),
		};
	if (isEngine) {
		const content = hashAs(deduplicationKey);
		const exact = hashOf(JSON.stringify([questionWords ?? request, to, deduplicationKey, account.keyHash]));
		return { effect, content, recipients: reachedHashes, exact, ...otherForms };
	}
	// Two groups are two messages, though they may have people in common.
	const group =
		to.length === 0 && perPerson !== undefined ? [shortHashOf(JSON.stringify(perPerson))] : undefined;
	const areCompared = effect === 'send' && (group ?? reachedHashes).length > 0;
	return {
		effect,
		content: hashAs(meaningOf(perPerson), areCompared ? [] : peopleOf(to)),
		recipients: effect === 'send' ? reachedHashes : undefined,
		...(effect === 'send' && (group ?? work !== unfiltered) && { people: group ?? hashesOf(to) }),
		...(areCompared &&
			changesByItself(context.getNode()) && {
				input: inputOf(context, item, to, account.defaults.countryCode),
			}),
		options: hashOf(JSON.stringify(meaningOf(options ?? null))),
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
