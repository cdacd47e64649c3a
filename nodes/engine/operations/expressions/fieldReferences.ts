/**
 * Finds the fields that a text references, such as `{{ $json.customer.name }}`. n8n puts nothing where a field is
 * missing, so that "Hello {{ $json.name }}," reaches people as "Hello ,".
 */

/** A plain reference to a field: no default, no optional chaining, no method. */
export interface FieldReference {
	/** The expression that has the fields: `$json`, `$('Node').item.json` … */
	root: string;
	/** The node that the fields come from; undefined for the node's own input. */
	node: string | undefined;
	/** Property names and list positions, from the outside in. At least one. */
	path: readonly string[];
}

export type FieldState = 'missing' | 'empty' | 'filled';

const expressions = /(?<!\\)\{\{(.*?)\}\}/gs;
const root = String.raw`\$json|\$input\.item\.json|\$\((?:"([^"\\]+)"|'([^'\\]+)')\)\.(?:item|first\(\)|last\(\))\.json`;
const step = String.raw`\.([\p{L}_$][\p{L}\p{N}_$]*)|\["([^"\\]*)"\]|\['([^'\\]*)'\]|\[(\d+)\]`;
const reference = new RegExp(String.raw`^\s*(${root})((?:${step})+)\s*$`, 'u');
const steps = new RegExp(step, 'gu');

function referenceIn(expression: string): FieldReference | undefined {
	const [, source, double, single, path] = reference.exec(expression) ?? [];
	if (source === undefined || path === undefined) return undefined;
	const names = [...path.matchAll(steps)].map(([, bare, inDouble, inSingle, index]) =>
		[bare, inDouble, inSingle, index].join(''),
	);
	return { root: source, node: double ?? single, path: names };
}

/** Returns the plain references in a stored parameter. Every other expression is left to n8n. */
export function fieldReferences(storedValue: unknown): FieldReference[] {
	if (typeof storedValue !== 'string' || !storedValue.startsWith('=')) return [];
	return [...storedValue.matchAll(expressions)].flatMap(([, inside = '']) => referenceIn(inside) ?? []);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Returns whether `json` has the field. One inside an empty value counts as empty. */
export function fieldState(json: unknown, path: readonly string[]): FieldState {
	let value: unknown = json;
	for (const name of path) {
		if (isEmpty(value)) return 'empty';
		// Methods and lengths included: they come from the prototype.
		const holder: unknown = Object(value);
		if (typeof holder !== 'object' || holder === null || !(name in holder)) return 'missing';
		value = Reflect.get(holder, name, value);
	}
	return isEmpty(value) ? 'empty' : 'filled';
}

/** Returns a path in the way people write it: `customer.names[0]`. */
export const pathText = (path: readonly string[]): string =>
	path.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`)).join('');
