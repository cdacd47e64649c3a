/**
 * The parts of a message's table. A table has the form of the message on the wire. Each entry has its name on the wire
 * (its key), its public name, its label for errors, and its limits. Everything else comes from the table: building a
 * message from fields, checking JSON, naming the wrong field, the editor's limits, and the texts that errors redact.
 * Members that aren't in the table pass unchanged.
 */
import { InvalidInput } from '../errors';
import { type JsonValue, toJson } from '../http/json';
import { type Range, withCommas } from '../validation';

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
	/** Whether it changes nothing that people read: then, it makes no other message. */
	readonly isUnseen?: boolean | undefined;
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
