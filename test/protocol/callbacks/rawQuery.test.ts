import fc from 'fast-check';
import { parseRawQuery, readRawParameters } from '../../../protocol/callbacks/rawQuery';
import { anyCharacter } from '../../support/characters';

const read = (query: string) =>
	parseRawQuery(query).map(({ name, bytes }) => `${name}: ${Buffer.from(bytes).toString('latin1')}`);

describe('parseRawQuery', () => {
	it('takes apart what a form encoder has put together', () => {
		const pair = fc.tuple(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }));
		fc.assert(
			fc.property(fc.array(pair), (pairs) => {
				const parsed = parseRawQuery(new URLSearchParams(pairs).toString());
				expect(parsed.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('utf8')])).toEqual(pairs);
			}),
		);
	});

	it.each([
		// Bytes stay as they are, in whatever character set.
		['message=caf%E9+cr%e8me', ['message: caf\xe9 cr\xe8me']],
		['a=%00%ff', ['a: \x00\xff']],
		// So do broken escapes.
		['a=100%&b=%zz&c=%4&d=%%41&e=%u0041', ['a: 100%', 'b: %zz', 'c: %4', 'd: %A', 'e: %u0041']],
		// And repeated names, empty values and their order.
		['?b=2&a=1&&b=&c&=x', ['b: 2', 'a: 1', 'b: ', 'c: ', ': x']],
		['a=b=c', ['a: b=c']],
		['a=why?&b?=c', ['a: why?', 'b?: c']],
		['', []],
		// What was not escaped is a byte, or UTF-8.
		['a=caf\xe9', ['a: caf\xe9']],
		['a=€', ['a: \xe2\x82\xac']],
	])('reads %j as %j', (query, parameters) => expect(read(query)).toEqual(parameters));

	it('never throws', () => {
		const query = fc.string({
			unit: fc.constantFrom('%', 'E', '9', '&', '=', '+', 'a', '?', '\xff', '€', '\ud800'),
		});
		fc.assert(
			fc.property(fc.oneof(query, fc.string({ unit: anyCharacter })), (raw) => {
				for (const { name, bytes } of parseRawQuery(raw)) {
					expect(typeof name).toBe('string');
					expect(bytes).toBeInstanceOf(Uint8Array);
				}
				expect(typeof readRawParameters(raw)).toBe('object');
			}),
		);
	});
});

describe('readRawParameters', () => {
	it('is the whole query as an object, decoded as it declares', () => {
		expect(readRawParameters('numero=336&message=5%A4&charset=ISO-8859-15&x=1&x=2&x=3')).toEqual({
			numero: '336',
			message: '5€',
			charset: 'ISO-8859-15',
			x: ['1', '2', '3'],
		});
		expect(readRawParameters('a=caf%E9&b=caf%C3%A9')).toEqual({ a: 'café', b: 'café' });
	});

	it('takes __proto__ for a parameter like any other', () => {
		const parameters = readRawParameters('__proto__=x&constructor=y&toString=z');
		expect(Object.entries(parameters)).toEqual([
			['__proto__', 'x'],
			['constructor', 'y'],
			['toString', 'z'],
		]);
		expect(Object.getPrototypeOf(parameters)).toBe(Object.prototype);
	});
});
