import type { INodeProperties } from 'n8n-workflow';
import { listScheduled } from '../../../../protocol/sms/scheduled';
import { maxPage } from '../../../../protocol/sms/history';
import { readWanted, returnAllFields, simplifyField } from '../../../engine/fields';
import { defineOperation } from '../../../engine/operation';
import { readPages, type Wanted } from '../../../engine/pages';

const fields: INodeProperties[] = [...returnAllFields, simplifyField];

export const getAll = defineOperation<{ wanted: Wanted; simplify: boolean }>({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many scheduled messages',
	description: 'Get many of the messages that wait to be sent, with their texts',
	fields,
	readParams: (reader) => ({ wanted: readWanted(reader), simplify: reader.flag('simplify') }),
	async run({ wanted, simplify }, call) {
		const pageOf = (from: number, nb: number) => listScheduled({ from, nb });
		const { items } = await readPages(call, pageOf, wanted, { page: maxPage });
		return items.map(({ raw, ...record }) => (simplify ? record : { raw }));
	},
});
