import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { PageRange, RecordLimit } from './pages';
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

/** A filter of the history. */
export const recipientFilter: INodeProperties = {
	displayName: 'Recipient',
	name: 'to',
	type: 'string',
	default: '',
	placeholder: 'e.g. +33600123456',
	description: 'Phone number of the recipient, in international format',
};

/** Reads {@link returnAllFields}. */
export function readLimit(reader: Reader): RecordLimit {
	return reader.flag('returnAll') ? 'all' : Math.max(1, reader.integer('limit'));
}

/** For lists that the service gives in pages: what lies before the wanted records. */
export const skipOption: INodeProperties = {
	displayName: 'Skip',
	name: 'skip',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'Number of records to skip at the start of the list',
};

/** Reads {@link returnAllFields} and {@link skipOption}. */
export function readPageRange(reader: Reader): PageRange {
	const skip = reader.options().optionalInteger('skip') ?? 0;
	if (skip < 0)
		throw new InvalidInput('skip', 'The value must not be negative.', 'Use 0 to start at the first record.');
	return { limit: readLimit(reader), skip };
}

/** The first ones of a list that comes whole. */
export function firstOfList<Item>(items: readonly Item[], limit: RecordLimit): Item[] {
	return limit === 'all' ? [...items] : items.slice(0, limit);
}
