import { isObject, type JsonObject, type JsonValue, memberOf } from '../../http/json';

/** Members whose inside is documented; what stands in any other one goes out as it is. */
const containers: ReadonlySet<string> = new Set([
	'contentMessage',
	'richCard',
	'standaloneCard',
	'carouselCard',
	'cardContent',
	'cardContents',
	'media',
	'contentInfo',
	'uploadedRbmFile',
	'suggestions',
	'reply',
	'action',
	'dialAction',
	'openUrlAction',
	'viewLocationAction',
	'latLong',
	'createCalendarEventAction',
	'shareLocationAction',
]);

/** What a value means; undefined: the same as if its member were absent. */
type Meaning = (value: JsonValue) => JsonValue | undefined;

const unlessEmpty: Meaning = (value) => (value === '' ? undefined : value);

const decimal = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;
const degrees: Meaning = (value) =>
	typeof value === 'string' && decimal.test(value) ? Number(value) : value;

const flags: ReadonlyMap<JsonValue, boolean> = new Map([
	['true', true],
	['false', false],
]);

/** Beside the text there is a picture in a horizontal card only. */
const withoutUselessSide: Meaning = (card) => {
	if (!isObject(card) || memberOf(card, 'cardOrientation') !== 'VERTICAL') return card;
	return Object.fromEntries(Object.entries(card).filter(([name]) => name !== 'thumbnailImageAlignment'));
};

const meanings: ReadonlyMap<string, Meaning> = new Map([
	['title', unlessEmpty],
	['description', unlessEmpty],
	['forceRefresh', (value) => flags.get(value) ?? value],
	['latitude', degrees],
	['longitude', degrees],
	['standaloneCard', withoutUselessSide],
]);

function valueOf(name: string, given: JsonValue): JsonValue | undefined {
	if (given === null) return undefined;
	const value = containers.has(name) ? inside(given) : given;
	const meaning = meanings.get(name);
	return meaning ? meaning(value) : value;
}

function inside(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(inside);
	return isObject(value) ? inDocumentedForm(value) : value;
}

/**
 * A message in the form that is documented, out of what JSON and expressions make of it: members that are null, titles
 * and descriptions that are empty, and the side of the picture in a vertical card count as absent, as they do on the
 * platform behind the service; numbers and true or false may come as text. The message itself is left alone.
 */
export function inDocumentedForm(message: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(message).flatMap(([name, given]) => {
			const value = valueOf(name, given);
			return value === undefined ? [] : [[name, value] as const];
		}),
	);
}
