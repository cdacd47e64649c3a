/** Credentials whose fields hold expressions: each item has its own account and country. */
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { readAccounts } from '../../../nodes/engine/http/transport';
import type { RunResult } from '../../support/engine';
import { serviceForEachTest } from '../../support/service';
import {
	formOf,
	goOn,
	type NodeRun,
	outputOf,
	plain,
	retrying,
	sendPerItem,
	sendToGroup,
} from '../../support/runNode';
import { smsboxAccess } from '../../support/smsbox';
import { asContext } from './sending/fakeExecution';
import { inLists } from '../../support/inLists';

const server = serviceForEachTest();

const access = (): object =>
	smsboxAccess(server.url, { apiKey: '={{ $json.key }}', countryCode: '={{ $json.country }}' });
const customers: IDataObject[] = [
	{ key: 'key-a', country: '33', to: '0600123456', text: 'Bonjour', order: 1 },
	{ key: 'key-b', country: '32', to: '0470123456', text: 'Bonjour', order: 2 },
	{ key: 'key-a', country: '33', to: '0600123457', text: 'Bonjour', order: 3 },
];
const run = async (given: Partial<NodeRun> = {}): Promise<RunResult> =>
	await server.run({ items: customers, ...access(), ...given });

/** By request: the key that it came with, and whom it went to. */
const sent = (): string[] =>
	server.requests
		.map((request) => `${request.headers['authorization'] ?? ''} ${formOf(request).get('dest') ?? ''}`)
		.sort();
const own = ['App key-a 33600123456', 'App key-a 33600123457', 'App key-b 32470123456'];
const withOptions = (options: INodeParameters): INodeParameters => ({ ...sendPerItem, ...inLists(options) });

it.each<[string, INodeParameters, string[]]>([
	['one by one', {}, own],
	['batched, but not mixed', { batchItems: true }, ['App key-a 33600123456,33600123457', own[2] ?? '']],
	['with keys', { deduplicationKey: '={{ $json.order }}' }, own],
	['limited to some numbers', { allowedRecipients: '+336*, +32470123456' }, own],
	['one at a time', { maxConcurrentRequests: 1 }, own],
])("each item is sent with its account, to its country's number: %s", async (_what, options, expected) => {
	const result = await run({ parameters: withOptions(options) });
	expect(result.status).toBe('success');
	expect(sent()).toEqual(expected);
});

it.each([
	['a number', 32, ['App key-b 32470123456']],
	['missing', undefined, []],
	['null', null, []],
	['not a country', true, []],
])('a country code that is %s never means that of the SMSBOX account', async (_what, country, expected) => {
	const item = { ...customers[1], country };
	const parameters = withOptions({ maxConcurrentRequests: 1 });
	const result = await run({ items: [item], parameters });
	expect(sent()).toEqual(expected);
	if (expected.length > 0) return;
	expect(result.error?.message).toBe("Default Country Code: The value isn't a country code.");
	// A number that names its country needs none.
	await run({ items: [{ ...item, to: '+32 470 12 34 56' }, item], parameters, settings: goOn });
	expect(sent()).toEqual(['App key-b 32470123456']);
});

it("completes Allowed Recipients with the country of each item, and lets no other country's pass", async () => {
	const items = [
		{ ...customers[1], to: '0470123456' },
		{ ...customers[0], to: '+32 470 12 34 57' },
		{ ...customers[0], to: '04 70 12 34 58' },
	];
	await run({ items, parameters: withOptions({ allowedRecipients: '04*' }), settings: goOn });
	expect(sent()).toEqual(['App key-a 33470123458', 'App key-b 32470123456']);
});

it('skips the rest of an account whose key is rejected, and sends for the others', async () => {
	server.react = ({ headers }) =>
		plain(headers['authorization'] === 'App key-a' ? 'ERROR 02' : 'OK 123456789012');
	const parameters = withOptions({ maxConcurrentRequests: 1 });
	const result = await run({ parameters, settings: goOn });
	expect(sent()).toEqual(['App key-a 33600123456', 'App key-b 32470123456']);
	expect(outputOf(result)[2]?.error).toContain('account-level error');
});

it.each<[string, object, number]>([
	['also where its country code differs', { countryCode: '={{ $json.country }}' }, 1],
	['but not at another address', { smsBaseUrl: '={{ $json.url }}' }, 2],
])('skips the rest of an account without credit, %s', async (_what, fields, requests) => {
	server.react = () => plain('ERROR 03');
	const urls = ['', '/other', ''].map((path) => server.url + path);
	const items = customers.map((item, index) => ({ ...item, to: `3360000000${index}`, url: urls[index] }));
	const credential = smsboxAccess(server.url, { apiKey: 'key-a', ...fields });
	const parameters = withOptions({ maxConcurrentRequests: 1 });
	await run({ items, parameters, settings: goOn, ...credential });
	expect(server.requests).toHaveLength(requests);
});

it('a retry sends the rest with its own account', async () => {
	server.react = (_request, index) => plain(index === 1 ? 'ERROR 04' : 'OK 123456789012');
	const parameters = withOptions({ maxConcurrentRequests: 1 });
	expect((await run({ parameters, settings: retrying })).status).toBe('success');
	expect(sent()).toEqual([...own, own[2]].sort());
});

it('looks up a group by its name in each account', async () => {
	server.react = ({ path, headers }) =>
		plain(
			path.includes('action=groupes') ? `${headers['authorization'] === 'App key-a' ? 1 : 2};Staff;40` : 'OK',
		);
	const result = await run({ parameters: sendToGroup('Staff', 'name') });
	expect(result.error).toBeUndefined();
	expect(outputOf(result).map(({ groupId }) => groupId)).toEqual(['1', '2', '1']);
});

describe('reads of the credential', () => {
	const readsOf = async (items: number, dataOf: (item: number) => ICredentialDataDecryptedObject) => {
		const reads: number[] = [];
		const accountOf = await readAccounts(
			asContext({
				getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
				getExecutionCancelSignal: () => undefined,
				getCredentials: async (_type: string, item: number) => {
					reads.push(item);
					return await Promise.resolve(dataOf(item));
				},
			}),
		);
		return { reads, ids: Array.from({ length: items }, (_, item) => accountOf(item).id), accountOf };
	};
	const fixed = (): ICredentialDataDecryptedObject => ({ apiKey: 'a' });

	it.each([
		[1, [0]],
		[2, [0, 1]],
		[3, [0, 2, 3]],
		[5_000, [0, 4_999, 5_000]],
	])('of %d items without expressions are %j', async (items, expected) => {
		const { reads, ids } = await readsOf(items, fixed);
		expect(reads).toEqual(expected);
		expect(new Set(ids)).toEqual(new Set([0]));
	});

	it('are one an item more where the last item differs, or what is past the end', async () => {
		for (const odd of [2, 3]) {
			const { reads, ids } = await readsOf(3, (item) => ({ apiKey: item === odd ? 'b' : 'a' }));
			expect(reads).toEqual([0, 2, 3, 0, 1, 2]);
			expect(ids).toEqual(odd === 2 ? [0, 0, 1] : [0, 0, 0]);
		}
	});

	const failing = (): never => {
		throw new Error('No item');
	};
	it.each<[string, number, (item: number) => ICredentialDataDecryptedObject, number]>([
		['fail past the end, which counts as different', 3, (item) => (item === 3 ? failing() : fixed()), 6],
		['fail for all items', 9, failing, 3],
		['are the same in all three', 9, (item) => ({ apiKey: item === 5 ? 'b' : 'a' }), 3],
	])('that %s', async (_what, items, dataOf, count) => {
		const { reads, ids } = await readsOf(items, dataOf);
		expect(reads).toHaveLength(count);
		expect(new Set(ids)).toEqual(new Set([0]));
	});

	it('that fail for one item fail its requests only, without a request', async () => {
		const { ids, accountOf } = await readsOf(2, (item) => {
			if (item === 1) throw new Error('No such field');
			return fixed();
		});
		expect(ids).toEqual([0, 1]);
		const request = { api: 'sms', method: 'GET', path: '/', headers: {} } as const;
		await expect(accountOf(1).transport(request, 'send', 60)).rejects.toMatchObject({
			kind: 'notSent',
			message: 'Not sent: the credential cannot be used',
			description: 'No such field',
		});
	});
});
