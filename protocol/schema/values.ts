import { InvalidInput } from '../errors';
import type { JsonValue } from '../http/json';
import { encodeText } from '../text/charsets';
import { type Range, tooLong, wholeNumber } from '../validation';
import {
	capital,
	type Entry,
	labelAt,
	type FieldLocation,
	missing,
	type NoFields,
	type Place,
	unavailable,
	unchanged,
	type ValueEntry,
} from './entry';

/**
 * Checks a text. Characters are counted as code points (*assumed*: the service doesn't say what it counts).
 *
 * @throws InvalidInput for a text that is blank, too long, or holds half of a character
 */
export function boundedText(
	given: string,
	{ field, what }: FieldLocation,
	max = Number.POSITIVE_INFINITY,
): string {
	if (given.trim() === '')
		throw new InvalidInput(field, `${capital(what)} is empty.`, 'Enter a value, or correct the expression.');
	const { length } = Array.from(given);
	if (length > max) throw new InvalidInput(field, tooLong(capital(what), length, max), 'Shorten it.');
	encodeText(given, 'utf-8', field, ` of ${what}`);
	return given;
}

interface ValueOptions {
	limits?: Partial<Range> | undefined;
	isPublic?: boolean | undefined;
	/** Converts the field for the wire, where it differs. */
	toWire?: ((field: unknown, location: FieldLocation) => JsonValue | undefined) | undefined;
	/** Checks a value of the wire. */
	check: (given: JsonValue | undefined, location: FieldLocation) => JsonValue | undefined;
}

/** Defines an entry with a single value, of which texts, choices and the like are made. */
export function value<Name extends string, Value>(
	name: Name,
	label: string,
	{ toWire = unchanged, check, ...options }: ValueOptions,
): ValueEntry<Name, Value> {
	const locationAt = (at: Place): FieldLocation => ({ field: at.fieldOf(name), what: labelAt(label, at) });
	return {
		...options,
		name,
		build: ({ [name]: field }, at) => (field === undefined ? undefined : toWire(field, locationAt(at))),
		read: (given, at) => check(given, locationAt(at)),
	};
}

function textOf(given: JsonValue | undefined, location: FieldLocation, max?: number): string {
	if (given === undefined || given === null) throw missing(location);
	if (typeof given === 'string') return boundedText(given, location, max);
	throw new InvalidInput(location.field, `${capital(location.what)} isn't a string.`, 'Put it in quotes.');
}

interface TextOptions extends Partial<Pick<ValueOptions, 'isPublic' | 'toWire'>> {
	/** Characters. */
	max?: number;
	/** Checks more than the length. */
	check?: (text: string, location: FieldLocation) => void;
}

/** Defines a text. Its field is one, too, unless `toWire` makes it of something else. */
export function text<Name extends string, Value = string>(
	name: Name,
	label: string,
	{ max, check, ...options }: TextOptions = {},
): ValueEntry<Name, Value> {
	return value<Name, Value>(name, label, {
		...options,
		limits: max === undefined ? {} : { max },
		check(given, location) {
			const checked = textOf(given, location, max);
			check?.(checked, location);
			return checked;
		},
	});
}

/** Defines a choice: the values of the field, each with its word on the wire. */
export function choice<Name extends string, Choice extends string>(
	name: Name,
	label: string,
	words: Readonly<Record<Choice, string>>,
): ValueEntry<Name, Choice> {
	const wireWords = new Map<unknown, string>(Object.entries<string>(words));
	return value<Name, Choice>(name, label, {
		isPublic: true,
		toWire(field, location) {
			const word = wireWords.get(field);
			if (word === undefined) throw unavailable(location, Object.keys(words));
			return word;
		},
		check(given, location) {
			const word = textOf(given, location);
			if (![...wireWords.values()].includes(word)) throw unavailable(location, [...wireWords.values()]);
			return word;
		},
	});
}

/** Defines a value that is always the same. */
export function constant(word: string, label = '', remediation = `Set "type": "${word}".`): Entry<NoFields> {
	return {
		isPublic: true,
		build: () => word,
		read(given, at) {
			if (given === word) return word;
			throw new InvalidInput(at.fieldOf(''), `${capital(labelAt(label, at))} isn't "${word}".`, remediation);
		},
	};
}

const flags = new Map<JsonValue | undefined, boolean>([
	[true, true],
	[false, false],
	['true', true],
	['false', false],
]);

/** Defines true or false, which JSON may also have as text. */
export function flag<Name extends string>(
	name: Name,
	label: string,
	options: Pick<ValueOptions, 'toWire'> = {},
): ValueEntry<Name, boolean> {
	return value<Name, boolean>(name, label, {
		...options,
		check(given, { field, what }) {
			const wanted = flags.get(given);
			if (wanted !== undefined) return wanted;
			throw new InvalidInput(
				field,
				`${capital(what)} isn't true or false.`,
				'Use true or false without quotes.',
			);
		},
	});
}

/** Defines a whole number. */
export function range<Name extends string>(name: Name, limits: Range): ValueEntry<Name, number> {
	return value<Name, number>(name, '', {
		limits,
		check: (given, { field }) => wholeNumber(typeof given === 'number' ? given : Number.NaN, limits, field),
	});
}

/** The most degrees to either side. */
const maxDegrees = { latitude: 90, longitude: 180 } as const;

export type Axis = keyof typeof maxDegrees;

export const axes = ['latitude', 'longitude'] as const satisfies readonly Axis[];

/** Returns whether a value is a place on this axis, in degrees. */
export const isOnEarth = (given: JsonValue | undefined, axis: Axis): given is number =>
	typeof given === 'number' && Math.abs(given) <= maxDegrees[axis];

const decimal = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;

/** Defines degrees, north and east positive; JSON may have them as text. */
export const degrees = <Name extends Axis>(name: Name, label: string): ValueEntry<Name, number> =>
	value<Name, number>(name, label, {
		limits: { min: -maxDegrees[name], max: maxDegrees[name] },
		check(given, { field, what }) {
			const number = typeof given === 'string' && decimal.test(given) ? Number(given) : given;
			if (isOnEarth(number, name)) return number;
			throw new InvalidInput(
				field,
				`${capital(what)} must be a number from -${maxDegrees[name]} to ${maxDegrees[name]}.`,
				'Use degrees with a decimal point, such as 48.8584.',
			);
		},
	});
