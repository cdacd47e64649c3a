import fc from 'fast-check';
import type { HistoryState } from '../../../nodes/SmsboxHistoryTrigger/historyState';
import { readState, writeState } from '../../../nodes/SmsboxHistoryTrigger/storedState';

const writer = { node: '3f0d2a4e-6a55-4b0c-9d9e-1f2a3b4c5d6e', instance: 'production' };

const field = fc.oneof(
	fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
	fc.constantFrom('007', '-3', '0', '+33600123456', 'a.b c', '=1', '').map(String),
	// Of an odd record, anything in a line.
	fc.stringMatching(/^[ ~a-z0-9+.<>"]*$/),
);
const columns = field.map((text) => text.replace(/;/g, ''));

const codes = fc.array(fc.constantFrom('-1', 'due', '9', '42'), { maxLength: 3 });

const states: fc.Arbitrary<HistoryState> = fc.record({
	filters: fc.string().map((text) => JSON.stringify(text)),
	credentialHash: fc.option(fc.string(), { nil: undefined }),
	since: fc.nat(),
	rest: fc.option(fc.record({ index: fc.nat(), reached: fc.nat(), mark: fc.nat(), above: fc.string() }), {
		nil: undefined,
	}),
	checked: fc.nat(),
	messages: fc
		.array(fc.tuple(fc.nat(), columns, columns, fc.option(fc.nat().map(String)), codes))
		.map(
			(messages) =>
				new Map(
					messages.map(([sentAt, reference, to, twin, statuses]) => [
						[sentAt, reference, to, ...(twin === null ? [] : [twin])].join(';'),
						statuses,
					]),
				),
		),
});

it('a state is read as it was written', () => {
	fc.assert(
		fc.property(states, (state) => {
			const stored = readState(writeState(state, writer, 7), writer);
			expect([stored?.revision, stored?.state]).toEqual([7, state]);
		}),
	);
});

const empty: HistoryState = {
	...{ filters: '', since: 1, checked: 1 },
	messages: new Map(),
};

it('two polls never write the same text', () => {
	expect(writeState(empty, writer, 1)).not.toBe(writeState(empty, writer, 2));
});

it('the state of another node is none', () => {
	expect(readState(writeState(empty, { ...writer, node: 'other' }, 1), writer)).toBeUndefined();
});

it('the state of another n8n is older than any of this one', () => {
	expect(readState(writeState(empty, { ...writer, instance: 'staging' }, 7), writer)).toMatchObject({
		revision: 0,
		state: empty,
	});
});

it('with another version it is none: raise it when this text changes', () => {
	const state: HistoryState = {
		...{ filters: '{}', since: 7, checked: 8 },
		messages: new Map([['1795000000;1001;+33600123456', ['-1', '9']]]),
		rest: { index: 1, reached: 2, mark: 3, above: '?' },
	};
	const text = writeState(state, writer, 1);
	expect(text).toBe(
		`{"version":1,"node":"${writer.node}","instance":"production","revision":1,"members":{"filters":"{}","since":7,"checked":8,"rest":{"index":1,"reached":2,"mark":3,"above":"?"}},"messages":"-1.9 ~top2v4;1001;+~ffon96o"}`,
	);
	expect(readState(text.replace('"version":1', '"version":0'), writer)).toBeUndefined();
	expect(readState(text.replace('"version":1,', ''), writer)).toBeUndefined();
});

it.each([
	undefined,
	null,
	'',
	'x',
	'{',
	'[]',
	{ since: 1 },
	'{"since":1}',
	'{"revision":"1"}',
	'{"revision":1}',
])('anything else is no state: %j', (stored) => {
	expect(readState(stored, writer)).toBeUndefined();
});

it('5,000 open messages beside 5,000 handled ones take less than 400 kB, also with the longest numbers', () => {
	const messages = new Map(
		Array.from({ length: 10_000 }, (_, index) => [
			`${1_795_000_000 + index};${123_456_789_012 + index};+${999_900_000_000_000 + index}`,
			index % 2 === 0 ? ['-1', '9'] : [],
		]),
	);
	const state = { ...empty, since: 1_795_000_000, messages };
	const text = writeState(state, writer, 1);
	expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(400_000);
	expect(readState(text, writer)?.state).toEqual(state);
});
