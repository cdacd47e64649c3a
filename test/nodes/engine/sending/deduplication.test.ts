import { readDeduplicationKey, uniqueKeys } from '../../../../nodes/engine/sending/keyStore';
import { hashOf } from '../../../../nodes/engine/sending/messageIdentity';
import { invalidInput } from '../../../protocol/helpers';
import { readerOf } from '../../../support/reader';

const read = (deduplicationKey: unknown): string | undefined =>
	readDeduplicationKey(readerOf({ deduplicationKey }));

it.each([
	['order 7', 'order 7'],
	['  order 7\n', 'order 7'],
	[1042, '1042'],
	['a'.repeat(500), 'a'.repeat(500)],
])('reads %j', (value, key) => expect(read(value)).toBe(key));

it('reads none where the option is not set', () =>
	expect(readDeduplicationKey(readerOf({}))).toBeUndefined());

it.each([
	['', 'The key is empty.'],
	['  ', 'The key is empty.'],
	['\u200b', 'The key has no letter or digit.'],
	['a'.repeat(501), 'The key'],
])('rejects %j', (value, message) => {
	expect(invalidInput(() => read(value))).toMatchObject({
		field: 'deduplicationKey',
		message: expect.stringContaining(message),
		remediation: 'Give each message its own key, such as an order number, or remove the option.',
	});
});

it.each([
	['order [object Object]', 'The key contains an object instead of a text.'],
	['undefined', 'The key contains “undefined”: a value is missing or invalid.'],
	['order-undefined', 'The key contains “undefined”: a value is missing or invalid.'],
	['Aundefined7', 'The key contains “undefined”: a value is missing or invalid.'],
	['visit-Invalid DateTime', 'The key contains “Invalid Date”: a value is missing or invalid.'],
	['order-Infinity', 'The key contains “Infinity”: a value is missing or invalid.'],
	['null_7', 'The key contains “null”: a value is missing or invalid.'],
	['NaN', 'The key contains “NaN”: a value is missing or invalid.'],
	['order-NaN', 'The key contains “NaN”: a value is missing or invalid.'],
])('rejects %j, which a missing value makes', (value, message) => {
	expect(invalidInput(() => read(value))).toMatchObject({
		field: 'deduplicationKey',
		message,
		remediation: 'Check its expression: $json.orderNumber must have a value in every item.',
	});
});

it.each(['nullable-7', 'Annull', 'Nannette', 'UNDEFINED', 'NULL-7', 'éNaN'])('reads %j as it is', (key) =>
	expect(read(key)).toBe(key),
);

describe('the keys of a run', () => {
	it('are unique, whatever has none', () => {
		const unique = uniqueKeys(9, new Map());
		expect([unique(0, 'a'), unique(1, undefined), unique(2, undefined), unique(3, 'b')]).toEqual([
			'a',
			undefined,
			undefined,
			'b',
		]);
		expect(invalidInput(() => unique(4, 'a'))).toMatchObject({
			field: 'deduplicationKey',
			message: 'The first item has the same key.',
		});
	});

	it('belong to the item that has reserved them in an earlier try', () => {
		const owners = new Map([[hashOf('a'), 1]]);
		expect(uniqueKeys(9, owners)(1, 'a')).toBe('a');
		expect(() => uniqueKeys(9, owners)(0, 'a')).toThrow('The second item has the same key.');
		expect([...owners.values()]).toEqual([1]);
	});

	it('are no more than the node remembers; one more for an item that has one is none more', () => {
		const unique = uniqueKeys(1_000, new Map(Array.from({ length: 999 }, (_, item) => [String(item), item])));
		expect([unique(1_000, 'a'), unique(1_000, 'a')]).toEqual(['a', 'a']);
		expect(invalidInput(() => unique(1_001, 'b'))).toMatchObject({
			message: 'The run has more than 1,000 keys; the node remembers no more.',
			remediation: 'Use Loop Over Items to send them in several runs.',
		});
	});
});
