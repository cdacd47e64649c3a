/** A node's operations and fields, read out of its description alone. */
import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
} from 'n8n-workflow';
import { optionLists } from '../../nodes/engine/operations/optionLists';

export interface DescribedOperation {
	/** The node's name, the resource's and the operation's value: `smsboxSms: message.send`. */
	title: string;
	node: string;
	resource: string;
	operation: string;
	option: INodePropertyOptions;
}

/** Whether an operation waits: its requests hold a nonce, so no contract fixture shows them (`test/nodes/waiting` does). */
export const waits = ({ operation }: DescribedOperation): boolean => operation === 'sendAndWait';

function isOption(option: object): option is INodePropertyOptions {
	return 'value' in option;
}

/** The choices of a field of type `options` or `multiOptions`. */
export function choicesOf(property: INodeProperties): INodePropertyOptions[] {
	return (property.options ?? []).filter(isOption);
}

/** The values of the choices of a node's field. */
export const choiceValuesOf = (type: INodeType, field: string): Array<string | number | boolean> =>
	type.description.properties
		.filter(({ name }) => name === field)
		.flatMap(choicesOf)
		.map(({ value }) => value);

/** The fields inside a collection or a fixed collection. */
export function insideOf(property: INodeProperties): INodeProperties[] {
	return (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return isOption(option) ? [] : [option];
	});
}

/** The field and all that is inside it, at any depth. */
export function withInside(property: INodeProperties): INodeProperties[] {
	return [property, ...insideOf(property).flatMap(withInside)];
}

function resourcesOf(property: INodeProperties): string[] {
	return (property.displayOptions?.show?.['resource'] ?? []).map(String);
}

type OfResource = Pick<DescribedOperation, 'resource' | 'operation'>;

/** The fields that the editor shows for some operations only, this one among them. */
export const ownFieldsOf = (
	{ description }: INodeType,
	{ resource, operation }: OfResource,
): INodeProperties[] =>
	description.properties.filter(
		({ displayOptions: { show = {} } = {} }) =>
			show['resource']?.includes(resource) === true && show['operation']?.includes(operation) === true,
	);

/** The members of an operation's lists of options. */
export const optionsOf = (type: INodeType, operation: OfResource): INodeProperties[] =>
	ownFieldsOf(type, operation)
		.filter(({ name }) => optionLists.includes(name))
		.flatMap(insideOf);

/** All operations, as the two dropdowns offer them. */
export function operationsOf({ description }: INodeType): DescribedOperation[] {
	return description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap((property) =>
			resourcesOf(property).flatMap((resource) =>
				choicesOf(property).map((option) => {
					const operation = String(option.value);
					const title = `${description.name}: ${resource}.${operation}`;
					return { title, node: description.name, resource, operation, option };
				}),
			),
		);
}

/** Whether the editor shows a field when the others hold these values. */
export function isShown(type: INodeType, property: INodeProperties, parameters: INodeParameters): boolean {
	const node: Pick<INode, 'typeVersion'> = { typeVersion: 1 };
	return NodeHelpers.displayParameter(parameters, property, node, type.description);
}

/** The operations that send to people, each of which has a dry run. */
export function sendingOperations(type: INodeType): DescribedOperation[] {
	const lists = type.description.properties.filter(({ name }) => optionLists.includes(name));
	const hasDryRun = (list: INodeProperties): boolean => insideOf(list).some(({ name }) => name === 'dryRun');
	return operationsOf(type).filter(({ resource, operation }) =>
		lists.some((list) => hasDryRun(list) && isShown(type, list, { resource, operation })),
	);
}

const BOOLEANS = [true, false];

function valuesOf(property: INodeProperties): Array<string | number | boolean> {
	if (property.type === 'boolean') return BOOLEANS;
	return choicesOf(property).map(({ value }) => value);
}

/**
 * Every state that the fields of an operation can be in, as far as other fields depend on them: one for each
 * combination of the choices that some `displayOptions` asks about.
 */
export function statesOf(type: INodeType, { resource, operation }: DescribedOperation): INodeParameters[] {
	const start: INodeParameters = { resource, operation };
	const own = ownFieldsOf(type, { resource, operation });
	const asked = new Set(
		own.flatMap(({ displayOptions }) => Object.keys({ ...displayOptions?.show, ...displayOptions?.hide })),
	);
	const deciding = own.filter(({ name }) => asked.has(name));
	return deciding.reduce<INodeParameters[]>(
		(states, property) =>
			states.flatMap((state) => valuesOf(property).map((value) => ({ ...state, [property.name]: value }))),
		[start],
	);
}
