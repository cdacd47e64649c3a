/** JSON in contract fixtures: its texts are templates, and `{"$integer": "{{reference}}"}` is a number made of one. */
import { isObject } from '../../playground/src/support/json';
import { fill, matches, type Seen } from './placeholders';

const INTEGER = '$integer';

function integerTemplate(value: Record<string, unknown>): string | undefined {
	const template = value[INTEGER];
	return typeof template === 'string' ? template : undefined;
}

/** Fills in what was seen; what was not, with the sample. */
export function fillJson(template: unknown, seen: Seen = new Map()): unknown {
	if (typeof template === 'string') return fill(template, seen);
	if (Array.isArray(template)) return template.map((entry) => fillJson(entry, seen));
	if (!isObject(template)) return template;
	const integer = integerTemplate(template);
	if (integer !== undefined) return Number(fill(integer, seen));
	return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fillJson(value, seen)]));
}

/**
 * Expects exactly the template's members, with its values; what stands for a mark is remembered in `seen`.
 * @param path of the value, for the message
 */
export function expectJson(template: unknown, actual: unknown, seen: Seen, path = 'JSON'): void {
	if (typeof template === 'string') {
		// The readable comparison only stands where the pattern does not match.
		const isRight = typeof actual === 'string' && matches(template, actual, seen);
		if (!isRight) expect({ path, value: actual }).toEqual({ path, value: fill(template, seen) });
		return;
	}
	const integer = isObject(template) ? integerTemplate(template) : undefined;
	if (integer !== undefined) {
		const isRight = typeof actual === 'number' && matches(integer, String(actual), seen);
		if (!isRight) expect({ path, value: actual }).toEqual({ path, value: Number(fill(integer, seen)) });
		return;
	}
	if (Array.isArray(template)) {
		const entries: unknown[] = Array.isArray(actual) ? actual : [];
		expect({ path, length: entries.length }).toEqual({ path, length: template.length });
		template.forEach((entry, index) => {
			expectJson(entry, entries[index], seen, `${path}[${index}]`);
		});
		return;
	}
	if (!isObject(template)) {
		expect({ path, value: actual }).toEqual({ path, value: template });
		return;
	}
	const members = isObject(actual) ? actual : {};
	expect({ path, members: Object.keys(members).sort() }).toEqual({
		path,
		members: Object.keys(template).sort(),
	});
	for (const [name, value] of Object.entries(template)) {
		expectJson(value, members[name], seen, `${path}.${name}`);
	}
}
