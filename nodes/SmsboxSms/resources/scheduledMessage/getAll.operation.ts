import type { INodeProperties } from 'n8n-workflow';
import { endsLikeRecord, listScheduled } from '../../../../protocol/sms/scheduled';
import { maxPage } from '../../../../protocol/sms/listing';
import {
	readPageRange,
	returnAllFields,
	simplifyField,
	skipOption,
} from '../../../engine/operations/listFields';
import { defineOperation } from '../../../engine/operations/operation';
import { type PageRange, readPages } from '../../../engine/operations/pages';

const fields: INodeProperties[] = [...returnAllFields, simplifyField];

export const getAll = defineOperation<{ pages: PageRange; simplify: boolean }>({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many scheduled messages',
	description: 'Get many scheduled messages, with their texts',
	fields,
	options: { request: [skipOption] },
	readParams: (reader) => ({ pages: readPageRange(reader), simplify: reader.flag('simplify') }),
	async run({ pages, simplify }, call, addHint) {
		const pageOf = (from: number, count: number) => listScheduled({ from, count });
		const { items } = await readPages(
			call,
			pageOf,
			pages,
			{ page: maxPage },
			{ keyOf: ({ id }) => id, output: (record) => record },
		);
		if (endsLikeRecord(items)) {
			addHint(
				'The last scheduled text ends like the beginning of another record. Compare the number of items with Count.',
			);
		}
		return items.map(({ raw, ...record }) => (simplify ? record : { raw }));
	},
});
