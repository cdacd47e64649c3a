import fc from 'fast-check';
import { encodeCallbackData } from '../../../protocol/callbacks/callbackData';
import { readDeliveryReport } from '../../../protocol/callbacks/deliveryReport';
import { anyCharacter } from '../../support/characters';

const sample = 'numero=33600123456&reference=123456789&accuse=0&ts=1705326600';

describe('readDeliveryReport', () => {
	it('reads the sample of the service', () => {
		expect(readDeliveryReport(sample)).toEqual({
			channel: 'sms',
			event: 'delivery_report',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			timestamp: '2024-01-15T13:50:00.000Z',
			from: null,
			to: '+33600123456',
			reference: '123456789',
			status: { code: '0', name: 'Received', description: 'Delivered', final: true, delivered: true },
			statusId: '123456789:33600123456:0',
			callbackData: {},
		});
	});

	it.each([
		['', '123456789:33600123456:0'],
		['&accuse=-3', '123456789:33600123456:-3'],
		['&numero=%2B33600123456', '123456789:33600123456:0'],
		['&numero=0033600123456', '123456789:33600123456:0'],
		['&accuse=9', undefined],
		['&accuse=42', undefined],
		['&accuse=', undefined],
		['&reference=', undefined],
		['&numero=', undefined],
	])('identifies a final status of one message to one recipient: %j', (first, statusId) => {
		expect(readDeliveryReport(`${first.slice(1)}&${sample}`)?.statusId).toBe(statusId);
	});

	it('gives back what a send gave it', () => {
		const pair = fc.record({
			name: fc.string({ minLength: 1, unit: anyCharacter }).map((name) => `_${name}`),
			value: fc.string({ unit: anyCharacter }),
		});
		fc.assert(
			fc.property(fc.uniqueArray(pair, { selector: ({ name }) => name }), (pairs) => {
				const event = readDeliveryReport(`${sample}&${encodeCallbackData(pairs)}`);
				expect(Object.entries(event?.callbackData ?? {}).sort()).toEqual(
					pairs.map(({ name, value }): [string, string] => [name, value]).sort(),
				);
			}),
		);
	});

	const values = { mon_client: '1+2=3', tag: ['a', 'b'], name: 'café' };
	const read = { to: '+33600123456', status: { code: '0' }, timestamp: '2024-01-15T13:50:00.000Z' };
	it.each([
		[`${sample}&mon_client=1%2B2%3D3&tag=a&tag=b&name=caf%E9`, { callbackData: values }],
		['numero=+33600123456+&reference=1%0A&accuse=0+&ts=+1705326600', { ...read, reference: '1' }],
		[`${sample}&reference=mine`, { reference: '123456789', callbackData: { reference: 'mine' } }],
		['reference=1&accuse=9&ts=1705326600', { to: null, status: { code: '9', final: false } }],
		['numero=&reference=1', { to: null, reference: '1', timestamp: null }],
		['accuse=42', { to: null, reference: null, status: { code: '42', final: null, delivered: null } }],
		['accuse=what&ts=now', { status: { code: 'what', final: null }, timestamp: null }],
		['ts=999999999999', { timestamp: null }],
		['ts=1705326600000', { timestamp: null }],
		['ts=253402300799', { timestamp: '9999-12-31T23:59:59.000Z' }],
		['ts=-1', { timestamp: null }],
		['ts=1705326600s', { timestamp: null }],
		['numero=33600123456&order=1', { to: '+33600123456', callbackData: { order: '1' } }],
		['ts=0', { timestamp: '1970-01-01T00:00:00.000Z' }],
	])('passes on what is known of %j', (query, expected) => {
		expect(readDeliveryReport(query)).toMatchObject(expected);
	});

	it('has no status where the service gave none', () =>
		expect(readDeliveryReport('numero=33600123456&accuse=')).not.toHaveProperty('status'));

	it.each(['', '?', 'a=1&b=2', 'NUMERO=33600123456', '&&&'])('recognizes no report in %j', (query) => {
		expect(readDeliveryReport(query)).toBeUndefined();
	});

	it('recognizes no report in an incoming SMS, but in one with callback data of that name', () => {
		expect(readDeliveryReport('numero=33600123456&reference=1&ts=1&message=Hello')).toBeUndefined();
		expect(readDeliveryReport(`${sample}&message=Hello`)?.callbackData).toEqual({ message: 'Hello' });
	});

	it('reads a query of 10 kB', () => {
		expect(readDeliveryReport(`${sample}&x=${'%E9'.repeat(4000)}`)?.callbackData).toEqual({
			x: 'é'.repeat(4000),
		});
	});

	it('never throws', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter }), (query) => {
				readDeliveryReport(query);
				expect(readDeliveryReport(`accuse=0&${query}`)).toMatchObject({
					channel: 'sms',
					eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
				});
			}),
		);
	});
});

describe('the id of an event', () => {
	const idOf = (query: string) => readDeliveryReport(query)?.eventId;

	it('is the same for the same callback, however it was written', () => {
		const id = idOf(`${sample}&name=caf%C3%A9+x`);
		expect(idOf(`name=caf%c3%a9%20x&ts=1705326600&accuse=0&${sample.slice(0, 38)}`)).toBe(id);
		expect(idOf(`?${sample}&name=%63af%C3%A9+x`)).toBe(id);
	});

	it('does not change from one version of this package to the next', () =>
		expect(idOf(`${sample}&name=caf%C3%A9&order=1`)).toBe('ad89d3d64871dd867abfa243b329ee1d'));

	it.each([
		sample.replace('accuse=0', 'accuse=9'),
		sample.replace('ts=1705326600', 'ts=1705326601'),
		sample.replace('reference=123456789', 'reference=12345678'),
		sample.replace('33600123456', '33600123457'),
		`${sample}&x=1`,
		`${sample}&accuse=0`,
	])('differs for %j', (query) => expect(idOf(query)).not.toBe(idOf(sample)));

	it('cannot be forged by moving characters between names and values', () => {
		expect(idOf('accuse=0&a=b%26c%3Dd')).not.toBe(idOf('accuse=0&a=b&c=d'));
		expect(idOf('accuse=0&ab=c')).not.toBe(idOf('accuse=0&a=bc'));
		expect(idOf('accuse=0&a=%22%2C%22')).not.toBe(idOf('accuse=0&a=%22%2C%22%2C%22'));
		expect(idOf('accuse=0&x=%0A%5B%22a%22')).not.toBe(idOf('accuse=0&x=&a='));
	});
});
