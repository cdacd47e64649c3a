import { InvalidInput } from '../../protocol/errors';
import { dayOf, instantOf } from './instant';

/** A resource locator as n8n stores it, reduced to what an operation needs. */
export interface Locator {
	mode: string;
	value: string;
}

/**
 * Gives an operation its parameters, typed. Operations never see n8n's own context, so that how a value is found
 * (once for all items, by expression, from a collection) is decided in one place.
 * Every method throws {@link InvalidInput} where the value is not of the asked kind.
 */
export interface Reader {
	/** The time at which the run began: the same for all its items. */
	readonly now: Date;
	/** The value as it is; undefined where the parameter is not set. */
	value: (name: string) => unknown;
	has: (name: string) => boolean;
	/** Text; numbers and booleans are taken as their text, a missing value as ''. */
	text: (name: string) => string;
	optionalText: (name: string) => string | undefined;
	/** A whole number, also where an expression gives it as text. */
	integer: (name: string) => number;
	optionalInteger: (name: string) => number | undefined;
	/** Any number, also where an expression gives it as text. */
	number: (name: string) => number;
	flag: (name: string) => boolean;
	choice: <Choice extends string>(name: string, choices: readonly Choice[]) => Choice;
	optionalChoice: <Choice extends string>(name: string, choices: readonly Choice[]) => Choice | undefined;
	/** A date-time: n8n's picker (in the workflow's time zone), ISO 8601, a Date, a Luxon DateTime, milliseconds. */
	optionalInstant: (name: string) => Date | undefined;
	/** The day of a date-time, `yyyy-mm-dd`, as it is written there. */
	optionalDay: (name: string) => string | undefined;
	locator: (name: string) => Locator;
	/** JSON given as text or, by expression, as the value itself. */
	json: (name: string) => unknown;
	/** The rows of a fixed collection: `rows('variables', 'variable')`. */
	rows: (name: string, group: string) => Reader[];
	/** A collection's members. */
	within: (name: string) => Reader;
}

/** Where a reader finds its values. */
export interface ValueSource {
	get: (name: string) => unknown;
	now: Date;
	/** The workflow's time zone, in which n8n's date-time picker is meant. */
	timezone: string;
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown, name: string): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
		return String(value);
	throw new InvalidInput(name, 'It must be a text, not a list or an object.');
}

function numberOf(value: unknown, name: string): number {
	const number = typeof value === 'string' ? Number(value.trim() === '' ? NaN : value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw new InvalidInput(name, 'It must be a number.');
}

function integerOf(value: unknown, name: string): number {
	const number = numberOf(value, name);
	if (Number.isSafeInteger(number)) return number;
	throw new InvalidInput(name, 'It must be a whole number.');
}

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
	[true, true],
	['true', true],
	[false, false],
	['false', false],
	[undefined, false],
	[null, false],
	['', false],
]);

function flagOf(value: unknown, name: string): boolean {
	const flag = flags.get(value);
	if (flag === undefined) throw new InvalidInput(name, 'It must be true or false.');
	return flag;
}

function choiceOf<Choice extends string>(value: unknown, choices: readonly Choice[], name: string): Choice {
	const chosen = choices.find((choice) => choice === value);
	if (chosen === undefined) throw new InvalidInput(name, `It must be one of: ${choices.join(', ')}.`);
	return chosen;
}

const invalidJson = (name: string): InvalidInput =>
	new InvalidInput(name, 'It is not valid JSON.', 'Look for a missing quote, comma or bracket.');

function jsonOf(value: unknown, name: string): unknown {
	if (typeof value !== 'string') return value;
	try {
		const parsed: unknown = JSON.parse(value);
		return parsed;
	} catch {
		throw invalidJson(name);
	}
}

function locatorOf(value: unknown, name: string): Locator {
	if (!isRecord(value)) return { mode: 'name', value: textOf(value, name).trim() };
	return { mode: textOf(value.mode, name), value: textOf(value.value, name).trim() };
}

/** A reader over any source of values: the node's parameters, a collection, a row. */
export function createReader(source: ValueSource): Reader {
	const { get, now, timezone } = source;
	const nested = (members: Record<string, unknown>): Reader =>
		createReader({ get: (name) => members[name], now, timezone });
	const optional = <Value>(
		name: string,
		read: (value: unknown, name: string) => Value,
	): Value | undefined => {
		const value = get(name);
		return isMissing(value) ? undefined : read(value, name);
	};
	return {
		now,
		value: get,
		has: (name) => !isMissing(get(name)),
		text: (name) => textOf(get(name), name),
		optionalText: (name) => optional(name, textOf),
		integer: (name) => integerOf(get(name), name),
		optionalInteger: (name) => optional(name, integerOf),
		number: (name) => numberOf(get(name), name),
		flag: (name) => flagOf(get(name), name),
		choice: (name, choices) => choiceOf(get(name), choices, name),
		optionalChoice: (name, choices) => optional(name, (value) => choiceOf(value, choices, name)),
		optionalInstant: (name) => optional(name, (value) => instantOf(value, timezone, name)),
		optionalDay: (name) => optional(name, (value) => dayOf(value, timezone, name)),
		locator: (name) => locatorOf(get(name), name),
		json: (name) => jsonOf(get(name), name),
		rows(name, group) {
			const collection = get(name);
			const rows = isRecord(collection) ? collection[group] : undefined;
			return Array.isArray(rows) ? rows.filter(isRecord).map(nested) : [];
		},
		within(name) {
			const members = get(name);
			return nested(isRecord(members) ? members : {});
		},
	};
}
