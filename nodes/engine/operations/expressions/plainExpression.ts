/**
 * Expressions that only point at a value of the input: `{{ $json.a.b }}`, `{{ $json["a b"] }}`. n8n evaluates any
 * expression with the same care, which costs about 230 µs each; these can be read off. Whatever is not certain to give
 * what n8n gives is left to n8n.
 */

import { isExpression } from './code';

/** A value that stands in the input. Others (lists, dates, nothing at all) n8n may hand over in a form of its own. */
type Plain = string | number | boolean;

/** Finds a value in an item's json; undefined where n8n has to be asked. */
type Find = (json: unknown) => unknown;

/** No braces in a name: for n8n an expression ends at the first `}}`. */
const wholeReference =
	/^=\{\{\s*\$json((?:\.[A-Za-z_$][\w$]*|\["[^"\\\n\r{}]*"\]|\['[^'\\\n\r{}]*'\])+)\s*\}\}$/;
const step = /\.([A-Za-z_$][\w$]*)|\["([^"]*)"\]|\['([^']*)'\]/g;

/** Words that n8n refuses to see in an expression, or may refuse, besides the names that every object has. */
const guarded =
	/\b(?:prototype|[gs]etPrototypeOf|getOwnPropertyDescriptors?|definePropert(?:y|ies)|mainModule|binding|prepareStackTrace|caller|callee|arguments|getBuiltinModule|dlopen|execve|loadEnvFile)\b/;

const isGuarded = (name: string): boolean =>
	name.startsWith('_') || guarded.test(name) || name in Object.prototype;

const isPlain = (value: unknown): value is Plain =>
	typeof value === 'string' ||
	typeof value === 'boolean' ||
	(typeof value === 'number' && Number.isFinite(value));

/** The names in a plain expression; undefined for any other text. */
function pathIn(expression: string): string[] | undefined {
	const steps = wholeReference.exec(expression)?.[1];
	if (steps === undefined) return undefined;
	const names = [...steps.matchAll(step)].map(([, bare, double, single]) => bare ?? double ?? single ?? '');
	return names.some(isGuarded) ? undefined : names;
}

function finderOf(expression: string): Find | undefined {
	const names = pathIn(expression);
	if (names === undefined) return undefined;
	return (json) => {
		let value: unknown = json;
		for (const name of names) {
			if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
			value = Reflect.get(value, name);
		}
		return isPlain(value) ? value : undefined;
	};
}

/**
 * How a stored parameter, with all that stands inside it, is read off an item's json; undefined where it holds an
 * expression that only n8n can evaluate. What it gives is undefined too where n8n has to be asked after all.
 */
export function readerOff(storedValue: unknown): Find | undefined {
	if (typeof storedValue === 'string')
		return isExpression(storedValue) ? finderOf(storedValue) : () => storedValue;
	if (typeof storedValue !== 'object' || storedValue === null) return () => storedValue;
	const entries: Array<[string, unknown]> = Object.entries(storedValue);
	const members = entries.map(([name, member]) => ({ name, read: readerOff(member), member }));
	if (members.some(({ read }) => read === undefined)) return undefined;
	const build = Array.isArray(storedValue)
		? (values: Array<[string, unknown]>): unknown => values.map(([, value]) => value)
		: (values: Array<[string, unknown]>): unknown => Object.fromEntries(values);
	return (json) => {
		const values = members.map(({ name, read, member }): [string, unknown, boolean] => {
			const value = read?.(json);
			return [name, value, value === undefined && member !== undefined];
		});
		return values.some(([, , isMissing]) => isMissing)
			? undefined
			: build(values.map(([name, value]) => [name, value]));
	};
}
