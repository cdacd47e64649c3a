import { InvalidInput } from '../errors';
import type { JsonValue } from '../http/json';
import { encodeText } from '../text/charsets';
import { isBlank, type Range, tooLong, wholeNumber } from '../validation';
import {
	capital,
	type Entry,
	labelAt,
	type FieldLocation,
	missingError,
	type NoFields,
	type MessagePosition,
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
	input: string,
	{ field, what }: FieldLocation,
	max = Number.POSITIVE_INFINITY,
): string {
	if (isBlank(input))
		throw new InvalidInput(field, `${capital(what)} is empty.`, 'Enter a value, or correct the expression.');
	const { length } = Array.from(input);
	if (length > max) throw new InvalidInput(field, tooLong(capital(what), length, max), 'Shorten it.');
	encodeText(input, 'utf-8', field, ` of ${what}`);
	return input;
}

interface ValueOptions {
	limits?: Partial<Range> | undefined;
	isPublic?: boolean | undefined;
	isUnseen?: boolean | undefined;
	/** Converts the field for the wire, where it differs. */
	toWire?: ((field: unknown, location: FieldLocation) => JsonValue | undefined) | undefined;
	/** Checks a value of the wire. */
	check: (json: JsonValue | undefined, location: FieldLocation) => JsonValue | undefined;
}

/** Defines an entry with a single value, of which texts, choices and the like are made. */
export function value<Name extends string, Value>(
	name: Name,
	label: string,
	{ toWire = unchanged, check, ...options }: ValueOptions,
): ValueEntry<Name, Value> {
	const locationAt = (position: MessagePosition): FieldLocation => ({
		field: position.fieldOf(name),
		what: labelAt(label, position),
	});
	return {
		...options,
		name,
		build: ({ [name]: field }, position) =>
			field === undefined ? undefined : toWire(field, locationAt(position)),
		read: (json, position) => check(json, locationAt(position)),
	};
}

function textOf(json: JsonValue | undefined, location: FieldLocation, max?: number): string {
	if (json === undefined || json === null) throw missingError(location);
	if (typeof json === 'string') return boundedText(json, location, max);
	throw new InvalidInput(location.field, `${capital(location.what)} isn't a string.`, 'Put it in quotes.');
}

interface TextOptions extends Partial<Pick<ValueOptions, 'isPublic' | 'isUnseen' | 'toWire'>> {
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
		check(json, location) {
			const checked = textOf(json, location, max);
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
	const sentWords = new Set(wireWords.values());
	return value<Name, Choice>(name, label, {
		isPublic: true,
		toWire(field, location) {
			const word = wireWords.get(field);
			if (word === undefined) throw unavailable(location, Object.keys(words));
			return word;
		},
		check(json, location) {
			if (typeof json === 'string' && sentWords.has(json)) return json;
			textOf(json, location);
			throw unavailable(location, [...sentWords]);
		},
	});
}

/** Defines a value that is always the same. */
export function constant(word: string, label = '', remediation = `Set "type": "${word}".`): Entry<NoFields> {
	return {
		isPublic: true,
		build: () => word,
		read(json, position) {
			if (json === word) return word;
			throw new InvalidInput(
				position.fieldOf(''),
				`${capital(labelAt(label, position))} isn't "${word}".`,
				remediation,
			);
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
	options: Pick<ValueOptions, 'toWire' | 'isUnseen'> = {},
): ValueEntry<Name, boolean> {
	return value<Name, boolean>(name, label, {
		...options,
		check(json, { field, what }) {
			const mapped = flags.get(json);
			if (mapped !== undefined) return mapped;
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
		check: (json, { field }) => wholeNumber(typeof json === 'number' ? json : Number.NaN, limits, field),
	});
}

/** The most degrees to either side. */
const maxDegrees = { latitude: 90, longitude: 180 } as const;

export type Axis = keyof typeof maxDegrees;

export const axes = ['latitude', 'longitude'] as const satisfies readonly Axis[];

/** Returns whether a value is a place on this axis, in degrees. */
export const isOnEarth = (json: JsonValue | undefined, axis: Axis): json is number =>
	typeof json === 'number' && Math.abs(json) <= maxDegrees[axis];

const decimal = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;

/** Defines degrees, north and east positive; JSON may have them as text. */
export const degrees = <Name extends Axis>(name: Name, label: string): ValueEntry<Name, number> =>
	value<Name, number>(name, label, {
		limits: { min: -maxDegrees[name], max: maxDegrees[name] },
		check(json, { field, what }) {
			const number = typeof json === 'string' && decimal.test(json) ? Number(json) : json;
			if (isOnEarth(number, name)) return number;
			throw new InvalidInput(
				field,
				`${capital(what)} must be a number from -${maxDegrees[name]} to ${maxDegrees[name]}.`,
				'Use degrees with a decimal point, such as 48.8584.',
			);
		},
	});
