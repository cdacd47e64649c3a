import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { listGroups } from '../../protocol/sms/groups';
import { listSenders } from '../../protocol/sms/senders';
import { readForList } from '../engine/listSearch';

/** Keeps what holds the typed text, in any case. */
function matching(items: INodeListSearchItems[], filter: string | undefined): INodeListSearchResult {
	const wanted = (filter ?? '').trim().toLowerCase();
	return { results: items.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}

/** The senders registered in the account. */
export async function searchSenders(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const senders = await readForList(this, listSenders());
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
	const groups = await readForList(this, listGroups({ includeNumbers: false }));
	return matching(
		groups.map(({ id, name }) => ({ name, value: id })),
		filter,
	);
}
