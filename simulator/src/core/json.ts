/** JSON as it comes from anywhere: nothing is known of it. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at a place, undefined where there is nothing; entries of a list are named by their index. */
export function at(value: unknown, ...path: readonly string[]): unknown {
	return path.reduce<unknown>(
		(place, name) =>
			typeof place === 'object' && place !== null && Object.hasOwn(place, name)
				? Reflect.get(place, name)
				: undefined,
		value,
	);
}

/** The text at a place, empty where there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
	const found = at(value, ...path);
	return typeof found === 'string' ? found : '';
}

/** The list at a place, empty where there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
	const found = at(value, ...path);
	return Array.isArray(found) ? found : [];
}

/** No message is nearly as deep; what is deeper could not even be written out again. */
const DEEPEST = 32;

export function isTooDeep(value: unknown, depth = DEEPEST): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return depth === 0 || Object.values(value).some((entry) => isTooDeep(entry, depth - 1));
}

/**
 * Every value by its path, as text: `contentMessage.text.body`, `buttons.0.title`. A list of plain values is one
 * text, comma-separated.
 * @param value not too deep
 * @param most where it stops: a body could hold millions of values
 */
export function flatten(value: JsonObject, most: number): Record<string, string> {
	const fields: [string, string][] = [];
	const walk = (part: unknown, path: string): void => {
		if (fields.length >= most) return;
		const isList = Array.isArray(part) && !part.some((entry) => typeof entry === 'object' && entry !== null);
		if (isList || typeof part !== 'object' || part === null) {
			fields.push([path, isList ? part.join(',') : String(part)]);
			return;
		}
		for (const [name, entry] of Object.entries(part)) walk(entry, path === '' ? name : `${path}.${name}`);
	};
	walk(value, '');
	return Object.fromEntries(fields);
}
