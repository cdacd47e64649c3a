import fc from 'fast-check';

import { CallbackLog } from '../../simulator/src/callbacks/log';
import type { CallbackRecord } from '../../simulator/src/callbacks/record';
import { Ring } from '../../simulator/src/core/ring';
import { advance, list, numbers, send, startCalling } from './support';

it('a store that forgets its oldest entries holds the newest that fit in number and weight, in order, and tells of each that it forgets', () => {
	const entries = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 100 });
	fc.assert(
		fc.property(
			entries,
			fc.integer({ min: 1, max: 10 }),
			fc.integer({ min: 0, max: 60 }),
			(weights, capacity, weightLimit) => {
				const forgotten: number[] = [];
				const onEvict = (w: number) => forgotten.push(w);
				const ring = new Ring<number>({ capacity, weightLimit, weigh: (w) => w, onEvict });
				for (const weight of weights) ring.push(weight);
				const kept = [...ring.oldestFirst()];
				expect([...forgotten, ...kept]).toEqual(weights);
				expect([...ring.newestFirst()]).toEqual([...kept].reverse());
				expect(ring.size).toBe(kept.length);
				expect(kept.length).toBeLessThanOrEqual(capacity);
				const weight = kept.reduce((sum, each) => sum + each, 0);
				expect(kept.length <= 1 || weight <= weightLimit).toBe(true);
			},
		),
	);
});

describe('the callbacks kept', () => {
	const record = (id: number, url: string): CallbackRecord => ({
		id,
		kind: 'delivery_report',
		target: { base: new URL('http://127.0.0.1/'), path: '/', body: null },
		about: undefined,
		json: undefined,
		url,
		number: '33600123456',
		fields: {},
		firstDue: 0,
		state: 'pending',
		attempts: [],
		nextAttemptAt: 0,
		cancelRetry: () => undefined,
	});

	it('are all that are pending, up to ten times the capacity, and the last that are over', () => {
		const givenUp: number[] = [];
		const log: CallbackLog = new CallbackLog(2, (old) => {
			givenUp.push(old.id);
			log.close(old);
		});
		const records = Array.from({ length: 21 }, (_, id) => record(id, 'http://127.0.0.1/'));
		for (const each of records) log.add(each);
		expect(givenUp).toEqual([0]);
		for (const each of records.slice(1, 6)) log.close(each);
		expect(log.all().map(({ id }) => id)).toEqual([4, 5, ...records.slice(6).map(({ id }) => id)]);
	});

	it('have addresses that take no more than 64 MB together', () => {
		const givenUp: number[] = [];
		const log: CallbackLog = new CallbackLog(100, (old) => {
			givenUp.push(old.id);
			log.close(old);
		});
		const long = 'x'.repeat(30 * 1024 * 1024);
		for (let id = 0; id < 4; id++) log.add(record(id, long));
		expect(givenUp).toEqual([0, 1]);
	});

	it('are forgotten once they are over and others came, and none is lost on the way', async () => {
		const receiver = await startCalling('deliveryReportUrl', { capacity: 3 });
		await send({ dest: numbers(10).join(), callback: 1 });
		await advance(60);
		expect(receiver.received).toHaveLength(20);
		expect(await list('callbacks')).toMatchObject([{}, {}, { state: 'acknowledged' }]);
	});
});
