import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { hashOf } from '../sending/messageIdentity';
import { credentialName, credentialText, type Defaults, defaultsIn, noDefaults } from './credential';
import { baseUrlsOf, failForCredential, shareReads, type Transport, transportWith } from './transport';

/** What items send with: a credential as it is for them. */
export interface Account {
	/** Distinguishes the accounts of a run: items of two never share a request. */
	id: number;
	/** Hash of its API key: distinguishes the accounts of an execution. */
	keyHash: string;
	/** Hash of its API key and addresses: a key that SMSBOX rejects there is rejected for all items that use it. */
	connectionHash: string;
	defaults: Defaults;
	transport: Transport;
	/** For looking up beforehand: equal reads of several items go out once. */
	reads: Transport;
}

/** A credential as it was read for an item, or why it can't be. */
type Read = { data: ICredentialDataDecryptedObject } | { reason: unknown };

const textOf = (read: Read): string =>
	'data' in read ? JSON.stringify(read.data) : `Unreadable: ${String(read.reason)}`;

/** Items whose credentials are read together. */
const readTogether = 50;

async function readAll(items: readonly number[], read: (item: number) => Promise<Read>): Promise<Read[]> {
	const results: Read[] = [];
	for (let start = 0; start < items.length; start += readTogether)
		results.push(...(await Promise.all(items.slice(start, start + readTogether).map(read))));
	return results;
}

/**
 * Returns the account of each item. Fields of a credential may hold expressions of the item, and n8n doesn't tell; each read
 * is a database query and a decryption. So the first item, the last one and one past the end are read. If all are equal, one
 * account serves all items: at most three reads. Otherwise, each item is read.
 *
 * An expression that differs only for items in between, and is the same where there is no item, stays undetected:
 * `={{ $itemIndex === 1 ? 'a' : 'b' }}`, `={{ $input.item?.json.code ?? '33' }}`. So does one that differs each time for another
 * reason than the item. The page on credentials says which words not to use.
 *
 * A credential that can't be read has no defaults, and every request with it fails.
 */
export async function readAccounts(context: IExecuteFunctions): Promise<(item: number) => Account> {
	const items = [...context.getInputData().keys()];
	const read = async (item: number): Promise<Read> => {
		try {
			return { data: await context.getCredentials(credentialName, item) };
		} catch (reason) {
			return { reason };
		}
	};
	const probes = new Set([0, Math.max(0, items.length - 1), ...(items.length > 2 ? [items.length] : [])]);
	const probed = await readAll([...probes], read);
	const isShared = new Set(probed.map(textOf)).size === 1;
	const accounts = new Map<string, Account>();
	const accountOf = (result: Read): Account => {
		const text = textOf(result);
		const existing = accounts.get(text);
		if (existing !== undefined) return existing;
		const transport: Transport =
			'data' in result
				? transportWith(context, result.data, context.getExecutionCancelSignal())
				: async () => await Promise.resolve(failForCredential(result.reason));
		const data = 'data' in result ? result.data : {};
		const defaults = 'data' in result ? defaultsIn(data) : noDefaults;
		const key = credentialText(data, 'apiKey');
		const hashes = { keyHash: hashOf(key), connectionHash: hashOf(JSON.stringify([key, baseUrlsOf(data)])) };
		const account = { id: accounts.size, ...hashes, defaults, transport, reads: shareReads(transport) };
		accounts.set(text, account);
		return account;
	};
	const [first] = probed.map(accountOf);
	const accountsByItem = isShared ? [] : (await readAll(items, read)).map(accountOf);
	return (item) => {
		const account = accountsByItem[item] ?? first;
		if (account === undefined) throw new TypeError('The first item is always read');
		return account;
	};
}
