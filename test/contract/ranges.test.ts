/** Every option that is a number with a range, of every operation: nothing outside of it leaves, its bounds do. */
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { errorKind } from '../support/expectations';
import { exchangeCases, isOf, type ExchangeCase } from '../support/contractFixtures';
import { parametersOf } from '../support/fixtureServer';
import { operationsOf, optionsOf } from '../support/registry';
import { runFixture } from '../support/runFixture';
import { actionNodes } from '../support/smsbox';
import { inLists } from '../support/inLists';

interface RangedField {
	field: INodeProperties;
	min: number;
	max: number;
	/** The options with this value of the field, and with the fields that it needs beside it. */
	with: (value: number) => INodeParameters;
}

type Within = (values: INodeParameters) => INodeParameters;

/** The fields with a range in a collection's members, down into their groups, whose other fields keep their default. */
function rangedIn(members: readonly INodeProperties[], within: Within): RangedField[] {
	return members.flatMap((field) => {
		const { minValue: min, maxValue: max } = field.typeOptions ?? {};
		if (field.type === 'number' && min !== undefined && max !== undefined)
			return [{ field, min, max, with: (value) => within({ [field.name]: value }) }];
		return (field.options ?? []).flatMap((group) => {
			if (!('values' in group) || field.typeOptions?.multipleValues === true) return [];
			// The widest window: a bound that passes the other one would be another mistake.
			const others = Object.fromEntries(
				group.values.map(({ name, default: preset, typeOptions }) => {
					const bound = name.startsWith('last') ? typeOptions?.maxValue : typeOptions?.minValue;
					return [name, bound ?? preset];
				}),
			);
			return rangedIn(group.values, (values) =>
				within({ [field.name]: { [group.name]: { ...others, ...values } } }),
			);
		});
	});
}

const fixtures = exchangeCases().filter(
	({ sides, output, exchanges }) => sides.includes('nodes') && output?.length === 1 && exchanges.length === 1,
);

const rows = actionNodes.flatMap((node) =>
	operationsOf(node).flatMap((operation) => {
		const fixture = fixtures.find(isOf(operation));
		const ranged = rangedIn(optionsOf(node, operation), (values) => values);
		return fixture === undefined
			? []
			: ranged.map((one) => [operation.title, one.field.displayName, fixture, one] as const);
	}),
);

const run = async (fixture: ExchangeCase, options: INodeParameters) =>
	await runFixture(fixture, { parameters: { ...parametersOf(fixture), ...inLists(options) } });

it('finds the options', () => {
	expect(rows.length).toBeGreaterThan(60);
	expect(new Set(rows.map(([, name]) => name)).size).toBeGreaterThan(7);
});

it.each(rows)('%s: %s has its range', async (_title, name, fixture, one) => {
	for (const value of [one.min - 1, one.max + 1, one.min + 0.5]) {
		const { result, requests } = await run(fixture, one.with(value));
		expect([value, errorKind(result), requests.length]).toEqual([value, { kind: 'invalidInput' }, 0]);
		expect(result.error?.message.split(':')[0]).toBe(name);
	}
	for (const value of [one.min, one.max]) {
		const { result } = await run(fixture, one.with(value));
		expect([value, result.status === 'error' && errorKind(result).kind]).not.toEqual([value, 'invalidInput']);
	}
});
