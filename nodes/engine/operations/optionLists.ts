import type { INodeProperties } from 'n8n-workflow';

/** What the options of a message are for: each purpose is a list of its own in the panel, in this order. */
const lists = [
	{
		purpose: 'delivery',
		displayName: 'Delivery Options',
		name: 'deliveryOptions',
		description: 'Time of the delivery, and reports about it',
	},
	{
		purpose: 'content',
		displayName: 'Content Options',
		name: 'contentOptions',
		description: 'Form and length of the message, and texts around it',
	},
	{
		purpose: 'safety',
		displayName: 'Safety Options',
		name: 'safetyOptions',
		description: 'Limits, duplicates and dry runs',
	},
	{
		purpose: 'request',
		displayName: 'Speed Options',
		name: 'options',
		description: 'Number and duration of requests to SMSBOX',
	},
] as const;

export type OptionsByPurpose = Partial<Record<(typeof lists)[number]['purpose'], readonly INodeProperties[]>>;

/** Names of the parameters that hold options. */
export const optionLists: readonly string[] = lists.map(({ name }) => name);

/** Returns stored parameters with their names, options among them. */
export const namedParameters = (parameters: Readonly<Record<string, unknown>>): Array<[string, unknown]> =>
	Object.entries(parameters).flatMap(([name, value]) =>
		optionLists.includes(name) && typeof value === 'object' && value !== null
			? Object.entries(value)
			: [[name, value]],
	);

const byDisplayName = (a: INodeProperties, b: INodeProperties): number =>
	a.displayName < b.displayName ? -1 : a.displayName > b.displayName ? 1 : 0;

/** Returns the collections of an operation: one for each purpose that has options. A single one is called Options. */
export function optionCollections(...several: readonly OptionsByPurpose[]): INodeProperties[] {
	const filled = lists
		.map(({ purpose, ...list }) => ({
			...list,
			options: several.flatMap((options) => options[purpose] ?? []),
		}))
		.filter(({ options }) => options.length > 0);
	return filled.map(({ name, options, ...list }) => ({
		...(filled.length === 1 ? { displayName: 'Options' } : list),
		name,
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...options].sort(byDisplayName),
	}));
}
