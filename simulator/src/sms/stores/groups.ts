import type { Fields } from '../../form/fields';
import { Refusal } from '../../form/refusal';
import type { World } from '../../core/world';
import type { Group } from './directory';
import { readNumbers } from '../recipients/recipients';

export const LARGEST_ID = 999_999_999_999;

/** @throws Refusal if there is no group with the `id` given */
export function readGroup(fields: Fields, { directory }: World): Group {
	const group = directory.group(fields.requiredInteger('id', 1, LARGEST_ID));
	if (group === undefined) throw new Refusal('parameters', 'id is not an existing group');
	return group;
}

/** *Assumed*: a name is one line of text, since a group is one line of the list; a `;` in it is accepted. */
export function readGroupName(fields: Fields): string {
	const name = fields.required('nom');
	if (/[\r\n]/.test(name)) throw new Refusal('parameters', 'nom must be a single line');
	return name;
}

/** *Assumed*: a number stands in a group once. */
export const readGroupNumbers = (fields: Fields): readonly string[] => [
	...new Set(readNumbers(fields.required('num'))),
];
