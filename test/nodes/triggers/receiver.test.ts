import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { CallbackEvent, CallbackKind } from '../../../nodes/engine/webhook/callback';
import type { RunTasks } from '../../../nodes/engine/webhook/onReceiptTasks';
import { receive } from '../../../nodes/engine/webhook/receive';
import { endingOf, fakeCall, type Ending, type FakeCallSettings } from './fakeContext';
import { anyCharacter } from '../../support/characters';

interface Ping extends CallbackEvent {
	color: string;
}

/** A kind of callback that no channel has: the receiver must not know any. */
const pings: CallbackKind<Ping> = {
	name: 'ping',
	format: 'parameters',
	read: ({ rawQuery }) => {
		const color = new URLSearchParams(rawQuery).get('color');
		return color === null
			? undefined
			: { eventId: Buffer.from(color).toString('hex').padEnd(32, '0'), color };
	},
	readRaw: ({ rawQuery }) => Object.fromEntries(new URLSearchParams(rawQuery)),
	filters: { 'filters.color': (event, setting) => setting === '' || event.color === setting },
};

async function call(settings: FakeCallSettings, kind: CallbackKind<Ping> = pings): Promise<Ending> {
	const { context, response } = fakeCall(settings);
	return endingOf(await receive(context, kind), response);
}

const refused = { ending: 'refused' };
const acknowledged = { ending: 'acknowledged' };

describe('a callback', () => {
	test('that is read starts the workflow with one item', async () => {
		await expect(call({ query: 'color=red' })).resolves.toEqual({
			ending: 'started',
			json: { eventId: '72656400000000000000000000000000', color: 'red' },
		});
	});

	const byForm = (form: string) => ({ request: { method: 'POST', rawBody: Buffer.from(form) } });
	const longest = 'x'.repeat(16_384 - 'color='.length);

	test.each<[string, FakeCallSettings, string]>([
		['a posted form', byForm('color=red'), 'red'],
		['a posted form before the URL', { ...byForm('color=red'), query: 'color=blue' }, 'red'],
		['the URL where the posted form is empty', { ...byForm(''), query: 'color=red' }, 'red'],
		[
			'the URL by GET, whatever its body',
			{ request: { rawBody: Buffer.from('color=blue') }, query: 'color=red' },
			'red',
		],
		['16 kB', { query: `color=${longest}` }, longest],
		['a query with a second question mark', { query: 'color=red?blue' }, 'red?blue'],
	])('is read from %s', async (_what, settings, color) => {
		await expect(call(settings)).resolves.toMatchObject({ ending: 'started', json: { color } });
	});

	test.each<[string, FakeCallSettings]>([
		['by form over 16 kB', byForm(`color=${longest}x`)],
		['that holds nothing of its kind', { query: 'weather=fine' }],
		['without a query', { url: '/webhook/0b5c/smsbox' }],
	])('%s is refused', async (_what, settings) => await expect(call(settings)).resolves.toEqual(refused));

	test('that a filter keeps out is acknowledged and leaves the static data untouched', async () => {
		const staticData = {};
		const parameters = { filters: { color: 'blue' } };
		await expect(call({ query: 'color=red', parameters, staticData })).resolves.toEqual(acknowledged);
		expect(staticData).toEqual({});
	});

	test('has no secrets of a token in what its tasks give', async () => {
		const { context, response } = fakeCall({ query: 'color=red' });
		const fileName = `?nonce=abcdefghijklmnopx4Yj&signature=${'a'.repeat(64)}.jpg`;
		const runTasks: RunTasks<Ping> = async () => await Promise.resolve({ json: { file: { fileName } } });
		expect(endingOf(await receive(context, pings, runTasks), response)).toMatchObject({
			json: { color: 'red', file: { fileName: '?nonce=&signature=.jpg' } },
		});
	});

	test('that makes the reading fail is refused, and nothing of it is logged', async () => {
		const { context, response, log } = fakeCall({ query: 'color=33600123456', workflowId: '7' });
		const failing: CallbackKind<Ping> = {
			...pings,
			read: ({ rawQuery }) => {
				throw new TypeError(`cannot read ${rawQuery}`);
			},
		};
		expect(endingOf(await receive(context, failing), response)).toEqual(refused);
		expect(log).toEqual([
			'SMSBOX: a ping could not be processed: TypeError',
			'SMSBOX: workflow 7 rejected a callback: it could not be processed',
		]);
	});

	test('whose body n8n cannot give is refused', async () => {
		const posted: CallbackKind<Ping> = { ...pings, format: 'json' };
		const request = { method: 'POST', readRawBody: async () => await Promise.reject(new Error('aborted')) };
		await expect(call({ request }, posted)).resolves.toEqual(refused);
	});

	test('always ends in one of the three ways, whatever its query', async () => {
		const query = fc.oneof(
			fc.string(),
			fc.string({ unit: anyCharacter }),
			fc.webQueryParameters(),
			fc.constant('color=red'),
		);
		const parameters = fc.record({
			filters: fc.record({ color: fc.anything() }),
			options: fc.anything(),
			output: fc.anything(),
		});
		await fc.assert(
			fc.asyncProperty(query, parameters, async (anyQuery, anyParameters) => {
				const { context, response } = fakeCall({ query: anyQuery });
				const values = new Map<string, unknown>(Object.entries(anyParameters));
				const result = await receive(
					{ ...context, getNodeParameter: (name, fallback) => values.get(name) ?? fallback },
					pings,
				);
				expect(['started', 'acknowledged', 'refused']).toContain(endingOf(result, response).ending);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('a callback with a body', () => {
	const posted: CallbackKind<Ping> = {
		...pings,
		format: 'json',
		read: ({ body }) => {
			const color = Buffer.from(body).toString('utf8');
			return color === '' ? undefined : { eventId: color.padEnd(32, '0'), color };
		},
		readRaw: ({ body }) => ({ text: Buffer.from(body).toString('utf8') }),
	};

	test('is read from the bytes that n8n has kept', async () => {
		const readRawBody = jest.fn(async () => await Promise.resolve());
		const request = { method: 'POST', rawBody: Buffer.from('grün'), readRawBody };
		await expect(call({ request }, posted)).resolves.toMatchObject({ json: { color: 'grün' } });
		expect(readRawBody).not.toHaveBeenCalled();
	});

	test('that is empty is refused', async () =>
		await expect(call({ request: { method: 'POST' } }, posted)).resolves.toEqual(refused));

	test('of more than 256 kB is refused before it is read', async () => {
		const read = jest.fn(posted.read);
		const request = { method: 'POST', rawBody: Buffer.alloc(256_001, 'x') };
		await expect(call({ request }, { ...posted, read })).resolves.toEqual(refused);
		expect(read).not.toHaveBeenCalled();
	});

	test('is not read for a kind that has none', async () => {
		const readRawBody = jest.fn(async () => await Promise.resolve());
		await call({ query: 'color=red', request: { readRawBody } });
		expect(readRawBody).not.toHaveBeenCalled();
	});

	test('is not read from a caller that is not allowed', async () => {
		const readRawBody = jest.fn(async () => await Promise.resolve());
		const request = { method: 'POST', ip: '192.0.2.1', readRawBody };
		const parameters = { options: { ipAllowlist: 'smsbox' } };
		await expect(call({ request, parameters }, posted)).resolves.toEqual(refused);
		expect(readRawBody).not.toHaveBeenCalled();
	});
});

describe('the output', () => {
	const query = 'color=red&note=hello';
	const event = { eventId: '72656400000000000000000000000000', color: 'red' };
	const raw = { color: 'red', note: 'hello' };

	test.each([
		['simplified', event],
		['raw', raw],
		['both', { ...event, raw }],
		['of a name that is none of them', event],
	])('%s', async (output, json) => {
		await expect(call({ query, parameters: { output } })).resolves.toEqual({ ending: 'started', json });
	});

	test.each([
		['error=none', { _error: 'none' }],
		['error=none&_error=mine&__error=too', { _error: 'mine', __error: 'too', ___error: 'none' }],
	])('never has `error` at its top, which n8n would take for a failure: %s', async (errors, json) => {
		const ending = await call({ query: `color=red&${errors}`, parameters: { output: 'raw' } });
		expect(ending).toEqual({ ending: 'started', json: { color: 'red', ...json } });
	});

	test.each(['raw', 'both'])('has __proto__ like any other name, and no error by it: %s', async (output) => {
		const sent: IDataObject = Object.fromEntries([['__proto__', { error: 'none' }]]);
		const kind = { ...pings, readRaw: (): IDataObject => ({ ...sent, color: 'red' }) };
		const ending = await call({ query: 'color=red', parameters: { output } }, kind);
		if (ending.ending !== 'started') throw new Error('Nothing was started');
		expect(ending.json['error']).toBeUndefined();
		expect(JSON.stringify(ending.json)).toContain('"__proto__":{"error":"none"}');
	});
});

describe('the allowed source addresses', () => {
	const service = { ipAllowlist: 'smsbox' };
	const own = { ipAllowlist: 'custom', customIps: '192.0.2.7, 10.1.0.0/16' };
	const unknown = ['SMSBOX IPs', 'Any', '', null, true].map((ipAllowlist): [string, IDataObject, string] => [
		'37.59.198.135',
		{ ipAllowlist, customIps: '0.0.0.0/0' },
		'refused',
	]);

	test.each<[ip: string | undefined, options: IDataObject, ending: string]>([
		['192.0.2.1', {}, 'started'],
		[undefined, { ipAllowlist: 'any' }, 'started'],
		['37.59.198.135', service, 'started'],
		['::ffff:62.4.31.48', service, 'started'],
		['37.59.198.135:51234', service, 'started'],
		['37.59.198.136', service, 'refused'],
		[undefined, service, 'refused'],
		['10.1.255.3', own, 'started'],
		['192.0.2.7', own, 'started'],
		['37.59.198.135', own, 'refused'],
		...unknown,
	])('decide on a call from %s: %j, %s', async (ip, options, ending) => {
		const parameters = { options: { ...options, ignoreDuplicates: false } };
		expect((await call({ query: 'color=red', request: { ip }, parameters })).ending).toBe(ending);
	});

	test('name the refused caller in the log, so that a proxy can be told', async () => {
		const { context, log } = fakeCall({
			request: { ip: '172.18.0.2' },
			parameters: { options: { ipAllowlist: 'smsbox' } },
		});
		await receive(context, pings);
		expect(log).toEqual([expect.stringContaining('172.18.0.2')]);
	});
});

describe('a repeated event', () => {
	const query = 'color=red';

	test.each<[string, FakeCallSettings]>([
		['if the user wants it so', { parameters: { options: { ignoreDuplicates: false } } }],
		['at the test URL', { mode: 'manual' }],
	])('starts the workflow again %s, and nothing is remembered', async (workflowId, given) => {
		const staticData = {};
		const settings = { query, staticData, workflowId, ...given };
		await expect(call(settings)).resolves.toMatchObject({ ending: 'started' });
		await expect(call(settings)).resolves.toMatchObject({ ending: 'started' });
		expect(staticData).toEqual({});
	});

	test('is no event that could not be handed over: the next try gets through', async () => {
		const staticData = {};
		const settings = { query, staticData, parameters: { output: 'raw' }, workflowId: 'repeat 4' };
		const failing: CallbackKind<Ping> = {
			...pings,
			readRaw: () => {
				throw new RangeError();
			},
		};
		await expect(call(settings, failing)).resolves.toEqual(refused);
		expect(staticData).toEqual({});
		await expect(call(settings)).resolves.toMatchObject({ ending: 'started' });
	});

	test('that a filter excludes, and that answers nothing, is not remembered', async () => {
		const answering = { ...pings, answers: { headersOf: () => ({}), startsWorkflow: true } };
		const settings = { query, workflowId: 'repeat 4', parameters: { filters: { color: 'none' } } };
		await receive(fakeCall(settings).context, answering);
		await expect(call(settings, answering)).resolves.toEqual(acknowledged);
	});
});
