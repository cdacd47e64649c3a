/**
 * The parts of a message's table. A table has the form of the message on the wire. Each entry has its name on the wire
 * (its key), its public name, its label for errors, and its limits. Everything else comes from the table: building a
 * message from fields, checking JSON, naming the wrong field, the editor's limits, and the texts that errors redact.
 * Members that aren't in the table pass unchanged.
 */
import { InvalidInput } from '../errors';
import { isObject, type JsonValue, toJson } from '../http/json';
import { encodeText } from '../text';
import { isBlank, type Range, scalarText, tooLong, wholeNumber, withCommas } from '../validation';

/** Values by their public names. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** The position of an entry, for errors. */
export interface MessagePosition {
	/** Returns the parameter that holds an entry with this public name. */
	fieldOf: (name: string) => string;
	/** The part in words, such as "card 2"; empty for the message itself. */
	subject: string;
	/** Whether null and empty titles count as absent. */
	isLenient: boolean;
}

/** An entry of a table, whatever fields it is built from. */
export interface Node {
	/** The public name. */
	readonly name?: string;
	/** Characters of a text, entries of a list, bounds of a number. */
	readonly limits?: Partial<Range> | undefined;
	/** Whether it is a word of the service, which errors needn't redact. */
	readonly isPublic?: boolean | undefined;
	/** What nobody reads of a message: what comes back with an answer, or what only says how the message is displayed. */
	readonly unread?: 'returned' | 'display' | undefined;
	readonly members?: Members;
	readonly items?: readonly Entry[];
	/** Values of the field `type` that select it among its alternatives. */
	readonly types?: readonly string[];
	/** Returns the value on the wire, unchecked; undefined if its fields have none. */
	build: (fields: FieldValues, position: MessagePosition) => JsonValue | undefined;
	/** Checks any value from the wire. Returns it as it is sent; undefined if it is left out. */
	read: (value: JsonValue | undefined, position: MessagePosition) => JsonValue | undefined;
}

/** An entry of a table. */
export interface Entry<Built extends FieldValues = FieldValues> extends Node {
	/** The fields that it is built from; exists as a type only. */
	readonly fields?: Built;
}

/** An entry with a single value, built from the field of its name. */
export type ValueEntry<Name extends string, Value> = Entry<Readonly<Record<Name, Value>>>;

/** The fields of an entry that is built from none. */
export type NoFields = Readonly<Partial<Record<'', never>>>;

export type Members = Readonly<Record<string, Entry>>;

/** The fields that a table is built from. */
export type FieldsOf<Table> = Table extends { readonly fields?: infer Built } ? NonNullable<Built> : never;

/** A parameter, and its value in words as within a sentence: "the title of button 2". */
export interface FieldLocation {
	field: string;
	what: string;
}

/** Returns words for the beginning of a sentence. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Returns what an entry is called at a place. */
export const labelAt = (label: string, { subject }: MessagePosition): string =>
	label === '' || subject === '' ? label + subject : `${label} of ${subject}`;

/** Returns a field's value for the wire as it is. */
export const unchanged = (field: unknown): JsonValue | undefined =>
	typeof field === 'string' || typeof field === 'boolean' ? field : toJson(field);

export const missingError = ({ field, what }: FieldLocation): InvalidInput =>
	new InvalidInput(field, `${capital(what)} is missing.`, 'Add it.');

export const unavailable = ({ field, what }: FieldLocation, options: readonly string[]): InvalidInput =>
	new InvalidInput(
		field,
		`${capital(what)} isn't an available option.`,
		`Choose one of: ${options.join(', ')}.`,
	);

export const notAnObject = ({ field, what }: FieldLocation): InvalidInput =>
	new InvalidInput(field, `${capital(what)} isn't an object.`, 'Put it in braces: { … }.');

function entriesOf(node: Node): Node[] {
	return [node, ...[...Object.values(node.members ?? {}), ...(node.items ?? [])].flatMap(entriesOf)];
}

/** Returns the limits of an entry by its public name, for the editor. */
export function limitsOf(table: Node, name: string): Range {
	const limits = entriesOf(table).find((entry) => entry.name === name)?.limits;
	if (limits?.max === undefined) throw new Error(`The table has no limit of ${name}.`);
	return { min: 0, ...limits, max: limits.max };
}

/** Returns "at most 2,000 characters", for the editor. */
export const atMost = (table: Node, name: string): string =>
	`at most ${withCommas(limitsOf(table, name).max)} characters`;

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
	const { field, what } = location;
	// Not true and false: code such as `product.isNew && "New!"` returns them instead of nothing.
	if (typeof json === 'boolean')
		throw new InvalidInput(
			field,
			`${capital(what)} is true or false instead of a text.`,
			'Remove it, or write a text in quotes.',
		);
	const invalid = (message: string, remediation: string): InvalidInput =>
		new InvalidInput(field, message, remediation);
	return boundedText(scalarText(json, capital(what), invalid), location, max);
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
	options: Pick<ValueOptions, 'toWire'> = {},
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

type Optional<Built> = { readonly [Name in keyof Built]?: Built[Name] | undefined };

/** Whether a value that was built from fields has nothing in it. */
function isEmpty(built: JsonValue | undefined): boolean {
	if (built === undefined) return true;
	if (typeof built === 'string') return isBlank(built);
	if (Array.isArray(built)) return built.length === 0;
	return isObject(built) && Object.values(built).every(isEmpty);
}

interface OptionalOptions {
	/** The field whose absence leaves it out; without one, everything in it is blank. */
	discriminator?: string;
	/** Whether an empty text in JSON counts as absent, where null does. */
	emptyIsAbsent?: boolean;
}

/** Makes an entry optional. Fields that are blank leave it out; in JSON, blank is an error. */
export function optional<Built extends FieldValues>(
	entry: Entry<Built>,
	{ discriminator, emptyIsAbsent = false }: OptionalOptions = {},
): Entry<Optional<Built>> {
	const node: Node = entry;
	return {
		...node,
		build(fields, position) {
			const built = node.build(fields, position);
			const isAbsent = discriminator === undefined ? isEmpty(built) : fields[discriminator] === undefined;
			return isAbsent ? undefined : built;
		},
		read(json, position) {
			const isAbsent = json === undefined || (json === '' && emptyIsAbsent && position.isLenient);
			return isAbsent ? undefined : node.read(json, position);
		},
	};
}

/** Names everything in an entry after a part of the message. */
export function within<Built extends FieldValues>(subject: string, entry: Entry<Built>): Entry<Built> {
	const { build, read }: Node = entry;
	return {
		...entry,
		build: (fields, position) => build(fields, { ...position, subject }),
		read: (json, position) => read(json, { ...position, subject }),
	};
}

/** Selects an alternative of `oneOf` by the field `type`. */
export function ofType<Type extends string, Built extends FieldValues>(
	type: Type,
	entry: Entry<Built>,
): Entry<Built & { readonly type: Type }> {
	const node: Node = entry;
	return { ...node, types: [type] };
}

/** Marks an entry that comes back with an answer. It isn't read, but it makes another message. */
export const returned = <Marked extends Node>(entry: Marked): Marked => ({ ...entry, unread: 'returned' });

/** Marks an entry that only says how a message is displayed: it makes no other message. */
export const displayOnly = <Marked extends Node>(entry: Marked): Marked => ({ ...entry, unread: 'display' });

/** Makes an entry an alternative that only JSON has. */
export const onlyInJson = (entry: Node): Entry<never> => ({ ...entry, types: [] });

/** Everything in a list or a group is in its parameter. */
export const inside = (position: MessagePosition, name: string): MessagePosition => ({
	...position,
	fieldOf: () => position.fieldOf(name),
});

export const isFields = (input: unknown): input is FieldValues => typeof input === 'object' && input !== null;

/** Makes the fields of an entry one field. */
export function group<Name extends string, Built extends FieldValues>(
	name: Name,
	entry: Entry<Built>,
): ValueEntry<Name, Built> {
	const node: Node = entry;
	return {
		...node,
		name,
		build: ({ [name]: fields }, position) =>
			isFields(fields) ? node.build(fields, inside(position, name)) : undefined,
		read: (json, position) => node.read(json, inside(position, name)),
	};
}
