import type { INodeProperties } from 'n8n-workflow';
import type { Wanted } from './pages';
import type { Reader } from './reader';

/** The two fields of every Get Many. */
export const returnAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Reads {@link returnAllFields}. */
export function readWanted(reader: Reader): Wanted {
	return reader.flag('returnAll') ? 'all' : Math.max(1, reader.integer('limit'));
}

/** The first ones of a list that comes whole. */
export function firstOfList<Item>(items: readonly Item[], wanted: Wanted): Item[] {
	return wanted === 'all' ? [...items] : items.slice(0, wanted);
}
