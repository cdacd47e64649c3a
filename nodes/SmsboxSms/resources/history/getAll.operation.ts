import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { entriesInCountry } from '../../../../protocol/recipients/phoneNumbers';
import {
	type HistoryQuery,
	type HistoryRecord,
	listHistory,
	maxPage,
	maxRecords,
} from '../../../../protocol/sms/history';
import {
	readPageRange,
	recipientFilter,
	returnAllFields,
	simplifyField,
	skipOption,
} from '../../../engine/operations/listFields';
import { defineOperation } from '../../../engine/operations/operation';
import { type PageRange, readPages } from '../../../engine/operations/pages';
import type { Reader } from '../../../engine/operations/reader';
import { withCommas } from '../../../../protocol/validation';

/** What narrows the history; each is left out where it is not set. */
type HistoryFilters = Omit<HistoryQuery, 'from' | 'count' | 'above'>;

interface GetAll {
	pages: PageRange;
	simplify: boolean;
	filters: HistoryFilters;
}

const fields: INodeProperties[] = [
	...returnAllFields,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Messages to return; without a filter, all of them',
		options: [
			{
				displayName: 'From Date',
				name: 'dateFrom',
				type: 'dateTime',
				default: '',
				description: 'First day to return, Paris time. The time of day is ignored.',
			},
			{
				displayName: 'Message Reference',
				name: 'reference',
				type: 'string',
				default: '',
				placeholder: 'e.g. 123456789012',
				description: 'Reference that Send returned',
			},
			recipientFilter,
			{
				displayName: 'To Date',
				name: 'dateTo',
				type: 'dateTime',
				default: '',
				description: 'Last day to return, Paris time. Requires From Date. Without this filter, today.',
			},
		],
	},
	simplifyField,
];

function readFilters(reader: Reader): HistoryFilters {
	const filters = reader.within('filters');
	const to = filters.text('to') || undefined;
	return {
		dateFrom: filters.optionalDay('dateFrom'),
		dateTo: filters.optionalDay('dateTo'),
		reference: filters.text('reference').trim() || undefined,
		to: to && String(entriesInCountry([to], reader.defaults.countryCode, 'to')[0]),
	};
}

function simplified({ sentAt, reference, to, senderId, type, status }: HistoryRecord): IDataObject {
	// In n8n's table, the first columns are those that people look for first.
	return { to, status: { ...status }, sentAt, reference, senderId, type };
}

export const getAll = defineOperation<GetAll>({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many messages from the history',
	description: 'Get many sent messages with their delivery status, latest first',
	fields,
	options: { request: [skipOption] },
	readParams(reader) {
		const filters = readFilters(reader);
		listHistory({ ...filters, from: 0, count: 1 });
		return { pages: readPageRange(reader), simplify: reader.flag('simplify'), filters };
	},
	async run({ pages, simplify, filters }, call, addHint) {
		const pageOf = (from: number, count: number, above?: HistoryRecord) =>
			listHistory({ ...filters, from, count, above: above?.raw.trim() });
		const limits = filters.dateFrom === undefined ? { page: maxPage } : { page: maxPage, total: maxRecords };
		const { items: records, cut } = await readPages(call, pageOf, pages, limits, {
			keyOf: ({ raw }) => raw.replace(/;[^;]*$/, ''),
			output: (record) => record,
		});
		const readable = records.filter(({ problem }) => problem === undefined);
		if (simplify && readable.length < records.length) {
			addHint(
				`Records skipped because they can't be read: ${records.length - readable.length}. Turn off Simplify to see them.`,
			);
		}
		if (cut) {
			addHint(
				`SMSBOX returns at most ${withCommas(maxRecords)} records between two dates: there may be more. Use several shorter periods.`,
			);
		}
		return simplify ? readable.map(simplified) : records.map(({ raw }): IDataObject => ({ raw }));
	},
});
