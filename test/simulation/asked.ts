/** What items, and calls of a tool, ask for: what the oracle holds against what was said and taken. */
import { countOf } from './counting';
import {
	groups,
	numberOfPerson,
	presentNumber,
	isAllowed,
	isNightError,
	recipientsOf,
	withoutExcluded,
	wishesOf,
	wishOf,
	type Channel,
	type History,
	type Wish,
} from './history';
import { countryCode, fixedArguments } from './parameters';
import type { Attempt } from './trace';

/** An item, or a call of a tool, at a try. */
export interface Asked {
	/** What it asks for at this try; nothing where it is invalid. */
	wishes: readonly Wish[];
	key: string | undefined;
	isInvalid: boolean;
	/** Of a call: what it asks for, those included whom the node excludes. Two calls that differ in them are two messages. */
	all?: readonly Wish[];
	/** What a dry run shows, in place of sending it. */
	shown?: readonly Wish[];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const digits = (number: string): string =>
	presentNumber(number.replace(/\D/g, '').replace(/^00/, '').replace(/^0/, countryCode));

/** What a model asked for, from its own words. */
function askedByModel({ to, text }: Attempt['input'][number], channel: Channel): Asked {
	const said = textOf(to);
	const plain = (numbers: string[]): Wish[] =>
		[...new Set(numbers)].map((number) => wishOf(number, textOf(text)));
	if (channel === 'group')
		return { wishes: plain((groups[said] ?? []).map(numberOfPerson)), key: undefined, isInvalid: false };
	if (channel !== 'list')
		return { wishes: plain(said.split(',').map(digits)), key: undefined, isInvalid: false };
	const entries: unknown = JSON.parse(said);
	const wishes = (Array.isArray(entries) ? entries : []).map((entry: { to: string; variables: string[] }) =>
		wishOf(digits(entry.to), `${textOf(text)}:${entry.variables.join()}`),
	);
	return { wishes, key: undefined, isInvalid: false };
}

/**
 * Names the message of an item: it is the same one at every try of a run, whatever is changed meanwhile, and in every run
 * that begins with the same content.
 */
export function messagesOf(history: History, attempts: readonly Attempt[]) {
	const { text, recipients } = history.clocks;
	const contents = new Map<number, string>();
	for (const { run, setting } of attempts) {
		const { edit, tick } = setting;
		// Of two lists of recipients, each comes back after two seconds.
		const time = text ? tick : recipients ? tick % 2 : 0;
		const content = [edit.text, edit.recipients, time].join();
		if (!contents.has(run)) contents.set(run, content);
	}
	return (attempt: Attempt, item: number): string =>
		`${nameOf(attempt, item)}: ${contents.get(attempt.run) ?? ''}`;
}

/** Equal at tries whose items say the same, whomever they go to. */
export const contentAt = ({ clocks }: History, { setting: { edit, tick } }: Attempt): string =>
	[edit.text, clocks.text ? tick : 0].join();

/** Names an item: its place in the rounds of the history, also where it comes back in another run. */
export function nameOf({ input, run }: Pick<Attempt, 'input' | 'run'>, item: number): string {
	const name = input[item]?.['name'];
	return typeof name === 'string' ? name : `${run}.${item}`;
}

/** What the items of a try ask for. */
export function askedOf(history: History, attempt: Attempt): Asked[] {
	const { channel, options, limits, rounds, runs } = history;
	const keyOf = (key: unknown): string | undefined =>
		options.keys && typeof key === 'string' ? key : undefined;
	const isRestricted = options.restricted && (channel === 'sms' || channel === 'list');
	const isOver = (wishes: readonly Wish[]): boolean => isRestricted && wishes.length > limits.restricted;
	if (runs !== 'node') {
		return attempt.input.map((said) => {
			const json = options.fixed ? fixedArguments(history) : said;
			const { wishes, ...model } = askedByModel(json, channel);
			const asked = {
				...model,
				wishes: withoutExcluded(history, wishes),
				all: wishes,
				key: keyOf(json['key']),
			};
			if (isOver(wishes) || isNightError(history)) return { ...asked, wishes: [], isInvalid: true };
			if (!isAllowed(history, asked.wishes, json['to'] === '2' ? [1] : [0]))
				return { ...asked, wishes: [], isInvalid: true };
			return options.dryRun ? { ...asked, wishes: [], shown: asked.wishes } : asked;
		});
	}
	/** Keys of items that are sent, and of dry runs. */
	const [used, usedDry] = [new Set<number>(), new Set<number>()];
	const items = attempt.input.flatMap((_, index) => {
		const [round, place] = nameOf(attempt, index).split('.').map(Number);
		return rounds[round ?? 0]?.[place ?? 0] ?? [];
	});
	return items.map((item) => {
		const all = wishesOf(history, item, attempt.setting);
		const wishes = withoutExcluded(history, all);
		const own = options.dryRun && item.dry ? usedDry : used;
		const isWrong = item.bad !== undefined || isOver(all) || isNightError(history);
		// An item that is left for nobody takes no key, but is identified by it.
		if (!isWrong && wishes.length === 0)
			return { wishes, key: undefined, isInvalid: options.keys && item.key === undefined };
		let isInvalid = isWrong || (options.keys && (item.key === undefined || own.has(item.key)));
		const isBarred = !isAllowed(history, wishes, recipientsOf(history, item, attempt.setting));
		// An item that is wrong in itself takes no key.
		if (item.key !== undefined && !isInvalid && (!isBarred || channel === 'group')) own.add(item.key);
		if (isBarred) isInvalid = true;
		const key = options.keys && item.key !== undefined ? `key ${item.key}` : undefined;
		if (options.dryRun && item.dry && !isInvalid) return { wishes: [], key, isInvalid, shown: wishes };
		return { wishes: isInvalid ? [] : wishes, key, isInvalid };
	});
}

/** By key: the different messages that items with it ask for. */
export function keysOf(tries: readonly Asked[][]): Map<string, Wish[][]> {
	const keys = new Map<string, Map<string, Wish[]>>();
	for (const { key, wishes, isInvalid } of tries.flat()) {
		if (key === undefined || isInvalid) continue;
		const variants = keys.get(key) ?? new Map<string, Wish[]>();
		keys.set(key, variants.set(wishes.join(), [...wishes]));
	}
	return new Map([...keys].map(([key, variants]) => [key, [...variants.values()]]));
}

/**
 * What each item asked for at any try.
 *
 * @param messageOf names the message of an item; of a tool, each different message counts once
 */
export function everAsked(
	attempts: readonly Attempt[],
	askedAt: (attempt: Attempt) => Asked[],
	messageOf: ((attempt: Attempt, item: number) => string) | undefined,
) {
	const idOf = (
		attempt: Attempt,
		item: number,
		{ wishes, all = wishes }: Pick<Asked, 'wishes' | 'all'>,
	): string => messageOf?.(attempt, item) ?? [...all].sort().join();
	const ever = new Map<string, Set<Wish>>();
	for (const attempt of attempts) {
		for (const [item, one] of askedAt(attempt).entries()) {
			const id = idOf(attempt, item, one);
			ever.set(id, new Set([...(ever.get(id) ?? []), ...one.wishes]));
		}
	}
	const counts = countOf([...ever.values()].flatMap((wishes) => [...wishes]));
	return {
		of: (attempt: Attempt, item: number): ReadonlySet<Wish> =>
			ever.get(idOf(attempt, item, askedAt(attempt)[item] ?? { wishes: [] })) ?? new Set(),
		times: (wish: Wish): number => counts.get(wish) ?? 0,
	};
}
