/** What a node says of each item of a try, read from its output or its error. */
import type { IDataObject } from 'n8n-workflow';
import { type Channel, type Wish, groups, numberOf, numberOfPerson, presentNumber } from './history';
import * as words from './names';
import type { Attempt } from './trace';

export type Kind =
	| 'accepted'
	| 'alreadySent'
	| 'dry'
	| 'excluded'
	| 'partly'
	| 'rejected'
	| 'unknown'
	| 'notSent'
	| 'invalid'
	| 'sentBefore';

export interface Outcome {
	kind: Kind;
	message: string;
	/** What it claims was taken, what may have been, and of what it claims that nothing was. */
	accepted: readonly Wish[];
	maybe: readonly Wish[];
	none: readonly Wish[];
	isQuota: boolean;
}

/** What a try says: of items by index, and of those that its error does not name, how many are done. */
export interface Reading {
	outcomes: Map<number, Outcome[]>;
	isThrown: boolean;
	othersDone: number;
	/** Output items that belong to no item. */
	strays: number;
}

const count = (digits: string): number => Number(digits.replaceAll(',', ''));

/** The ranges that a text such as `recipients 1 to 5, recipients 6 to 10` speaks of, by their first and last recipients. */
const rangesIn = (text: string): Array<[number, number]> =>
	[...text.matchAll(/(\d+(?:,\d{3})*)(?: to (\d+(?:,\d{3})*))?/g)].map(([, from = '1', to = from]) => [
		count(from),
		count(to),
	]);
const inRanges = (text: string, wishes: readonly Wish[]): Wish[] =>
	rangesIn(text).flatMap(([from, to]) => wishes.slice(from - 1, to));

/** How many recipients the list that a description counts by has at least. */
const countedIn = (description: string): number =>
	Math.max(
		0,
		...words.ranges.flatMap(([, pattern]) =>
			[...description.matchAll(pattern)].flatMap(([, text = '']) => rangesIn(text).map(([, to]) => to)),
		),
	);

function kindOfMessage(message: string): Kind {
	return words.messages.find(([, pattern]) => pattern.test(message))?.[0] ?? 'invalid';
}

function failed(message: string, description: string, wishes: readonly Wish[]): Outcome {
	const kind = kindOfMessage(message);
	const said = {
		accepted: new Set<Wish>(),
		concerned: new Set<Wish>(),
		none: new Set<Wish>(),
		unknown: new Set<Wish>(),
	};
	for (const [about, pattern] of words.ranges) {
		for (const [, ranges = ''] of description.matchAll(pattern)) {
			for (const wish of inRanges(ranges, wishes)) said[about].add(wish);
		}
	}
	const isDivided = Object.values(said).some(({ size }) => size > 0);
	const rest = isDivided ? [...said.concerned] : wishes;
	const isUnknown = kind === 'unknown' || words.changedSince.test(message);
	return {
		kind,
		message,
		accepted: [...said.accepted],
		maybe: kind === 'sentBefore' ? wishes : [...said.unknown, ...(isUnknown ? rest : [])],
		none: kind === 'sentBefore' ? [] : [...said.none, ...(isUnknown ? [] : rest)],
		isQuota: words.quotaMessage.test(message),
	};
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A number of an output, as the service takes it. */
const wireNumber = (value: unknown): string => presentNumber(textOf(value).replace(/^\+/, ''));

/** The numbers that an output names as taken (true), or of which it leaves that open (null). */
function numbersIn(json: IDataObject, channel: Channel, isTaken: true | null): string[] {
	const results = json[words.outputs.results];
	if (Array.isArray(results))
		return listOf(results).flatMap((result) =>
			typeof result === 'object' && result !== null && 'accepted' in result && result.accepted === isTaken
				? ['number' in result ? wireNumber(result.number) : '']
				: [],
		);
	if (isTaken === null) return [];
	if (channel === 'group') return (groups[textOf(json[words.outputs.group])] ?? []).map(numberOfPerson);
	if (channel === 'transfer') return [textOf(json[words.outputs.subAccount])];
	if (channel === 'newGroup') return [...new Set(listOf(json[words.outputs.numbers]).map(wireNumber))];
	return listOf(json[words.outputs.to]).map(wireNumber);
}

/** What an item asks for at this try, and what it asked for at earlier ones: its output may be about one of them. */
export type Variants = readonly (readonly Wish[])[];

const sorted = (numbers: readonly string[]): string => [...numbers].sort().join();

function succeeded(json: IDataObject, channel: Channel, variants: Variants): Outcome {
	const plain = { message: '', maybe: [], none: [], isQuota: false };
	if (json[words.outputs.alreadySent] === true) return { ...plain, kind: 'alreadySent', accepted: [] };
	if (json[words.outputs.outcome] === 'excluded') return { ...plain, kind: 'excluded', accepted: [] };
	const problem = json[words.outputs.problem];
	if (typeof problem === 'string') return failed(problem, '', variants[0] ?? []);
	if (json[words.outputs.dryRun] === true)
		return { ...plain, kind: 'dry', accepted: [], none: variants[0] ?? [] };
	const numbers = numbersIn(json, channel, true);
	const open = numbersIn(json, channel, null);
	const spoken = variants.find((one) => sorted(one.map(numberOf)) === sorted([...numbers, ...open]));
	const wishes = spoken ?? variants[0] ?? [];
	const suffix = (wishes[0] ?? ' ').split(' ')[1] ?? '';
	// Of a list, the same number stands there once for each of its texts.
	const left = [...wishes];
	const wishOfNumber = (number: string): Wish => {
		const index = left.findIndex((wish) => numberOf(wish) === number);
		return index === -1 ? `${number} ${suffix}` : (left.splice(index, 1)[0] ?? '');
	};
	const accepted = numbers.map(wishOfNumber);
	const maybe = open.map(wishOfNumber);
	const state = json[words.outputs.accepted];
	const kind = state === false ? 'rejected' : state === null ? 'unknown' : 'accepted';
	return { ...plain, kind, accepted, maybe, none: state === false ? wishes : [] };
}

/** Of an error about an earlier list: the list of which what it claims was taken. */
function failedAt(message: string, description: string, variants: Variants, isTaken: IsTaken): Outcome {
	const [now = [], ...earlier] = variants;
	const read = (wishes: readonly Wish[]): Outcome => failed(message, description, wishes);
	if (!words.inEarlierList.test(description)) return read(now);
	const isMeant = ({ accepted }: Outcome): boolean => accepted.length > 0 && accepted.every(isTaken);
	return (
		earlier
			.filter(({ length }) => length >= countedIn(description))
			.map(read)
			.find(isMeant) ?? read(now)
	);
}

function outcomeOf(json: IDataObject, channel: Channel, variants: Variants, isTaken: IsTaken): Outcome {
	const { error, message } = json;
	if (typeof error !== 'string') return succeeded(json, channel, variants);
	return failedAt(error, typeof message === 'string' ? message : '', variants, isTaken);
}

/** Whether the service took it from this execution or one that it continues. */
type IsTaken = (wish: Wish) => boolean;

/** @param items by item: what it asks for at this try, then at earlier ones */
export function readingOf(
	{ output, error, input }: Attempt,
	channel: Channel,
	items: readonly Variants[],
	isTaken: IsTaken,
): Reading {
	const outcomes = new Map<number, Outcome[]>();
	const add = (item: number, outcome: Outcome): void => {
		outcomes.set(item, [...(outcomes.get(item) ?? []), outcome]);
	};
	let strays = 0;
	for (const { json, pairedItem } of output ?? []) {
		const item = typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : pairedItem;
		if (typeof item === 'number' && item < input.length)
			add(item, outcomeOf(json, channel, items[item] ?? [], isTaken));
		else strays += 1;
	}
	if (error === undefined) return { outcomes, isThrown: false, othersDone: 0, strays };
	const { message, description } = error;
	const all = `${message} ${description}`;
	const [, ordinal, own = '1'] = words.ownItem.exec(all) ?? [];
	const named = ordinal === undefined ? count(own) - 1 : words.ordinals.findIndex((word) => word === ordinal);
	const item = input.length === 1 ? 0 : named;
	add(item, failedAt(message, description, items[item] ?? [], isTaken));
	for (const open of words.othersOpen.exec(all)?.[1]?.split(', ') ?? []) {
		const other = count(open) - 1;
		add(other, failed('May have been sent', '', items[other]?.[0] ?? []));
	}
	const [, one, more = '0'] = words.othersDone.exec(all) ?? [];
	return { outcomes, isThrown: true, othersDone: one === undefined ? count(more) : 1, strays };
}
