import type { INodeProperties } from 'n8n-workflow';
import { e164 } from '../../../../protocol/recipients/phoneNumbers';
import { updateGroup } from '../../../../protocol/sms/groups';
import { defineOperation } from '../../../engine/operations/operation';
import type { Locator } from '../../../engine/operations/values';
import { groupLocator, readGroup, resolveGroup } from '../../listSearch/groupLocator';
import { nameField, numbersField, readNumbers } from './fields';

interface Update {
	group: Locator;
	name: string;
	numbers: string[];
}

const fields: INodeProperties[] = [
	groupLocator,
	{ ...nameField, description: 'New name of the group, or its current name' },
	numbersField(
		'All phone numbers of the group, comma-separated, or an array by expression. Existing numbers that are not listed are removed.',
	),
];

export const update = defineOperation<Update>({
	name: 'Update',
	value: 'update',
	action: 'Update a group',
	description: 'Rename a group and replace all its numbers',
	fields,
	readParams(reader) {
		const params = { group: readGroup(reader), name: reader.text('name'), numbers: readNumbers(reader) };
		updateGroup({ id: '0', name: params.name, numbers: params.numbers });
		return params;
	},
	resolve: resolveGroup,
	async run({ group, name, numbers }, call) {
		await call(updateGroup({ id: group.value, name, numbers }));
		return { id: group.value, name, numbers: numbers.map(e164), updated: true };
	},
});
