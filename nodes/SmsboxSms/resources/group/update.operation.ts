import type { INodeProperties } from 'n8n-workflow';
import { updateGroup } from '../../../../protocol/sms/groups';
import { defineOperation } from '../../../engine/operations/operation';
import type { Locator } from '../../../engine/operations/reader';
import { groupLocator, readGroup, resolveGroup } from '../../groupLocator';
import { nameField, numbersField, readNumbers } from './fields';

interface Update {
	group: Locator;
	name: string;
	numbers: string[];
}

const fields: INodeProperties[] = [
	groupLocator,
	{ ...nameField, description: 'The new name of the group, or the name it has' },
	numbersField(
		'All phone numbers that the group is to have, comma-separated, or a list by expression. Those it has now and that are not here are removed.',
	),
];

export const update = defineOperation<Update>({
	name: 'Update',
	value: 'update',
	action: 'Update a group',
	description: 'Change the name of a group and replace all its numbers',
	fields,
	readParams(reader) {
		const params = { group: readGroup(reader), name: reader.text('name'), numbers: readNumbers(reader) };
		updateGroup({ id: '0', name: params.name, numbers: params.numbers });
		return params;
	},
	resolve: resolveGroup,
	async run({ group, name, numbers }, call) {
		await call(updateGroup({ id: group.value, name, numbers }));
		return { id: group.value, name, numbers, updated: true };
	},
});
