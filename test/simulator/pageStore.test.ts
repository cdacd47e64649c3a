import fc from 'fast-check';

import { methodsOf, openPage } from './pageSupport';
import { asList, asObject } from './support';

const page = openPage({ origin: 'http://localhost:4010' });

/** A store of the page, called by the names of what it can do. */
const openMessages = (most: number) => methodsOf(page.get('support/store.js', 'createMessages')(most));

/** A store that holds these. */
function holding(...messages: object[]) {
	const store = openMessages(10);
	for (const each of messages) store('put', each);
	return store;
}

const message = (id: number, number: string, more: object = {}): object => ({
	id,
	number,
	channel: 'sms',
	direction: 'out',
	text: `Message ${id}`,
	requestIds: [],
	...more,
});

const idsOf = (entries: unknown): unknown[] => asList(entries).map(({ id }) => id);

describe("the page's messages", () => {
	it('are found by their phone and channel, in the order in which they came', () => {
		const store = holding(
			message(1, '33600123401'),
			message(2, '33600123402'),
			message(3, '33600123401', { channel: 'rcs' }),
			message(4, '33600123401'),
		);
		expect(idsOf(store('of', '33600123401', 'sms'))).toEqual([1, 4]);
		expect(store('countOf', '33600123401', 'rcs')).toBe(1);
		expect(idsOf(store('overview'))).toEqual([4, 2]);
	});

	it('keep their place when a status comes, and do not bring an old conversation to the top', () => {
		const store = holding(message(1, '33600123401'), message(2, '33600123402'));
		expect(store('put', message(1, '33600123401', { status: 0 }))).toBe(false);
		expect(asList(store('overview'))).toMatchObject([{ id: 2 }, { id: 1, status: 0 }]);
	});

	it('stand in the overview with what was written, not with what was only signalled', () => {
		const store = holding(
			message(1, '33600123401', { channel: 'rcs', kind: 'text' }),
			message(2, '33600123401', { channel: 'rcs', kind: 'event' }),
		);
		expect(idsOf(store('overview'))).toEqual([1]);
	});

	describe('that wait', () => {
		const scheduled = (id: number, more: object = {}): object =>
			message(id, '33600123401', {
				status: null,
				at: '2027-01-13T11:00:00.000Z',
				scheduledFor: `2027-01-14T0${id}:00:00.000Z`,
				...more,
			});
		const left = { status: -1, at: '2027-01-14T01:00:00.000Z' };
		const sent = { status: -1, at: '2027-01-13T12:00:00.000Z' };

		it('stand last, soonest first', () => {
			const later = scheduled(1, { scheduledFor: '2027-01-14T05:00:00.000Z' });
			const store = holding(later, scheduled(2), message(3, '33600123401', sent));
			expect(idsOf(store('of', '33600123401', 'sms'))).toEqual([3, 2, 1]);
			expect(store('arrivedOf', '33600123401', 'sms')).toBe(1);
		});

		it('are new when they leave, and stand where they left', () => {
			const store = holding(scheduled(1), message(2, '33600123401', sent), message(3, '33600123402', sent));
			const before = store('newestOf', '33600123401');
			expect(store('put', scheduled(1, left))).toBe(true);
			expect(store('put', scheduled(1, { ...left, status: 0 }))).toBe(false);
			expect(idsOf(store('of', '33600123401', 'sms'))).toEqual([2, 1]);
			expect(idsOf(store('overview'))).toEqual([1, 3]);
			expect(store('newestOf', '33600123401')).not.toBe(before);
		});

		it('are forgotten when they are taken back', () => {
			const store = holding(
				message(1, '33600123401', sent),
				scheduled(2, { requestIds: [7] }),
				scheduled(3, { number: '33600123402' }),
			);
			const version = store('versionOf', '33600123401');
			for (const id of [2, 3, 9]) store('remove', id);
			expect(idsOf(store('overview'))).toEqual([1]);
			expect(store('ofRequest', 7)).toEqual([]);
			expect(store('versionOf', '33600123401')).not.toBe(version);
		});
	});

	it('are found by the requests that made or changed them', () => {
		const store = holding(
			message(2, '33600123401', { requestIds: [1] }),
			message(3, '33600123402', { requestIds: [1, 4] }),
		);
		expect([store('ofRequest', 1), store('ofRequest', 4), store('ofRequest', 9)]).toEqual([[2, 3], [3], []]);
	});

	it('have a version that never comes back, not even when all is read anew', () => {
		const store = openMessages(10);
		const seen = [store('versionOf', '33600123401')];
		for (const status of [-1, 9, 0]) {
			store('put', message(1, '33600123401', { status }));
			seen.push(store('versionOf', '33600123401'));
			store('clear');
		}
		expect(new Set(seen).size).toBe(seen.length);
	});

	it('are bounded: the oldest go, and whatever led to them', () => {
		const numbers = fc.array(fc.constantFrom('33600123401', '33600123402', '33600123403'), { maxLength: 40 });
		fc.assert(
			fc.property(numbers, fc.integer({ min: 1, max: 10 }), (all, most) => {
				const store = openMessages(most);
				all.forEach((number, index) => store('put', message(index + 1, number, { requestIds: [index + 1] })));
				const kept = all.map((number, index) => ({ id: index + 1, number })).slice(-most);
				for (const number of new Set(all)) {
					const own = kept.filter((each) => each.number === number).map(({ id }) => id);
					expect(idsOf(store('of', number, 'sms'))).toEqual(own);
				}
				expect(asList(store('overview'))).toHaveLength(new Set(kept.map(({ number }) => number)).size);
				const linked = all.map((_number, index) => store('ofRequest', index + 1));
				expect(linked).toEqual(all.map((_number, index) => (index < all.length - most ? [] : [index + 1])));
			}),
		);
	});
});

describe('the window of a long conversation', () => {
	const SIZE = 6;
	const entries = Array.from({ length: 20 }, (_, index) => ({ id: index + 1 }));
	const windowOf = (anchor: unknown): Record<string, unknown> =>
		asObject(page.get('phone/window.js', 'windowOf')(entries, anchor, SIZE));

	it('follows the newest', () => {
		const { shown, earlier, later } = windowOf(null);
		expect([idsOf(shown), earlier, later]).toEqual([[15, 16, 17, 18, 19, 20], 14, 0]);
	});

	it('never holds more than it may, and going back and forth reaches everything', () => {
		const seen = new Set<unknown>();
		let anchor: unknown = null;
		for (let step = 0; step < 10; step++) {
			const { shown } = windowOf(anchor);
			expect(shown).toHaveLength(SIZE);
			for (const id of idsOf(shown)) seen.add(id);
			anchor = page.get('phone/window.js', 'earlierThan')(entries, anchor, SIZE);
		}
		expect(seen.size).toBe(entries.length);
		expect(windowOf(anchor)).toMatchObject({ earlier: 0 });
		for (let step = 0; step < 10; step++)
			anchor = page.get('phone/window.js', 'laterThan')(entries, anchor, SIZE);
		expect(anchor).toBeNull();
	});

	it.each([1, 3, 10, 17, 20])('holds message %i when that is looked for', (id) => {
		const anchor = page.get('phone/window.js', 'around')(entries, id, SIZE);
		expect(idsOf(windowOf(anchor)['shown'])).toContain(id);
	});

	it('goes to the newest where its place is forgotten', () =>
		expect(windowOf(99)).toMatchObject({ later: 0 }));
});

/** Reads that a test lets succeed or fail; what the page then says of its connection. */
function openReading() {
	const said: string[] = [];
	const ends: ((fails: boolean) => void)[] = [];
	let begun = 0;
	const read = (): Promise<void> => {
		begun++;
		return new Promise((resolve, reject) => {
			ends.push((fails) => (fails ? reject(new Error('lost')) : resolve()));
		});
	};
	const given = { read, onSuccess: () => said.push('live'), onFailure: () => said.push('failed') };
	return {
		said,
		begun: () => begun,
		call: methodsOf(page.get('support/live.js', 'rereading')(given, () => Promise.resolve())),
		async end(fails = false): Promise<void> {
			ends.shift()?.(fails);
			for (let turn = 0; turn < 10; turn++) await Promise.resolve();
		},
	};
}

describe('a page that connects again', () => {
	it('reads once more where the connection broke during a read, and says only then that it is live', async () => {
		const { said, begun, call, end } = openReading();
		call('start');
		call('stop');
		call('start');
		expect(begun()).toBe(1);
		await end();
		expect([said, begun()]).toEqual([[], 2]);
		await end();
		expect([said, begun()]).toEqual([['live'], 2]);
	});

	it('repeats a read that fails while the connection stands', async () => {
		const { said, begun, call, end } = openReading();
		call('start');
		await end(true);
		await end();
		expect([said, begun()]).toEqual([['failed', 'live'], 2]);
	});

	it('says nothing more once the connection is lost, until it is back', async () => {
		const { said, begun, call, end } = openReading();
		call('start');
		call('stop');
		await end(true);
		expect([said, begun()]).toEqual([[], 1]);
		call('start');
		await end();
		expect([said, begun()]).toEqual([['live'], 2]);
	});
});
