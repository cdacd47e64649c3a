import { listSenders } from '../../../../protocol/sms/senders';
import { firstOfList, readWanted, returnAllFields } from '../../../engine/operations/fields';
import { defineOperation } from '../../../engine/operations/operation';
import type { Wanted } from '../../../engine/operations/pages';

export const getAll = defineOperation<{ wanted: Wanted }>({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many senders',
	description: 'Get many of the senders that are registered in the account',
	fields: returnAllFields,
	readParams: (reader) => ({ wanted: readWanted(reader) }),
	async run({ wanted }, call) {
		const senders = await call(listSenders());
		return firstOfList(senders, wanted).map((sender) => ({ sender }));
	},
});
