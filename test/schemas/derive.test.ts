import { schemaOf } from './derive';
import { satisfying, schemaText, type Schema } from './schema';

const closed = (): boolean => false;
const derived = (...samples: unknown[]): Schema | undefined => schemaOf(samples, closed);
const properties = (...samples: unknown[]): Schema['properties'] => derived(...samples)?.properties;

describe('a schema out of samples', () => {
	it('has every field that one of them has, each where it stands in them', () => {
		const schema = properties({ event: 'a', text: 'b', more: true }, { event: 'a', status: 1, more: false });
		expect(Object.keys(schema ?? {})).toEqual(['event', 'status', 'text', 'more']);
	});

	it('puts what stands apart last', () => {
		expect(Object.keys(properties({ to: 'a', text: 'b' }, { other: 1 }) ?? {})).toEqual([
			'to',
			'text',
			'other',
		]);
	});

	it('has null last where a value may be missing, and leaves out what is always null', () => {
		expect(properties({ from: null, to: null }, { from: null, to: 'a' })).toEqual({
			to: { type: ['string', 'null'] },
		});
	});

	it('knows the entries of a list from whichever sample has some', () => {
		expect(properties({ to: [] }, { to: ['a'] })).toEqual({
			to: { type: 'array', items: { type: 'string' } },
		});
	});

	it('names nothing in an object whose names are data', () => {
		const samples = [{ answer: { data: { order: 42 } } }, { answer: { data: null } }];
		expect(schemaOf(samples, (path) => path === 'answer.data')?.properties?.['answer']?.properties).toEqual({
			data: { type: ['object', 'null'] },
		});
	});

	it.each([
		['an object', { a: 1 }],
		['a list', ['a']],
	])('is refused where %s may be missing: its fields would not be shown', (_what, value) => {
		expect(() => derived({ file: value }, { file: null })).toThrow('file is');
	});

	it('holds nothing of the samples', () => {
		const schema = derived({ to: '33600123456' });
		const lines = ['{', '\t"type": "object",', '\t"properties": {', '\t\t"to": { "type": "string" }', '\t},'];
		expect(schema && schemaText(schema)).toBe([...lines, '\t"version": 1', '}', ''].join('\n'));
	});
});

describe('what satisfies a schema', () => {
	const sample = { to: ['a'], status: { code: 'b', final: true }, note: 'c' };
	const schema = derived(sample, { ...sample, note: null });
	const accepts = (value: unknown): boolean =>
		schema !== undefined && satisfying(schema).safeParse(value).success;

	it.each([
		['the sample', sample],
		['less than that', { to: [], note: null }],
		['a field that is always null', { ...sample, from: null }],
	])('%s', (_what, value) => {
		expect(accepts(value)).toBe(true);
	});

	it.each([
		['a field that it does not have', { ...sample, from: 'd' }],
		['one inside', { ...sample, status: { ...sample.status, name: 'd' } }],
		['another type', { ...sample, to: 'a' }],
		['another type in a list', { ...sample, to: [1] }],
		['null where it is never missing', { ...sample, to: null }],
	])('not %s', (_what, value) => {
		expect(accepts(value)).toBe(false);
	});
});
