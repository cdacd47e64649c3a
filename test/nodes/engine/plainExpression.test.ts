import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { readerOff } from '../../../nodes/engine/operations/expressions/plainExpression';
import { expressionValues } from '../../support/expressionValues';

const names = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom('a', 'b', 'orderNumber', 'first name') },
	fc.constantFrom('a b', 'é', '$x', '0', 'length', 'constructor', 'toString', '__proto__', 'json', ''),
	fc.string({ maxLength: 6 }),
);
const leaves = fc.oneof(
	fc.string(),
	fc.constantFrom('=1', '={{ 1 }}', 'é€👋', '{{ $json.a }}', ' '),
	fc.double(),
	fc.integer(),
	fc.boolean(),
	fc.constant(null),
	fc.constant(undefined),
);
const { json: inputs } = fc.letrec<{ json: IDataObject; value: IDataObject[string] }>((tie) => ({
	json: fc.dictionary(names, tie('value'), { minKeys: 1, maxKeys: 4 }),
	value: fc.oneof(
		{ maxDepth: 3 },
		{ weight: 3, arbitrary: leaves },
		tie('json'),
		fc.array(fc.string(), { maxLength: 3 }),
	),
}));

/** A step, written in any of the ways in which people write it. */
const styles: ReadonlyArray<(name: string) => string> = [
	(name) => `.${name}`,
	(name) => `[${JSON.stringify(name)}]`,
	(name) => `['${name}']`,
	(name) => `?.${name}`,
];
const opening = fc.constantFrom('={{', '={{ ', '= {{ ', '={{\n');
const closing = fc.constantFrom('}}', ' }}', ' }} ', '}}x', '.trim() }}', '[0] }}', ' + 1 }}');
const mostlyNot = fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, names);
const picks = fc.record({
	opening: fc.oneof({ weight: 3, arbitrary: fc.constant('={{ ') }, opening),
	closing: fc.oneof({ weight: 3, arbitrary: fc.constant(' }}') }, closing),
	steps: fc.array(fc.record({ which: fc.nat(3), style: fc.nat(3), astray: mostlyNot }), {
		minLength: 1,
		maxLength: 3,
	}),
});

/** An expression that mostly leads to something in the json, now and then astray. */
function expressionIn(json: unknown, { opening: open, closing: close, steps }: Picks): string {
	let place = json;
	const path = steps.map(({ which, style, astray }) => {
		const known = typeof place === 'object' && place !== null ? Object.keys(place) : [];
		const name = astray ?? known[which % Math.max(1, known.length)] ?? 'a';
		place = typeof place === 'object' && place !== null ? Reflect.get(place, name) : undefined;
		return styles[style]?.(name) ?? '';
	});
	return `${open}$json${path.join('')}${close}`;
}

type Picks = typeof picks extends fc.Arbitrary<infer Value> ? Value : never;

it('reads off an item what n8n gives for the expression, or leaves it to n8n', async () => {
	let [writtenCount, readHere] = [0, 0];
	await fc.assert(
		fc.asyncProperty(inputs, fc.array(picks, { minLength: 1, maxLength: 10 }), async (json, given) => {
			const written = given.map((one) => expressionIn(json, one));
			const read = written.map((expression) => readerOff(expression)?.(json));
			const own = written.filter((_, index) => read[index] !== undefined);
			writtenCount += written.length;
			readHere += own.length;
			const fromN8n = await expressionValues(own, json);
			expect(read.filter((value) => value !== undefined)).toEqual(fromN8n);
		}),
		{ numRuns: 400 },
	);
	// A test that always left it to n8n would show nothing.
	expect(readHere / writtenCount).toBeGreaterThan(0.05);
});

it.each([
	['constructor', false],
	['__proto__', false],
	['mainModule', false],
	['prepareStackTrace', false],
	['arguments', false],
	['the binding of a book', false],
	['a}}b', false],
	['{{', false],
	['name of a customer', true],
])('the name %s is looked up here: %j', (name, isHere) => {
	const json: unknown = JSON.parse(`{"${name}":"x"}`);
	expect(readerOff(`={{ $json["${name}"] }}`)?.(json)).toBe(isHere ? 'x' : undefined);
});

it('reads a collection off where all in it can be read off, and leaves the whole to n8n otherwise', () => {
	const stored = { rows: [{ value: '={{ $json.name }}' }, { value: 'fixed' }], flag: true };
	expect(readerOff(stored)?.({ name: 'Zoé' })).toEqual({
		rows: [{ value: 'Zoé' }, { value: 'fixed' }],
		flag: true,
	});
	expect(readerOff(stored)?.({ other: 'Zoé' })).toBeUndefined();
	expect(readerOff({ ...stored, more: '={{ $now }}' })).toBeUndefined();
});
