import { listSenderIds } from '../../../../protocol/sms/senderIds';
import { firstOfList, readLimit, returnAllFields } from '../../../engine/operations/listFields';
import { defineOperation } from '../../../engine/operations/operation';
import type { RecordLimit } from '../../../engine/operations/pages';

export const getAll = defineOperation<{ limit: RecordLimit }>({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many sender IDs',
	description: 'Get many sender IDs registered in the account',
	fields: returnAllFields,
	readParams: (reader) => ({ limit: readLimit(reader) }),
	async run({ limit }, call) {
		const senderIds = await call(listSenderIds());
		return firstOfList(senderIds, limit).map((senderId) => ({ senderId }));
	},
});
