/** The options of a node, as the lists of its panel hold them. */
import type { INodeParameters } from 'n8n-workflow';
import { optionLists } from '../../nodes/engine/operations/optionLists';
import { insideOf } from './registry';
import { actionNodes } from './smsbox';

const listOf: ReadonlyMap<string, string> = new Map(
	actionNodes.flatMap(({ description }) =>
		description.properties
			.filter(({ name }) => optionLists.includes(name))
			.flatMap((list) => insideOf(list).map(({ name }) => [name, list.name] as const)),
	),
);

/** Sorts options into their lists. */
export function inLists(options: INodeParameters): INodeParameters {
	const lists: Record<string, INodeParameters> = {};
	for (const [name, value] of Object.entries(options)) {
		const list = listOf.get(name);
		if (list === undefined) throw new Error(`No list has the option ${name}`);
		lists[list] = { ...lists[list], [name]: value };
	}
	return lists;
}

/** Returns parameters without their lists of options. */
export const withoutOptions = (parameters: INodeParameters): INodeParameters =>
	Object.fromEntries(Object.entries(parameters).filter(([name]) => !optionLists.includes(name)));

/** Returns all options of a node, whichever list they stand in. */
export const optionsIn = (parameters: INodeParameters): INodeParameters =>
	Object.fromEntries(
		optionLists.flatMap((list) => {
			const options = parameters[list];
			return typeof options === 'object' && options !== null ? Object.entries(options) : [];
		}),
	);
