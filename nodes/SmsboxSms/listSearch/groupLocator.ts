import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { type Group, listGroups } from '../../../protocol/sms/groups';
import type { Call } from '../../engine/sending/calls';
import type { GroupInfo } from '../../engine/operations/operation';
import type { Reader } from '../../engine/operations/reader';
import type { Locator } from '../../engine/operations/values';

const field = 'group';

/** A group, chosen from the account's list, by its ID or by its name. */
export const groupLocator: INodeProperties = {
	displayName: 'Group',
	name: field,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'A list of phone numbers stored in your account',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a group...',
			typeOptions: { searchListMethod: 'searchGroups', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 12',
			hint: 'ID that Get Many returns',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. VIP Clients',
			hint: 'The exact name. The node looks up the group before sending.',
		},
	],
};

/** Reads {@link groupLocator}: a name stays a name until {@link resolveGroup} has looked it up. */
export function readGroup(reader: Reader): Locator {
	const { mode, value } = reader.locator(field);
	if (value === '') throw new InvalidInput(field, 'No group is chosen.', 'Select one from the list.');
	if (mode !== 'name' && !/^\d+$/.test(value)) {
		throw new InvalidInput(
			field,
			'The ID of a group is a number.',
			'Select the group from the list or by name.',
		);
	}
	return { mode, value };
}

function onlyOne(groups: readonly Group[]): string {
	const [first, second] = groups;
	if (first === undefined)
		throw new InvalidInput(field, 'The account has no group of this name.', 'Check the spelling.');
	if (second !== undefined) {
		throw new InvalidInput(field, 'Several groups have this name.', 'Select the group from the list.');
	}
	return first.id;
}

async function groupIdOf({ mode, value }: Locator, read: Call): Promise<string> {
	if (mode !== 'name') return value;
	const groups = await read(listGroups({ includeNumbers: false }));
	return onlyOne(groups.filter(({ name }) => name.trim() === value));
}

/** Parameters with the group's ID, looked up where it was given by name: the `resolve` of operations on a group. */
export async function resolveGroup<Params extends { group: Locator }>(
	params: Params,
	read: Call,
): Promise<Params> {
	return { ...params, group: { mode: 'id', value: await groupIdOf(params.group, read) } };
}

/** Who is in the group of a message, whose ID is known: the `groupInfo` of a send to one. */
export async function groupInfoOf({ group }: { group: Locator }, read: Call): Promise<GroupInfo> {
	const groups = await read(listGroups({ includeNumbers: false }));
	const storedGroup = groups.find(({ id }) => id === group.value);
	if (storedGroup === undefined) {
		throw new InvalidInput(
			field,
			'The account has no group with this ID.',
			'Select the group from the list.',
		);
	}
	const name = storedGroup.name.trim();
	// An ID in the list of allowed groups must not let another group pass that is called like it.
	return { count: storedGroup.count, names: /^\d+$/.test(name) ? [storedGroup.id] : [storedGroup.id, name] };
}
