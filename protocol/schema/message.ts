import { InvalidInput } from '../errors';
import { isObject, type JsonObject, type JsonValue, memberOf } from '../http/json';
import type { FieldValues, Node, MessagePosition } from './entry';
import type { ObjectEntry } from './objects';

/** A message, checked, as it goes over the wire. */
export interface MessageContent {
	json: JsonObject;
	/** The texts of people, which errors redact. */
	secrets: string[];
	/** What people read of the message. */
	readable: JsonValue;
}

/** What a table says of a value; nothing where the value isn't in it. */
type Described = Pick<Node, 'isPublic' | 'isUnseen' | 'members' | 'items'>;

/** The parts of a list or an object, each with its entry in the table. */
function partsOf(
	json: JsonObject | JsonValue[],
	{ members = {}, items = [] }: Described,
): Array<[string, JsonValue, Described | undefined]> {
	const entryOf = (part: string): Described | undefined => {
		if (Array.isArray(json)) return items[Number(part)] ?? items[0];
		return Object.hasOwn(members, part) ? members[part] : undefined;
	};
	return Object.entries(json).map(([part, value]) => [part, value, entryOf(part)]);
}

/** Returns all texts but the words of the service. */
function textsIn(json: JsonValue, table: Described = {}): string[] {
	if (typeof json === 'string') return table.isPublic === true ? [] : [json];
	if (typeof json !== 'object' || json === null) return [];
	return partsOf(json, table).flatMap(([, value, entry]) => textsIn(value, entry));
}

/** Returns what people read of a value. */
function seenIn(json: JsonValue, table: Described = {}): JsonValue {
	if (typeof json !== 'object' || json === null) return json;
	const parts = partsOf(json, table)
		.filter(([, , entry]) => entry?.isUnseen !== true)
		.map(([part, value, entry]): [string, JsonValue] => [part, seenIn(value, entry)]);
	return Array.isArray(json) ? parts.map(([, value]) => value) : Object.fromEntries(parts);
}

/** Returns a checked message with what is derived from it. */
const contentOf = (json: JsonObject, table: Node): MessageContent => ({
	json,
	secrets: textsIn(json, table),
	// Needed only where messages are compared.
	get readable() {
		return seenIn(json, table);
	},
});

/**
 * Builds a message from fields, as it goes over the wire.
 *
 * @param messageField the field to which an error about the whole message belongs
 * @throws InvalidInput naming the field
 */
export function buildJson<Built extends FieldValues>(
	table: ObjectEntry<Built>,
	fields: Built,
	messageField: string,
): JsonObject {
	const position: MessagePosition = {
		fieldOf: (name) => name || messageField,
		subject: '',
		isLenient: false,
	};
	return table.read(table.build(fields, position), position);
}

/** As {@link buildJson}, with the texts of people. */
export function buildMessage<Built extends FieldValues>(
	table: ObjectEntry<Built>,
	fields: Built,
	messageField: string,
): MessageContent {
	const json = buildJson(table, fields, messageField);
	return contentOf(json, table);
}

/**
 * Checks a message that comes as JSON.
 *
 * @param field the parameter that holds the JSON
 * @throws InvalidInput naming the part in words
 */
export function checkMessage(
	table: ObjectEntry,
	messageJson: JsonObject,
	{ field, isLenient = false }: { field: string; isLenient?: boolean },
): MessageContent {
	const json = table.read(messageJson, { fieldOf: () => field, subject: '', isLenient });
	return contentOf(json, table);
}

/** Returns the error for JSON that is no object, or nested more deeply than `toJson` takes. */
export const notJsonObject = (field: string, subject = 'The value'): InvalidInput =>
	new InvalidInput(field, `${subject} isn't a JSON object of at most 64 levels.`, 'Put it in braces: { … }.');

/**
 * Returns what an object wraps in one of its members, so that a sample can be pasted with its wrapping.
 *
 * @param name of the member
 * @param alsoAllowed members that may be next to it
 * @throws InvalidInput for anything else next to it, which would be silently dropped
 */
export function unwrapped(
	wrapper: JsonObject,
	name: string,
	field: string,
	alsoAllowed: readonly string[] = [],
): JsonObject {
	if (!Object.keys(wrapper).every((member) => member === name || alsoAllowed.includes(member))) {
		throw new InvalidInput(
			field,
			`There are other properties next to ${name}.`,
			`Paste only what is under ${name}. Recipients and options have separate fields.`,
		);
	}
	const inner = memberOf(wrapper, name);
	if (!isObject(inner)) throw notJsonObject(field, `The property ${name}`);
	return inner;
}

/** Returns the content of a message, also where it is pasted under its name `contentMessage`. */
export function contentIn(messageJson: JsonObject, field: string): JsonObject {
	const isWrapped = memberOf(messageJson, 'contentMessage') !== undefined;
	return isWrapped ? unwrapped(messageJson, 'contentMessage', field) : messageJson;
}
