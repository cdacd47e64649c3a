import { InvalidInput } from '../errors';
import { isObject, type JsonObject, type JsonValue, memberOf } from '../http/json';
import type { Range } from '../validation';
import {
	capital,
	type Entry,
	type FieldsOf,
	type FieldValues,
	inside,
	isFields,
	labelAt,
	type Members,
	type MessagePosition,
	missingError,
	type Node,
	type NoFields,
	notAnObject,
	unavailable,
	unchanged,
	type ValueEntry,
} from './entries';

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
	member: infer All,
) => void
	? All
	: never;

/** Returns "one, two and three". */
const listed = (names: readonly string[], word: 'and' | 'or'): string =>
	names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1) ?? ''}`;

/** Members of an object, or rules about them. */
interface Part<Built extends FieldValues = FieldValues> {
	readonly fields?: Built;
	readonly members: Members;
	readonly types: readonly string[];
	build: (fields: FieldValues, position: MessagePosition) => JsonObject;
	read: (json: JsonObject, position: MessagePosition) => JsonObject;
}

/** Defines members in their order. A message of thousands of items is built for each of them: with loops, in half the time. */
function membersPart(members: Members): Part {
	const entries = Object.entries(members);
	return {
		members,
		types: [],
		build(fields, position) {
			const built: JsonObject = {};
			for (const [name, entry] of entries) {
				const json = entry.build(fields, position);
				if (json !== undefined) built[name] = json;
			}
			return built;
		},
		read(json, position) {
			const checked = { ...json };
			for (const [name, entry] of entries) {
				const sent = entry.read(memberOf(json, name), position);
				if (!Object.hasOwn(json, name)) continue;
				if (sent === undefined) Reflect.deleteProperty(checked, name);
				else checked[name] = sent;
			}
			return checked;
		},
	};
}

/** Defines a change of the object in front of the parts that follow. */
export const rewrite = (read: Part['read']): Part<NoFields> => ({
	members: {},
	types: [],
	build: () => ({}),
	read,
});

/** Defines a rule about several members, checked once the parts in front of it are. */
export const rule = (check: (json: JsonObject, position: MessagePosition) => void): Part<NoFields> =>
	rewrite((json, position) => {
		check(json, position);
		return json;
	});

type FieldsOfUnion<Alternatives extends Members> = {
	[Name in keyof Alternatives]: FieldsOf<Alternatives[Name]>;
}[keyof Alternatives];

/**
 * Defines members of which an object has exactly one.
 *
 * @param label of the object
 * @param otherwise checks an object that has none of them; left out, that is an error
 */
export function oneOf<Alternatives extends Members>(
	label: string,
	alternatives: Alternatives,
	otherwise?: (json: JsonObject, position: MessagePosition) => void,
): Part<FieldsOfUnion<Alternatives>> {
	const entries = Object.entries(alternatives);
	const names = entries.map(([name]) => name);
	const types = entries.flatMap(([, entry]) => entry.types ?? []);
	return {
		members: alternatives,
		types,
		build(fields, position) {
			const selected = entries.filter(([, entry]) => entry.types?.some((type) => type === fields.type));
			if (selected.length > 0) return membersPart(Object.fromEntries(selected)).build(fields, position);
			throw unavailable({ field: position.fieldOf('type'), what: labelAt('the type', position) }, types);
		},
		read(json, position) {
			const what = capital(position.subject || label);
			const present = entries.filter(([name]) => memberOf(json, name) !== undefined);
			if (present.length === 1) return membersPart(Object.fromEntries(present)).read(json, position);
			const memberNames = present.map(([name]) => name);
			if (memberNames.length > 1)
				throw new InvalidInput(
					position.fieldOf(''),
					`${what} has ${listed(memberNames, 'and')}, but can have only one of them.`,
					`Keep only one: ${listed(names, 'or')}.`,
				);
			otherwise?.(json, position);
			if (otherwise) return json;
			throw new InvalidInput(
				position.fieldOf(''),
				`${what} has no ${listed(names, 'or')}.`,
				'Add one of them.',
			);
		},
	};
}

type FieldsOfParts<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Others]
	? (First extends Members ? Intersection<FieldsOfUnion<First>> : FieldsOf<First>) & FieldsOfParts<Others>
	: NoFields;

const isPart = (tablePart: Part | Members): tablePart is Part => typeof tablePart.build === 'function';

/** An entry that holds an object. */
export interface ObjectEntry<Built extends FieldValues = FieldValues> extends Entry<Built> {
	read: (json: JsonValue | undefined, position: MessagePosition) => JsonObject;
}

/** Defines an object by its members, alternatives and rules, in the order in which they are sent and checked. */
export function object<Parts extends readonly (Part | Members)[]>(
	label: string,
	...partsOrMembers: Parts
): ObjectEntry<FieldsOfParts<Parts>> {
	const tableParts = partsOrMembers.map((tablePart) =>
		isPart(tablePart) ? tablePart : membersPart(tablePart),
	);
	return {
		members: Object.fromEntries(tableParts.flatMap(({ members }) => Object.entries(members))),
		types: tableParts.flatMap(({ types }) => types),
		build(fields, position) {
			const built: JsonObject = {};
			for (const tablePart of tableParts) Object.assign(built, tablePart.build(fields, position));
			return built;
		},
		read(json, position) {
			const location = { field: position.fieldOf(''), what: labelAt(label, position) };
			if (json === undefined || json === null) throw missingError(location);
			if (!isObject(json)) throw notAnObject(location);
			return tableParts.reduce(
				(checked, tablePart) => tablePart.read(checked, position),
				position.isLenient ? withoutNulls(json) : json,
			);
		},
	};
}

/** Returns an object without the members that are null. */
export const withoutNulls = (json: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(json).filter(([, member]) => member !== null));

/** Returns "Too many cards: 12 (limit: 10)." */
function wrongCount(what: string, count: number, { min, max }: Range): string {
	const [amount, bound] = count < min ? ['few', `minimum: ${min}`] : ['many', `limit: ${max}`];
	return `Too ${amount} ${what.replace(/^the /, '')}: ${count} (${bound}).`;
}

/** Names the entries of a list: "card 2", "suggestion 1 of card 2". */
export const numbered =
	(word: string) =>
	(position: number, subject: string): string =>
		`${word} ${position}${subject && ` of ${subject}`}`;

/**
 * Defines a list of objects.
 *
 * @param itemLabel returns what an item is called, by its position from 1 and the part that holds the list
 */
export function list<Name extends string, Item extends FieldValues>(
	name: Name,
	label: string,
	limits: Range,
	itemLabel: (position: number, subject: string) => string,
	item: Entry<Item>,
): ValueEntry<Name, readonly Item[]> {
	const positionOf = (position: MessagePosition, index: number): MessagePosition => ({
		...inside(position, name),
		subject: itemLabel(index + 1, position.subject),
	});
	return {
		name,
		limits,
		items: [item],
		build({ [name]: fields }, position) {
			if (!Array.isArray(fields)) return unchanged(fields);
			const rows: unknown[] = fields;
			return rows.map(
				(row, index) => item.build(isFields(row) ? row : {}, positionOf(position, index)) ?? null,
			);
		},
		read(json, position) {
			const what = labelAt(label, position);
			const field = position.fieldOf(name);
			if (json === undefined || json === null)
				throw new InvalidInput(field, `${capital(what)} are missing.`, 'Add them as a list.');
			if (!Array.isArray(json))
				throw new InvalidInput(field, `${capital(what)} aren't a list.`, 'Put them in square brackets.');
			if (json.length < limits.min)
				throw new InvalidInput(field, wrongCount(what, json.length, limits), 'Add what is missing.');
			if (json.length > limits.max)
				throw new InvalidInput(field, wrongCount(what, json.length, limits), 'Remove some.');
			return json.map((entry, index) => {
				const itemPosition = positionOf(position, index);
				if (!isObject(entry)) throw notAnObject({ field, what: itemPosition.subject });
				return item.read(entry, itemPosition) ?? null;
			});
		},
	};
}

/** Defines a list with fixed entries, of which the optional ones may be left out in fields. */
export function tuple<Entries extends readonly Entry[]>(
	...items: Entries
): Entry<Intersection<FieldsOf<Entries[number]>> & FieldValues> {
	return {
		items,
		build: (fields, position) => items.flatMap((item) => item.build(fields, position) ?? []),
		read: (json, position) =>
			Array.isArray(json) ? json.map((entry, index) => items[index]?.read(entry, position) ?? entry) : json,
	};
}

/** A message, checked, as it goes over the wire. */
export interface MessageContent {
	json: JsonObject;
	/** The texts of people, which errors redact. */
	secrets: string[];
	/** What people read of the message. */
	readable: JsonValue;
	/** The parts that make another message, for people or for the workflow that gets their answers. */
	distinctive: JsonValue;
}

/** What a table says of a value; nothing where the value isn't in it. */
type Described = Pick<Node, 'isPublic' | 'unread' | 'members' | 'items'>;

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

/** Returns a value without entries that nobody reads. */
function without(omitted: ReadonlySet<Node['unread']>, json: JsonValue, table: Described = {}): JsonValue {
	if (typeof json !== 'object' || json === null) return json;
	const parts = partsOf(json, table)
		.filter(([, , entry]) => entry?.unread === undefined || !omitted.has(entry.unread))
		.map(([part, value, entry]): [string, JsonValue] => [part, without(omitted, value, entry)]);
	return Array.isArray(json) ? parts.map(([, value]) => value) : Object.fromEntries(parts);
}

/** Returns a checked message with what is derived from it. */
const contentOf = (json: JsonObject, table: Node): MessageContent => ({
	json,
	secrets: textsIn(json, table),
	// Needed only where messages are compared.
	get readable() {
		return without(new Set(['display', 'returned']), json, table);
	},
	get distinctive() {
		return without(new Set(['display']), json, table);
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
