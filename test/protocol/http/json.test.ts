import fc from 'fast-check';
import { memberOf, parseJson, textMember, toJson, removeMembers } from '../../../protocol/http/json';
import { asciiJson } from '../../../protocol/http/jsonRequest';
import { longestString } from '../../../protocol/http/longestString';
import { anyCharacter } from '../../support/characters';

const parse = (text: string) => parseJson(Buffer.from(text, 'utf8'));

describe('parseJson', () => {
	it('reads what JSON.parse reads', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				fc.pre(!/\d{16}/.test(text));
				expect(parse(text)).toEqual(JSON.parse(text));
				expect(parse(`\ufeff ${text}\n`)).toEqual(JSON.parse(text));
			}),
		);
	});

	it('keeps the last digit of whole numbers that JavaScript would round', () => {
		expect(parse('{"a":12345678901234567890,"b":[-9007199254740993],"c":9007199254740991}')).toEqual({
			a: '12345678901234567890',
			b: ['-9007199254740993'],
			c: 9007199254740991,
		});
		expect(parse('12345678901234567890')).toBe('12345678901234567890');
	});

	it('leaves digits alone that are none of a whole number', () => {
		const text =
			'{"12345678901234567890":0.12345678901234567890,"b":"\\": 12345678901234567890,\\\\","c":1.5e3,"d":12345678901234567890e2,"e":12345678901234567890e-12,"f":1234567890123456E+10}';
		expect(parse(text)).toEqual(JSON.parse(text));
		fc.assert(
			fc.property(fc.json(), (inner) => {
				// As a text within the JSON, so that all of its digits are those of a text.
				const wrapped = JSON.stringify([inner, '12345678901234567890']);
				expect(parse(wrapped)).toEqual(JSON.parse(wrapped));
			}),
		);
	});

	it.each(['', ' ', '{', '{"a":1', '[1,]', "{'a':1}", 'undefined', 'NaN', '{"a":1}}', '\0', '<html>'])(
		'%j is no JSON',
		(text) => expect(parse(text)).toBeUndefined(),
	);

	it('drops a byte order mark before the JSON, and none within a text', () => {
		expect(parse('\ufeff{"a":"x\ufeffy"}')).toEqual({ a: 'x\ufeffy' });
		expect(parse('{"a":"x\ufeffy"}')).toEqual({ a: 'x\ufeffy' });
	});

	it('does not take what is nested without end', () => {
		const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
		expect(parse(nested(60))).toBeDefined();
		expect(parse(nested(70))).toBeUndefined();
		expect(parse(nested(100_000))).toBeUndefined();
		expect(parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toBeUndefined();
	});

	it('takes long texts with escapes in them, beside long numbers', () => {
		const long = 'x"\\'.repeat(1_000_000);
		expect(parse(`{"a":${JSON.stringify(long)},"b":12345678901234567890}`)).toEqual({
			a: long,
			b: '12345678901234567890',
		});
	});

	it('reads bytes that are no UTF-8 as ISO-8859-1', () =>
		expect(parseJson(Buffer.from('{"a":"caf\xe9"}', 'latin1'))).toEqual({ a: 'café' }));
});

describe('toJson', () => {
	it('gives any value as JSON would carry it', () => {
		expect(toJson({ a: undefined, b: new Date(0), c: [() => 1, Number.NaN] })).toEqual({
			b: '1970-01-01T00:00:00.000Z',
			c: [null, null],
		});
		for (const value of [undefined, () => 1, Symbol('x')]) expect(toJson(value)).toBeUndefined();
	});

	it('returns undefined for a bigint where n8n has not taught JSON to carry it', () => {
		const byN8n = Object.getOwnPropertyDescriptor(BigInt.prototype, 'toJSON');
		Reflect.deleteProperty(BigInt.prototype, 'toJSON');
		try {
			expect(toJson(1n)).toBeUndefined();
		} finally {
			if (byN8n !== undefined) Object.defineProperty(BigInt.prototype, 'toJSON', byN8n);
		}
	});

	it('gives nothing for a circle, and for what is nested without end', () => {
		const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);
		const circle: unknown[] = [];
		circle.push(circle);
		expect(toJson(nested(60))).toBeDefined();
		expect(toJson(nested(70))).toBeUndefined();
		expect(toJson(circle)).toBeUndefined();
	});
});

describe('members', () => {
	it('are own ones only', () => {
		const object = parse('{"a":"x","n":5,"e":"","o":{},"__proto__":"p"}');
		expect([memberOf(object, 'toString'), memberOf([1], '0'), memberOf('text', 'length')]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(['a', 'n', 'e', 'o', '__proto__', 'x'].map((name) => textMember(object, name))).toEqual([
			'x',
			'5',
			undefined,
			undefined,
			'p',
			undefined,
		]);
	});

	it('that are named but hold what nobody reads are left', () => {
		expect(removeMembers({ a: 'x', b: {}, c: true, d: null, e: 1, f: 2 }, ['a', 'b', 'c', 'd', 'e'])).toEqual(
			{ b: {}, c: true, f: 2 },
		);
		expect(removeMembers({ a: 'x' }, ['a'])).toBeUndefined();
	});
});

describe('asciiJson', () => {
	it('is ASCII, and means the same', () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter })),
				(object) => {
					const text = asciiJson(object);
					expect(text).toMatch(/^[\x20-\x7e]*$/);
					expect(JSON.parse(text)).toEqual(object);
				},
			),
		);
	});
});

describe('longestString', () => {
	const found = (text: string) => {
		const span = longestString(Buffer.from(text));
		return span && text.slice(span.start, span.end);
	};

	it.each([
		['{"a":"1","bb":"longest","c":""}', 'longest'],
		['{"a":"with \\"quotes\\\\","b":"x"}', 'with \\"quotes\\\\'],
		['{"a":"\\\\\\\\","b":"abc"}', '\\\\\\\\'],
		['"', undefined],
		['', undefined],
		['{"a":"open', 'a'],
		['""', ''],
	])('of %j is %j', (text, longest) => expect(found(text)).toBe(longest));

	it('is a string of the JSON, as it is written there', () => {
		fc.assert(
			fc.property(fc.array(fc.string({ unit: 'grapheme-ascii' }), { minLength: 1 }), (texts) => {
				const written = texts.map((text) => JSON.stringify(text).slice(1, -1));
				const longest = written.reduce((one, other) => (other.length > one.length ? other : one));
				expect(found(JSON.stringify({ '': texts }))).toBe(longest);
			}),
		);
	});
});
