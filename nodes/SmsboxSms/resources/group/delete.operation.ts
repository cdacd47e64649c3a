import type { INodeProperties } from 'n8n-workflow';
import { deleteGroup as deleteGroupExchange } from '../../../../protocol/sms/groups';
import { defineOperation } from '../../../engine/operations/operation';
import type { Locator } from '../../../engine/operations/values';
import { groupLocator, readGroup, resolveGroup } from '../../listSearch/groupLocator';

const fields: INodeProperties[] = [groupLocator];

export const deleteGroup = defineOperation<{ group: Locator }>({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a group',
	description: 'Delete a group; its messages stay in the history',
	fields,
	readParams: (reader) => ({ group: readGroup(reader) }),
	resolve: resolveGroup,
	async run({ group }, call) {
		await call(deleteGroupExchange(group.value));
		return { deleted: true };
	},
});
