/** All that a node says to those who fill it in, each with where it stands. */
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { choicesOf, insideOf } from './registry';

export interface Field {
	/** The way to it, by labels. */
	where: string;
	property: INodeProperties;
}

export interface Choice {
	where: string;
	option: INodePropertyOptions;
}

export interface Text {
	where: string;
	text: string;
}

function fieldsIn(property: INodeProperties, path: string): Field[] {
	const where = `${path} > ${property.displayName}`;
	return [{ where, property }, ...insideOf(property).flatMap((inside) => fieldsIn(inside, where))];
}

/** Every field at any depth, once where it is the same for several operations. */
export function fieldsOf(title: string, properties: readonly INodeProperties[]): Field[] {
	const known = new Set<string>();
	return properties.flatMap((property) => {
		const key = JSON.stringify({ ...property, displayOptions: undefined });
		if (known.has(key)) return [];
		known.add(key);
		return fieldsIn(property, title);
	});
}

/** Every choice of the dropdowns. */
export const choicesIn = (fields: readonly Field[]): Choice[] =>
	fields.flatMap(({ where, property }) =>
		choicesOf(property).map((option) => ({ where: `${where} > ${option.name}`, option })),
	);

function textsOfField({ where, property }: Field): Text[] {
	const modes = (property.modes ?? []).flatMap(({ displayName, placeholder, hint }) => [
		displayName,
		placeholder,
		hint,
	]);
	const { displayName, description, placeholder, hint } = property;
	const groups = (property.options ?? []).flatMap((option) =>
		'values' in option ? [option.displayName] : [],
	);
	return [displayName, description, placeholder, hint, ...modes, ...groups].flatMap((text) =>
		text === undefined || text === '' ? [] : [{ where, text }],
	);
}

const textsOfChoice = ({ where, option: { name, description, action } }: Choice): Text[] =>
	[name, description, action].flatMap((text) => (text === undefined ? [] : [{ where, text }]));

/** Every text in quotes inside an object of n8n's, such as a trigger's panel. */
function textsInside(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsInside) : [];
}

/** Every text of a list of fields, labels included. */
export function textsOf(fields: readonly Field[]): Text[] {
	return [...fields.flatMap(textsOfField), ...choicesIn(fields).flatMap(textsOfChoice)];
}

/** Every text of a node besides those of its fields. */
export function textsAbout(description: INodeTypeDescription): Text[] {
	const { displayName, hints = [], triggerPanel, activationMessage, eventTriggerDescription } = description;
	return [
		displayName,
		description.description,
		...hints.map(({ message }) => message),
		...textsInside([triggerPanel, activationMessage, eventTriggerDescription]),
	].map((text) => ({ where: displayName, text }));
}

/** A text without the little HTML that n8n shows in notices. */
export const withoutTags = (text: string): string =>
	text
		.replace(/<[^>]*>/g, '')
		.replaceAll('&gt;', '>')
		.trim();
