/** Reading JSON whose shape is somebody else's: everything is `unknown` until it was looked at. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at `path` inside `value`; `undefined` where any step of the way is missing. */
export function at(value: unknown, ...path: ReadonlyArray<string | number>): unknown {
	return path.reduce<unknown>((inside, step) => {
		if (Array.isArray(inside)) return typeof step === 'number' ? inside[step] : undefined;
		return isObject(inside) ? inside[String(step)] : undefined;
	}, value);
}

export function listAt(value: unknown, ...path: ReadonlyArray<string | number>): unknown[] {
	const found = at(value, ...path);
	return Array.isArray(found) ? found : [];
}

/** The text at `path`; a number is told as text; `''` where there is neither. */
export function textAt(value: unknown, ...path: ReadonlyArray<string | number>): string {
	const found = at(value, ...path);
	return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : '';
}

/** Parses JSON; `undefined` for what is not JSON. */
export function parseJson(text: string): unknown {
	try {
		const parsed: unknown = JSON.parse(text);
		return parsed;
	} catch {
		return undefined;
	}
}
