import fc from 'fast-check';
import type { HistoryState } from '../../../nodes/SmsboxHistoryTrigger/historyState';
import { readState, writeState } from '../../../nodes/SmsboxHistoryTrigger/storedState';

const field = fc.oneof(
	fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
	fc.constantFrom('007', '-3', '0', '+33600123456', 'a.b c', '=1', '').map(String),
);
const columns = field.map((text) => text.replace(/;/g, ''));

const states: fc.Arbitrary<HistoryState> = fc.record({
	since: fc.nat(),
	open: fc
		.array(fc.tuple(columns, columns, fc.option(fc.nat().map(String)), columns, fc.nat()))
		.map(
			(messages) =>
				new Map(
					messages.map(([reference, to, at, code, sentAt]) => [
						[reference, to, ...(at === null ? [] : [at])].join(';'),
						{ code, sentAt },
					]),
				),
		),
	handled: fc.array(fc.stringMatching(/^[\w-]{8}$/)).map((hashes) => new Set(hashes)),
});

it('a state is read as it was written', () => {
	fc.assert(
		fc.property(states, (state) => {
			expect(readState(writeState(state, 'a'))).toEqual(state);
		}),
	);
});

it('two polls never write the same text', () => {
	const state = { since: 1, open: new Map(), handled: new Set<string>() };
	expect(writeState(state, 'a')).not.toBe(writeState(state, 'b'));
});

it.each([
	undefined,
	null,
	'',
	'x',
	'{',
	'[]',
	'{"since":1}',
	{ since: 1 },
	'{"since":"1","open":"","handled":""}',
])('anything else is no state: %j', (stored) => {
	expect(readState(stored)).toBeUndefined();
});

it('5,000 open messages beside 5,000 handled ones take less than 200 kB, also with the longest numbers', () => {
	const sentAt = 1_795_000_000;
	const open = new Map(
		Array.from({ length: 5_000 }, (_, index) => [
			`${123_456_789_012 + index};${999_900_000_000_000 + index}`,
			{ code: '9', sentAt: sentAt + index },
		]),
	);
	const handled = new Set(Array.from({ length: 5_000 }, (_, index) => String(10_000_000 + index)));
	const text = writeState({ since: sentAt, open, handled }, new Date().toISOString());
	expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(200_000);
	expect(readState(text)).toEqual({ since: sentAt, open, handled });
});
