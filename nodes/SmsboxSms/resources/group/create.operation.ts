import type { INodeProperties } from 'n8n-workflow';
import { e164 } from '../../../../protocol/recipients/phoneNumbers';
import { createGroup } from '../../../../protocol/sms/groups';
import type { Exchange } from '../../../../protocol/exchange';
import { defineOperation } from '../../../engine/operations/operation';
import { nameField, numbersField, readNumbers } from './fields';

interface Create {
	name: string;
	numbers: string[];
	request: Exchange<true>;
}

const fields: INodeProperties[] = [
	nameField,
	numbersField('Phone numbers in international format, comma-separated, or an array by expression'),
];

export const create = defineOperation<Create>({
	name: 'Create',
	value: 'create',
	action: 'Create a group',
	description: 'Create a group of phone numbers',
	fields,
	readParams(reader) {
		const name = reader.text('name');
		const numbers = readNumbers(reader);
		return { name, numbers, request: createGroup({ name, numbers }) };
	},
	async run({ name, numbers, request }, call) {
		await call(request);
		return { name, numbers: numbers.map(e164), created: true };
	},
});
