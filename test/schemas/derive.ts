/** What values look like: a schema out of samples. Nothing of the values gets into it. */
import { isObject } from '../../playground/src/support/json';
import type { Schema, TypeName } from './schema';

const plainTypes: ReadonlyMap<string, TypeName> = new Map([
	['string', 'string'],
	['number', 'number'],
	['boolean', 'boolean'],
]);

function typeOf(value: unknown): TypeName {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	if (isObject(value)) return 'object';
	const type = plainTypes.get(typeof value);
	if (!type) throw new Error(`No JSON: ${typeof value}`);
	return type;
}

/** The names of several objects' members, each where it stands in them. */
function namesOf(objects: ReadonlyArray<Record<string, unknown>>): string[] {
	const names: string[] = [];
	for (const object of objects) {
		let next = names.length;
		for (const name of Object.keys(object)) {
			const known = names.indexOf(name);
			if (known === -1) names.splice(next, 0, name);
			next = (known === -1 ? next : known) + 1;
		}
	}
	return names;
}

/**
 * The schema of some samples of one value; undefined where they are all null: nobody would want to see that field.
 *
 * Null comes last, since n8n's editor shows the first of several types. The fields of an object, or the entries of a
 * list, which can be something else as well would not be shown at all: that is an error.
 *
 * @param isOpen whether the names of an object's members are data, by the object's path: `answer.data`, `to[]`
 */
export function schemaOf(
	samples: readonly unknown[],
	isOpen: (path: string) => boolean,
	path = '',
): Schema | undefined {
	const seen = new Set(samples.map(typeOf));
	const nullable = seen.delete('null');
	const [first, ...others] = seen;
	if (first === undefined) return undefined;
	const types: TypeName[] = [first, ...others, ...(nullable ? ['null' as const] : [])];
	const type = types.length === 1 ? first : types;
	if (seen.has('object') && isOpen(path)) return { type };
	if (!seen.has('object') && !seen.has('array')) return { type };
	if (types.length > 1)
		throw new Error(`${path} is ${types.join(' or ')}: the editor would not show what is in it`);
	if (first === 'array') return { type, items: schemaOf(samples.flat(), isOpen, `${path}[]`) };
	const objects = samples.filter(isObject);
	const members = namesOf(objects).flatMap((name) => {
		const values = objects.filter((object) => name in object).map((object) => object[name]);
		const member = schemaOf(values, isOpen, path === '' ? name : `${path}.${name}`);
		return member ? [[name, member] as const] : [];
	});
	return { type, properties: Object.fromEntries(members) };
}
