/** What of a request over the wire tells whom it is to: read apart from the nodes and the simulator. */
import { groups, numberOfPerson, presentNumber, wishOf, type Limits, type Wish } from './history';

export interface RawRequest {
	method: string;
	path: string;
	query: string;
	headers: Record<string, string>;
	body: Buffer;
}

export interface Send {
	/** As they were written, and as people have them now. */
	submitted: readonly string[];
	numbers: readonly string[];
	/** What it asks for. */
	wishes: readonly Wish[];
	/** Entries over what a request may hold. */
	excess: number;
}

export const isNewGroup = (query: string): boolean =>
	query.includes('action=groupes') && query.includes('do=add');

const excessOf = (entries: number, most: number): number => Math.max(0, entries - most);

/** The text of a message as histories write it, whatever was put behind it. */
const textIn = (written: string | null): string => /T\d+/.exec(written ?? '')?.[0] ?? '';

function sameToAll(submitted: readonly string[], text: string, excess = 0): Send {
	const numbers = submitted.map(presentNumber);
	return { submitted, numbers, wishes: numbers.map((number) => wishOf(number, text)), excess };
}

function formSend({ query, body }: RawRequest, limits: Limits): Send | undefined {
	const form = new URLSearchParams(body.toString('latin1'));
	const group = form.get('groupe');
	const dest = form.get('dest');
	if (group !== null && query.includes('envoigroupe')) {
		return sameToAll((groups[group] ?? []).map(numberOfPerson), textIn(form.get('msg')));
	}
	const subAccount = form.get('to');
	if (query.includes('action=credit') && subAccount !== null)
		return sameToAll([subAccount], `T${Number(form.get('credit')) - 1}`);
	const members = form.get('num');
	if (isNewGroup(query) && members !== null) return sameToAll(members.split(','), textIn(form.get('nom')));
	if (dest === null || query.includes('action=')) return undefined;
	const entries = dest.split(',');
	const most = Math.min(
		form.get('personnalise') === '1' ? limits.personalized : limits.recipients,
		['1', '2'].includes(form.get('strategy') ?? '') ? limits.restricted : Infinity,
	);
	const text = textIn(form.get('msg'));
	const people = entries.map((entry) => {
		const [number = '', ...variables] = entry.replace(/^\+/, '').split(';');
		return { number, wish: wishOf(presentNumber(number), [text, ...variables].filter(Boolean).join(':')) };
	});
	return {
		submitted: people.map(({ number }) => number),
		numbers: people.map(({ number }) => presentNumber(number)),
		wishes: people.map(({ wish }) => wish),
		excess: excessOf(entries.length, most),
	};
}

function jsonSend({ path, body }: RawRequest, limits: Limits): Send | undefined {
	if (!path.includes('/message')) return undefined;
	const parsed: unknown = JSON.parse(body.toString('utf8'));
	if (typeof parsed !== 'object' || parsed === null || !('recipients' in parsed)) return undefined;
	const numbers = [parsed.recipients].flat().map((number) => String(number).replace(/^\+/, ''));
	return sameToAll(numbers, textIn(body.toString('utf8')), excessOf(numbers.length, limits.recipients));
}

/** Undefined for a request that sends nothing. */
export const sendIn = (request: RawRequest, limits: Limits): Send | undefined =>
	request.path.endsWith('/api.php') ? formSend(request, limits) : jsonSend(request, limits);
