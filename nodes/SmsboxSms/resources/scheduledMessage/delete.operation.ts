import type { INodeProperties } from 'n8n-workflow';
import type { Exchange } from '../../../../protocol/exchange';
import { deleteScheduled } from '../../../../protocol/sms/scheduled';
import { defineOperation } from '../../../engine/operations/operation';

const fields: INodeProperties[] = [
	{
		displayName: 'Message Reference',
		name: 'reference',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 123456789012',
		description: 'Reference that Send or Get Many returned',
	},
];

export const deleteMessage = defineOperation<{ request: Exchange<true> }>({
	name: 'Delete',
	value: 'delete',
	action: 'Delete a scheduled message',
	description: 'Delete a scheduled message so that it is not sent',
	fields,
	readParams: (reader) => ({ request: deleteScheduled(reader.text('reference').trim()) }),
	async run({ request }, call) {
		await call(request);
		return { deleted: true };
	},
});
