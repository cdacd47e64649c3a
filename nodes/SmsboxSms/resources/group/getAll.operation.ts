import type { INodeProperties } from 'n8n-workflow';
import { listGroups } from '../../../../protocol/sms/groups';
import { firstOfList, readLimit, returnAllFields } from '../../../engine/operations/listFields';
import { defineOperation } from '../../../engine/operations/operation';
import type { RecordLimit } from '../../../engine/operations/pages';

const fields: INodeProperties[] = [
	...returnAllFields,
	{
		displayName: 'Include Numbers',
		name: 'includeNumbers',
		type: 'boolean',
		default: true,
		description: 'Whether to return the phone numbers of each group, not just their count',
	},
];

export const getAll = defineOperation<{ limit: RecordLimit; includeNumbers: boolean }>({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many groups',
	description: 'Get many groups of the account',
	fields,
	readParams: (reader) => ({ limit: readLimit(reader), includeNumbers: reader.flag('includeNumbers') }),
	async run({ limit, includeNumbers }, call) {
		const groups = await call(listGroups({ includeNumbers }));
		return firstOfList(groups, limit).map(({ id, name, count, numbers }) =>
			numbers === undefined ? { id, name, count } : { id, name, count, numbers },
		);
	},
});
