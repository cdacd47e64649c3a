/** What the nodes' descriptions say of their operations, fields and options, and the words that tables have for it. */
import path from 'node:path';
import { descriptions, require, root } from './built.mjs';

const { optionLists } = require(path.join(root, 'dist/nodes/engine/operations/optionLists.js'));

const site = 'https://github.com/n8n-nodes-smsbox/n8n-nodes-smsbox/blob/main/';

/** Fields by which the editor chooses what else it shows. */
const menus = ['resource', 'operation', 'specifyContent'];

/** Whether a property is a list of options. */
export const isOptionList = ({ name }) => optionLists.includes(name);

export const isField = (property) =>
	property.type !== 'notice' && !['resource', 'operation'].includes(property.name) && !isOptionList(property);

/** Fields that every n8n node has need no row. */
export const needsRow = (property) =>
	isField(property) && !['returnAll', 'limit', 'simplify'].includes(property.name);

const isOf = ({ displayOptions: { show = {} } = {} }, resource, operation) =>
	show.resource?.includes(resource) && (operation === undefined || show.operation?.includes(operation));

export const insideOf = ({ options = [] }) =>
	options.flatMap((option) => option.values ?? ('type' in option ? [option] : []));

export const choicesOf = ({ options = [] }) => options.filter((option) => 'value' in option);

/** Two fields that read the same are the same to a reader. */
export const keyOf = (property) =>
	JSON.stringify([property.displayName, property.description, choicesOf(property).map(({ name }) => name)]);

export const withoutDuplicates = (properties) => {
	const keys = properties.map(keyOf);
	return properties.filter((_, index) => keys.indexOf(keys[index]) === index);
};

/** `smsboxSms message.send variables, smsboxSms …`: nodes, with an operation and the name of a field if they have one. */
export const placesIn = (text) =>
	text.split(', ').map((place) => {
		const [name, at = '', field] = place.split(' ');
		const [resource, operation] = at.split('.');
		const node = descriptions.find((description) => description.name === name);
		if (node === undefined) throw new Error(`There is no node ${name}.`);
		return { node, resource, operation, field };
	});

/** The fields of an operation, or those of every operation of a node. */
export const fieldsOf = ({ node, resource, operation }) =>
	node.properties.filter((property) =>
		resource === ''
			? property.displayOptions?.show?.resource === undefined
			: isOf(property, resource, operation),
	);

export const fieldsInside = (place) =>
	insideOf(fieldsOf(place).find(({ name }) => name === place.field) ?? {});

/** The options of an operation, or of all operations of a node, each with the label of its list. */
export const optionsOf = (place) =>
	(place.resource === '' ? place.node.properties : fieldsOf(place))
		.filter(isOptionList)
		.flatMap((list) => insideOf(list).map((option) => ({ ...option, list: list.displayName })));

export const operationsOf = (node, resource) =>
	node.properties
		.filter((property) => property.name === 'operation' && isOf(property, resource))
		.flatMap(choicesOf);

export const operationOf = ({ node, resource, operation }) =>
	operationsOf(node, resource).find(({ value }) => value === operation);

/** The resources of a node, the one that it begins with first. */
export function resourcesOf({ properties }) {
	const field = properties.find(({ name }) => name === 'resource') ?? {};
	const isFirst = ({ value }) => value === field.default;
	const resources = choicesOf(field);
	return [...resources.filter(isFirst), ...resources.filter((resource) => !isFirst(resource))];
}

/** HTML of a description as Markdown, within a cell. */
export const markdown = (html, page) =>
	html
		.replace(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g, (_, url, text) => {
			const target = url.startsWith(site) ? path.relative(path.dirname(page), url.slice(site.length)) : url;
			return `[${text}](${target})`;
		})
		.replace(/(?<![\w`])(%\d%)/g, '`$1`')
		.replace(/\{ "to": .* \}(?=\.)/g, '`$&`')
		.replace(/(?<=a wildcard: )\S+|(?<=trailing )\*/g, '`$&`')
		.replaceAll('|', '\\|');

export const sentence = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** "For _Card_: ", with the choices of another field for which the editor shows this one; nothing if only one has it not. */
export function conditionOf({ displayOptions: { show = {} } = {} }, siblings) {
	const conditions = Object.entries(show).filter(
		([name, values]) => !menus.includes(name) && values.every((value) => typeof value === 'string'),
	);
	const [name, values] = conditions.at(-1) ?? [];
	const field = siblings.find((sibling) => sibling.name === name?.replace(/^\//, ''));
	if (field === undefined) return '';
	const labels = choicesOf(field)
		.filter(({ value }) => values.includes(value))
		.map((choice) => `_${choice.name}_`);
	if (labels.length > 2 && labels.length === choicesOf(field).length - 1) return '';
	return `For ${labels.join(', ').replace(/, ([^,]*)$/, ' or $1')}: `;
}

/** The choices of a field with their descriptions. The many statuses have tables of their own, and days need no words. */
export function choicesText(property) {
	const choices = choicesOf(property);
	if (choices.length > 12 || choices.every(({ description }) => description === undefined)) return '';
	const defaults = [property.default].flat();
	const isDefault = ({ value }) => (defaults.includes(value) ? ' (default)' : '');
	return choices
		.map((choice) => ` _${choice.name}_${isDefault(choice)}: ${sentence(choice.description)}`)
		.join('');
}
