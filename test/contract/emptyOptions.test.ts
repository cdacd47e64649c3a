/**
 * Every option and every filter of every operation: added, but without a value. Leaving it out would send a message at
 * once that was meant for later, or return the history of everybody.
 */
import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
} from 'n8n-workflow';
import { exchangeCases, isOf, type ExchangeCase } from '../support/contractFixtures';
import { parametersOf } from '../support/fixtureServer';
import { isShown, operationsOf, ownFieldsOf, waits, type DescribedOperation } from '../support/registry';
import { goOn, outputOf } from '../support/runNode';
import { serviceForEachTest } from '../support/service';
import { actionNodes } from '../support/smsbox';
import { fieldsOf } from '../support/words';

const fixtures = exchangeCases().filter(
	({ sides, output }) => sides.includes('nodes') && output !== undefined && output.length > 0,
);

/** An expression that finds no value, and items that show all that it may return then. */
const byExpression = { value: '={{ $json.value }}', items: [{}, { value: null }, { value: '' }] };
/** Left as the editor adds it, and as JSON may have it. */
const byHand = [
	{ value: '', items: [{}] },
	{ value: null, items: [{}] },
];

type NodeName = 'smsboxSms' | 'smsboxAccount' | 'smsboxWaba' | 'smsboxRcs';
const isNodeName = (name: string): name is NodeName =>
	['smsboxSms', 'smsboxAccount', 'smsboxWaba', 'smsboxRcs'].includes(name);

interface Emptied {
	/** Of the option. */
	value: INodeParameters[string];
	items: IDataObject[];
	label: string;
	/** In the rows of an option: which of them. */
	row: string;
}

interface EmptyOption extends Emptied {
	title: string;
	node: NodeName;
	parameters: INodeParameters;
}

/** The option alone, or each value in a row of it: n8n itself makes no rows of anything that is not. */
function emptied(option: INodeProperties): Emptied[] {
	if (option.type !== 'fixedCollection') {
		const empties = option.noDataExpression === true ? byHand : [byExpression, ...byHand];
		return empties.map((empty) => ({ ...empty, label: option.displayName, row: '' }));
	}
	return (option.options ?? []).flatMap((group) => {
		if (!('values' in group)) return [];
		const full = Object.fromEntries(
			group.values.map(({ name, default: value }) => [name, value === '' ? 'x' : value]),
		);
		const hasRows = option.typeOptions?.multipleValues === true;
		const inGroup = (values: INodeParameters): INodeParameters => ({
			[group.name]: hasRows ? [full, values] : values,
		});
		return group.values.flatMap((field) =>
			[byExpression, ...byHand].map(({ value, items }) => ({
				value: inGroup({ ...full, [field.name]: value }),
				items,
				label: field.displayName,
				row: hasRows ? ` (${group.name} 2)` : '',
			})),
		);
	});
}

/** With the defaults that the editor puts in. */
const completed = ({ description }: INodeType, parameters: INodeParameters): INodeParameters =>
	NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		{ typeVersion: 1 },
		description,
	) ?? parameters;

/** The first contract fixture in which the editor shows the option. */
function shownIn(type: INodeType, operation: DescribedOperation, option: INodeProperties): ExchangeCase {
	const fixture = fixtures
		.filter(isOf(operation))
		.find((one) => isShown(type, option, completed(type, parametersOf(one))));
	if (!fixture) throw new Error(`No contract fixture for ${option.name} of ${operation.title}`);
	return fixture;
}

function emptyOptionsOf(type: INodeType): EmptyOption[] {
	const node = type.description.name;
	if (!isNodeName(node)) return [];
	const operations = operationsOf(type).filter((operation) => !waits(operation));
	return operations.flatMap((operation) => {
		const collections = ownFieldsOf(type, operation).filter((property) => property.type === 'collection');
		return collections.flatMap((collection) =>
			(collection.options ?? [])
				.flatMap((option) => ('type' in option ? [option] : []))
				.flatMap((option) => {
					const parameters = parametersOf(shownIn(type, operation, option));
					const given = parameters[collection.name];
					return emptied(option).map((empty) => ({
						...empty,
						title: `${operation.title}: ${option.displayName}, ${JSON.stringify(empty.value)}`,
						node,
						parameters: {
							...parameters,
							[collection.name]: {
								...(typeof given === 'object' && given !== null ? given : {}),
								[option.name]: empty.value,
							},
						},
					}));
				}),
		);
	});
}

const options = actionNodes.flatMap(emptyOptionsOf);

const server = serviceForEachTest(() => 'cut');

/** Texts that people read, or that reports send back: an error about one names the field that the item doesn't have. */
const peopleRead = new Set(['Value (variable 2)', 'Value (entry 2)', 'Button Variable']);

it('covers options, filters and the rows of options', () => {
	expect(options.length).toBeGreaterThan(300);
	expect(options.map(({ label }) => label)).toEqual(
		expect.arrayContaining(['Send At', 'Message Reference', 'Value', 'Max Messages']),
	);
});

it('no description says what an empty one stands for', () => {
	const collections = actionNodes.flatMap(({ description }) =>
		description.properties.filter(({ type }) => type === 'collection'),
	);
	const wrong = fieldsOf('', collections).filter(({ property }) =>
		/if empty/i.test(property.description ?? ''),
	);
	expect(wrong.map(({ where }) => where)).toEqual([]);
});

it.each(options)(
	'$title is an error that names it, and no request leaves',
	async ({ node, parameters, items, label, row }) => {
		const isExpression = items === byExpression.items;
		const result = await server.run({ node, parameters, items, settings: goOn });
		expect(server.requests).toHaveLength(0);
		const isText = peopleRead.has(`${label}${row}`);
		const empty = isExpression ? 'The expression returned no value' : 'The value is empty';
		const expected = items.map((item) =>
			isText && isExpression && !('value' in item)
				? `${label}: The item has no field “value”${row}.`
				: `${label}: ${empty}${row}.`,
		);
		expect(outputOf(result).map(({ error }) => error)).toEqual(expected);
	},
);
