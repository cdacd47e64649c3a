import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { Exchange } from '../../../protocol/exchange';
import { nodeErrorOf, nodeFailureOf } from '../errors';
import { transportOf } from '../http/transport';

/** Someone waits before an open dropdown. */
const listTimeout = 20;

/** Reads from the account for a list in the editor. Throws n8n's error with words for the person who opened it. */
export async function readForList<Result>(
	context: ILoadOptionsFunctions,
	exchangeOf: () => Exchange<Result>,
): Promise<Result> {
	try {
		const exchange = exchangeOf();
		const transport = await transportOf(context);
		return exchange.parse(await transport(exchange.request, 'read', listTimeout));
	} catch (error) {
		throw nodeErrorOf(context, nodeFailureOf(error, 'read'), { item: 0, items: 1 });
	}
}

/** Keeps what holds the typed text, in any case. */
export function matching(items: INodeListSearchItems[], filter: string | undefined): INodeListSearchResult {
	const searched = (filter ?? '').trim().toLowerCase();
	return { results: items.filter(({ name }) => name.toLowerCase().includes(searched)) };
}
