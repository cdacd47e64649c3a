import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listGroups } from '../../../protocol/sms/groups';
import { listSenderIds } from '../../../protocol/sms/senderIds';
import { matching, readForList } from '../../engine/operations/listSearch';

/** The sender IDs registered in the account. */
export async function searchSenderIds(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const senderIds = await readForList(this, listSenderIds);
	return matching(
		senderIds.map((senderId) => ({ name: senderId, value: senderId })),
		filter,
	);
}

/** The groups of the account, by name; groups of the same name also have their ID. */
export async function searchGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const groups = await readForList(this, () => listGroups({ includeNumbers: false }));
	const names = groups.map(({ name }) => name.trim());
	const isRepeated = (name: string): boolean => names.indexOf(name.trim()) !== names.lastIndexOf(name.trim());
	return matching(
		groups.map(({ id, name }) => ({ name: isRepeated(name) ? `${name} (ID ${id})` : name, value: id })),
		filter,
	);
}
