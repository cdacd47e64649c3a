import type { INodeProperties } from 'n8n-workflow';
import { e164 } from '../../../../protocol/recipients/phoneNumbers';
import { addNumbersToGroup } from '../../../../protocol/sms/groups';
import { defineOperation } from '../../../engine/operations/operation';
import type { Locator } from '../../../engine/operations/values';
import { groupLocator, readGroup, resolveGroup } from '../../listSearch/groupLocator';
import { numbersField, readNumbers } from './fields';

interface AddNumbers {
	group: Locator;
	numbers: string[];
}

const fields: INodeProperties[] = [
	groupLocator,
	numbersField('Phone numbers to add in international format, comma-separated, or an array by expression'),
];

export const addNumbers = defineOperation<AddNumbers>({
	name: 'Add Numbers',
	value: 'addNumbers',
	action: 'Add numbers to a group',
	description: 'Add phone numbers to a group; existing numbers are kept',
	fields,
	readParams: (reader) => ({ group: readGroup(reader), numbers: readNumbers(reader) }),
	resolve: resolveGroup,
	async run({ group, numbers }, call) {
		await call(addNumbersToGroup({ id: group.value, numbers }));
		return { id: group.value, numbers: numbers.map(e164), added: numbers.length };
	},
});
