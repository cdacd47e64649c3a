/** What items, and calls of a tool, ask for: what the oracle holds against what was said and taken. */
import { countOf } from './counting';
import { groups, numberOfPerson, wishesOf, wishOf, type Channel, type History, type Wish } from './history';
import type { Attempt } from './trace';

/** An item, or a call of a tool, at a try. */
export interface Asked {
	/** What it asks for at this try; nothing where it is invalid. */
	wishes: readonly Wish[];
	key: string | undefined;
	isInvalid: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const digits = (number: string): string => number.replace(/\D/g, '').replace(/^00/, '');

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
		wishOf(entry.to, `${textOf(text)}:${entry.variables.join()}`),
	);
	return { wishes, key: undefined, isInvalid: false };
}

/** What the items of a try ask for. */
export function askedOf(history: History, attempt: Pick<Attempt, 'round' | 'input' | 'setting'>): Asked[] {
	const { channel, options, limits, rounds, runs } = history;
	const isRestricted = options.restricted && (channel === 'sms' || channel === 'list');
	const isOver = (wishes: readonly Wish[]): boolean => isRestricted && wishes.length > limits.restricted;
	if (runs !== 'node') {
		return attempt.input.map((json) => {
			const asked = askedByModel(json, channel);
			return isOver(asked.wishes) ? { ...asked, wishes: [], isInvalid: true } : asked;
		});
	}
	const used = new Set<number>();
	return (rounds[attempt.round] ?? []).map((item) => {
		const wishes = wishesOf(history, item, attempt.setting);
		const isInvalid =
			item.bad !== undefined ||
			isOver(wishes) ||
			(options.keys && (item.key === undefined || used.has(item.key)));
		// An item that is wrong in itself takes no key.
		if (item.key !== undefined && !isInvalid) used.add(item.key);
		const key = options.keys && item.key !== undefined ? `key ${item.key}` : undefined;
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

/** What each item asked for at any try; of a tool, each different message counts once. */
export function everAsked(
	attempts: readonly Attempt[],
	askedAt: (attempt: Attempt) => Asked[],
	isTool: boolean,
) {
	const nameOf = (attempt: Attempt, item: number, { wishes }: Pick<Asked, 'wishes'>): string =>
		isTool ? [...wishes].sort().join() : `${attempt.round}:${item}`;
	const ever = new Map<string, Set<Wish>>();
	for (const attempt of attempts) {
		for (const [item, one] of askedAt(attempt).entries()) {
			const name = nameOf(attempt, item, one);
			ever.set(name, new Set([...(ever.get(name) ?? []), ...one.wishes]));
		}
	}
	const counts = countOf([...ever.values()].flatMap((wishes) => [...wishes]));
	return {
		of: (attempt: Attempt, item: number): ReadonlySet<Wish> =>
			ever.get(nameOf(attempt, item, askedAt(attempt)[item] ?? { wishes: [] })) ?? new Set(),
		times: (wish: Wish): number => counts.get(wish) ?? 0,
	};
}
