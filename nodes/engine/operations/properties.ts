import type { INode, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import {
	type Operation,
	type Registry,
	type Resource,
	batchItemsOption,
	concurrencyOption,
	timeoutOption,
} from './operation';
import { optionCollections, type OptionsByPurpose } from './optionLists';
import {
	allowedGroupsOption,
	allowedRecipientsOption,
	dryRunOption,
	excludedRecipientsOption,
	maxMessagesOption,
} from '../policy/sendPolicy';
import { deduplicationKeyOption } from '../sending/keyStore';
import { docs } from '../webhook/description';
/** What the engine offers for an operation, besides its own options. */
const engineOptions = ({ sends, isToGroup, canBatch, isConcurrent, waits }: Operation): OptionsByPurpose => ({
	safety: sends
		? [
				...(isToGroup ? [allowedGroupsOption] : [allowedRecipientsOption, excludedRecipientsOption]),
				maxMessagesOption,
				deduplicationKeyOption,
				dryRunOption,
			]
		: [],
	request: [
		...(canBatch ? [batchItemsOption] : []),
		...(isConcurrent && !waits ? [concurrencyOption] : []),
		timeoutOption,
	],
});

/** A model that is told or tricked to can send as often as it likes. Nothing else in a tool's panel shows it. */
const toolNotice: INodeProperties = {
	displayName: `The model decides how often it sends. Set limits in <b>Safety Options</b>. <a href="${docs}/ai-agents.md#limits">More</a>`,
	name: 'toolNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

const optionsOf = (operation: Operation): INodeProperties[] => [
	...(operation.sends && !operation.waits ? [toolNotice] : []),
	...optionCollections(operation.options, engineOptions(operation)),
];

const longList = 5;

/** n8n wants lists from five entries on in alphabetical order. Shorter ones begin with the most common entry. */
function inOrder<Entry extends { name: string }>(entries: readonly Entry[]): Entry[] {
	if (entries.length < longList) return [...entries];
	return [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function firstValue(options: readonly INodePropertyOptions[]): string {
	return String(options[0]?.value ?? '');
}

/** A tool cannot wait. Only this option is hidden: n8n makes the review step of tools out of all the rest. */
const hiddenInTools: Pick<INodePropertyOptions, 'displayOptions'> = {
	displayOptions: { hide: { '@tool': [true] } },
};

function operationProperty(resource: Resource): INodeProperties {
	const options = inOrder(resource.operations).map(({ name, value, action, description, waits }) => ({
		name,
		value,
		action,
		description,
		...(waits && hiddenInTools),
	}));
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options,
		default: firstValue(resource.operations.map(({ name, value }) => ({ name, value }))),
	};
}

/**
 * Builds a node's properties out of its registry: the two dropdowns, each operation's own fields, what all operations
 * share, then the options.
 */
export function propertiesOf({ resources, shared = [] }: Registry): INodeProperties[] {
	const resourceOptions = resources.map(({ name, value, description }) => ({ name, value, description }));
	const resourceProperty: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: inOrder(resourceOptions),
		default: firstValue(resourceOptions),
	};
	const ofEach = (propertiesOfOne: (operation: Operation) => INodeProperties[]) =>
		resources.flatMap(({ value, operations }) =>
			operations.flatMap((operation) =>
				updateDisplayOptions(
					{ show: { resource: [value], operation: [operation.value] } },
					propertiesOfOne(operation),
				),
			),
		);
	return [
		resourceProperty,
		...resources.map(operationProperty),
		...ofEach(({ fields }) => fields),
		...shared,
		...ofEach(optionsOf),
	];
}

/** Finds an operation by the values of the two dropdowns. */
export function findOperation(
	{ resources }: Registry,
	resource: string,
	operation: string,
): Operation | undefined {
	return resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
}

/** Returns the operation that a node has in the saved workflow; undefined where it has none of ours. */
export function storedOperation(
	registry: Registry,
	{ parameters: { resource, operation } }: Pick<INode, 'parameters'>,
): Operation | undefined {
	const isNamed = typeof resource === 'string' && typeof operation === 'string';
	return isNamed ? findOperation(registry, resource, operation) : undefined;
}

/** A property and everything inside it: the members of collections, the fields of rows. */
function withNested(property: INodeProperties): INodeProperties[] {
	const inside = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
	return [property, ...inside.flatMap(withNested)];
}

/** What the editor calls a parameter of an operation or of all, down into its collections; its own name where that is several. */
export function labelOf({ shared = [] }: Registry, operation: Operation, field: string): string {
	const properties = [...operation.fields, ...shared, ...optionsOf(operation)].flatMap(withNested);
	return (
		properties.find(({ name }) => name === field)?.displayName ??
		field.charAt(0).toUpperCase() + field.slice(1)
	);
}

/** "Send OTP" within a line: small letters, except in abbreviations. */
const inLine = (name: string): string => name.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

/**
 * The line under a node's name on the canvas, as an expression for n8n's editor: what the node does, in the words of its
 * menus, and the choice that tells two such nodes apart.
 *
 * @param detail the name of a parameter whose value is added where an operation has it, unless it is an expression
 */
export function subtitleOf({ resources }: Registry, detail?: string): string {
	const lines = resources.flatMap((resource) =>
		resource.operations.map((operation) => [
			`${resource.value}.${operation.value}`,
			`${inLine(operation.name)}: ${inLine(resource.name)}`,
		]),
	);
	const line = `(${JSON.stringify(Object.fromEntries(lines))})[$parameter["resource"] + "." + $parameter["operation"]]`;
	if (detail === undefined) return `={{ ${line} }}`;
	// As it is written: to evaluate an expression fails before the first run, and with it the whole line.
	const value = `String($rawParameter["${detail}"] || "=")`;
	// A value such as toSubAccount, in words.
	const words = `${value}.replace(/(?=[A-Z])/g, " ").toLowerCase()`;
	return `={{ ${line} + (${value}.startsWith("=") ? "" : ", " + ${words}) }}`;
}
