/** What of a request over the wire tells whom it is to: read apart from the nodes and the simulator. */
import { groups, numberOfPerson, type Limits } from './history';

export interface RawRequest {
	method: string;
	path: string;
	query: string;
	headers: Record<string, string>;
	body: Buffer;
}

export interface Send {
	numbers: readonly string[];
	/** Entries over what a request may hold. */
	excess: number;
}

export const isNewGroup = (query: string): boolean =>
	query.includes('action=groupes') && query.includes('do=add');

const excessOf = (entries: number, most: number): number => Math.max(0, entries - most);

function formSend({ query, body }: RawRequest, limits: Limits): Send | undefined {
	const form = new URLSearchParams(body.toString('latin1'));
	const group = form.get('groupe');
	const dest = form.get('dest');
	if (group !== null && query.includes('envoigroupe')) {
		return { numbers: (groups[group] ?? []).map(numberOfPerson), excess: 0 };
	}
	const subAccount = form.get('to');
	if (query.includes('action=credit') && subAccount !== null) return { numbers: [subAccount], excess: 0 };
	const members = form.get('num');
	if (isNewGroup(query) && members !== null) return { numbers: members.split(','), excess: 0 };
	if (dest === null || query.includes('action=')) return undefined;
	const entries = dest.split(',');
	const most = Math.min(
		form.get('personnalise') === '1' ? limits.personalized : limits.recipients,
		['1', '2'].includes(form.get('strategy') ?? '') ? limits.restricted : Infinity,
	);
	const numbers = entries.map((entry) => (entry.split(';')[0] ?? '').replace(/^\+/, ''));
	return { numbers, excess: excessOf(entries.length, most) };
}

function jsonSend({ path, body }: RawRequest, limits: Limits): Send | undefined {
	if (!path.includes('/message')) return undefined;
	const parsed: unknown = JSON.parse(body.toString('utf8'));
	if (typeof parsed !== 'object' || parsed === null || !('recipients' in parsed)) return undefined;
	const numbers = [parsed.recipients].flat().map((number) => String(number).replace(/^\+/, ''));
	return { numbers, excess: excessOf(numbers.length, limits.recipients) };
}

/** Undefined for a request that sends nothing. */
export const sendIn = (request: RawRequest, limits: Limits): Send | undefined =>
	request.path.endsWith('/api.php') ? formSend(request, limits) : jsonSend(request, limits);
