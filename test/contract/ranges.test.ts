/** Every option that is a number with a range, of every operation: nothing outside of it leaves, its bounds do. */
import type { INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';
import { runWorkflow, type RunResult } from '../support/engine';
import { errorKind } from '../support/expectations';
import { exchangeCases, type ExchangeCase } from '../support/contractFixtures';
import { answerOf, freezeDate, parametersOf } from '../support/fixtureServer';
import { serveScript } from '../support/httpServer';
import { operationsOf } from '../support/registry';
import { PACKAGE, nodeClasses, smsboxAccess, smsboxNodes } from '../support/smsbox';

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
			const others = Object.fromEntries(group.values.map(({ name, default: preset }) => [name, preset]));
			return rangedIn(group.values, (values) =>
				within({ [field.name]: { [group.name]: { ...others, ...values } } }),
			);
		});
	});
}

const fixtures = exchangeCases('sms', 'account', 'waba', 'rcs').filter(
	({ sides, output, exchanges }) => sides.includes('nodes') && output?.length === 1 && exchanges.length === 1,
);

const operations = Object.values(nodeClasses)
	.map((NodeClass): INodeType => new NodeClass())
	.filter(({ execute }) => execute !== undefined)
	.flatMap((node) =>
		operationsOf(node).flatMap(({ title, resource, operation }) => {
			const options = node.description.properties.find(
				({ name, displayOptions: { show = {} } = {} }) =>
					name === 'options' &&
					show['resource']?.includes(resource) === true &&
					show['operation']?.includes(operation) === true,
			);
			const fixture = fixtures.find(
				({ operation: one }) =>
					one.node === node.description.name && one.resource === resource && one.operation === operation,
			);
			const members = (options?.options ?? []).filter((one): one is INodeProperties => 'type' in one);
			return fixture === undefined ? [] : [{ title, fixture, ranged: rangedIn(members, (values) => values) }];
		}),
	);

const rows = operations.flatMap(({ title, fixture, ranged }) =>
	ranged.map((one) => [title, one.field.displayName, fixture, one] as const),
);

/** Runs an operation as its contract fixture shows it, with the option set. Returns the result and the number of requests. */
async function runWith(
	fixture: ExchangeCase,
	options: INodeParameters,
): Promise<{ result: RunResult; requests: number }> {
	const answers = fixture.exchanges.map(({ reply }) => answerOf(reply));
	const service = await serveScript((_request, index) => answers[index % answers.length] ?? 'cut');
	freezeDate(fixture.now);
	try {
		const parameters = { ...parametersOf(fixture), options };
		const type = `${PACKAGE}.${fixture.operation.node}`;
		const result = await runWorkflow(
			{ nodes: [{ name: 'Node', type, parameters }] },
			{ nodeTypes: smsboxNodes, timezone: fixture.timezone, ...smsboxAccess(service.url) },
		);
		return { result, requests: service.requests.length };
	} finally {
		jest.useRealTimers();
		await service.close();
	}
}

it('finds the options', () => {
	expect(rows.length).toBeGreaterThan(60);
	expect(new Set(rows.map(([, name]) => name)).size).toBeGreaterThan(7);
});

it.each(rows)('%s: %s has its range', async (_title, name, fixture, one) => {
	for (const value of [one.min - 1, one.max + 1, one.min + 0.5]) {
		const { result, requests } = await runWith(fixture, one.with(value));
		expect([value, errorKind(result), requests]).toEqual([value, { kind: 'invalidInput' }, 0]);
		expect(result.error?.message.split(':')[0]).toBe(name);
	}
	for (const value of [one.min, one.max]) {
		const { result } = await runWith(fixture, one.with(value));
		expect([value, result.status === 'error' && errorKind(result).kind]).not.toEqual([value, 'invalidInput']);
	}
});
