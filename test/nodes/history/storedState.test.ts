import fc from 'fast-check';
import type { HistoryState } from '../../../nodes/SmsboxHistoryTrigger/historyState';
import { readState, writeState } from '../../../nodes/SmsboxHistoryTrigger/storedState';

const identity = '3f0d2a4e-6a55-4b0c-9d9e-1f2a3b4c5d6e';

const field = fc.oneof(
	fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
	fc.constantFrom('007', '-3', '0', '+33600123456', 'a.b c', '=1', '').map(String),
);
const columns = field.map((text) => text.replace(/;/g, ''));

const states: fc.Arbitrary<HistoryState> = fc.record({
	filters: fc.string().map((text) => JSON.stringify(text)),
	since: fc.nat(),
	rest: fc.option(
		fc.record({
			index: fc.nat(),
			end: fc.nat(),
			reached: fc.nat(),
			isKnown: fc.boolean(),
			mark: fc.nat(),
		}),
		{ nil: undefined },
	),
	checked: fc.nat(),
	open: fc
		.array(
			fc.tuple(
				columns,
				columns,
				fc.option(fc.nat().map(String)),
				fc.array(fc.constantFrom('-1', '9', '42')),
				fc.nat(),
			),
		)
		.map(
			(messages) =>
				new Map(
					messages.map(([reference, to, at, codes, sentAt]) => [
						[reference, to, ...(at === null ? [] : [at])].join(';'),
						{ codes, sentAt },
					]),
				),
		),
	handled: fc.array(fc.tuple(fc.maxSafeNat(), fc.nat({ max: 40_000_000 }))).map((hashes) => new Map(hashes)),
});

it('a state is read as it was written', () => {
	fc.assert(
		fc.property(states, (state) => {
			const stored = readState(writeState(state, { identity, revision: 7 }), identity);
			expect([stored?.revision, stored?.state]).toEqual([7, state]);
		}),
	);
});

const empty: HistoryState = {
	...{ filters: '', since: 1, checked: 1 },
	open: new Map(),
	handled: new Map(),
};

it('two polls never write the same text', () => {
	expect(writeState(empty, { identity, revision: 1 })).not.toBe(writeState(empty, { identity, revision: 2 }));
});

it('the state of another identity is none', () => {
	expect(readState(writeState(empty, { identity: 'other', revision: 1 }), identity)).toBeUndefined();
});

it.each([undefined, null, '', 'x', '{', '[]', { since: 1 }, '{"since":1}', '{"revision":"1"}'])(
	'anything else is no state: %j',
	(stored) => {
		expect(readState(stored, identity)).toBeUndefined();
	},
);

it('5,000 open messages beside 5,000 handled ones take less than 200 kB, also with the longest numbers', () => {
	const sentAt = 1_795_000_000;
	const open = new Map(
		Array.from({ length: 5_000 }, (_, index) => [
			`${123_456_789_012 + index};${999_900_000_000_000 + index}`,
			{ codes: ['9'], sentAt: sentAt + index },
		]),
	);
	const handled = new Map(
		Array.from({ length: 5_000 }, (_, index) => [2 ** 46 - 1 - index, Math.floor((sentAt + index) / 60)]),
	);
	const state = { ...empty, since: sentAt, open, handled };
	const text = writeState(state, { identity, revision: 1 });
	expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(200_000);
	expect(readState(text, identity)?.state).toEqual(state);
});
