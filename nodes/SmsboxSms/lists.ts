import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listGroups } from '../../protocol/sms/groups';
import { listSenders } from '../../protocol/sms/senders';
import { matching, readForList } from '../engine/operations/listSearch';

/** The senders registered in the account. */
export async function searchSenders(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const senders = await readForList(this, listSenders);
	return matching(
		senders.map((sender) => ({ name: sender, value: sender })),
		filter,
	);
}

/** The groups of the account, by name. */
export async function searchGroups(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const groups = await readForList(this, () => listGroups({ includeNumbers: false }));
	return matching(
		groups.map(({ id, name }) => ({ name, value: id })),
		filter,
	);
}
