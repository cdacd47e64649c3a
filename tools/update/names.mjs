/**
 * The names that saved workflows depend on, one a line: nodes and their versions, webhook paths, parameters with their
 * type and default (n8n does not save a parameter that has its default), and the values that can be chosen.
 */
import { credentials, descriptions } from './built.mjs';

/** Where a parameter is shown: `message.send`; nothing where it always is. */
function placeOf({ displayOptions: { show = {} } = {} }) {
	const { resource = [], operation = [], '@version': versions } = show;
	const place = [resource.join('|'), operation.join('|')].filter(Boolean).join('.');
	return [place, versions && `@version ${JSON.stringify(versions)}`].filter(Boolean).join(' ');
}

/** A parameter, the values that it can have, and what is inside it. */
function linesOf(property, prefix) {
	const name = `${prefix}${property.name}`;
	const inside = (property.options ?? []).flatMap((option) => {
		if (option.values) return option.values.flatMap((field) => linesOf(field, `${name}.${option.name}.`));
		return 'type' in option ? linesOf(option, `${name}.`) : [`${name}: ${JSON.stringify(option.value)}`];
	});
	const modes = (property.modes ?? []).map((mode) => `${name}: mode ${mode.name}`);
	return [`${name} (${property.type}) = ${JSON.stringify(property.default)}`, ...modes, ...inside];
}

function namesOf(properties, owner) {
	return properties
		.filter(({ type }) => type !== 'notice')
		.flatMap((property) => linesOf(property, `${[owner, placeOf(property)].filter(Boolean).join(' ')} `));
}

export function names() {
	const ofNodes = descriptions.flatMap(({ name, version, properties, webhooks = [], outputs }) => [
		...[version].flat().map((number) => `${name} version ${number}`),
		`${name} outputs ${JSON.stringify(outputs)}`,
		...webhooks.map((webhook) => `${name} webhook ${webhook.httpMethod} ${webhook.path}`),
		...namesOf(properties, name),
	]);
	const ofCredentials = credentials.flatMap(({ name, properties }) => namesOf(properties, name));
	return [...new Set([...ofNodes, ...ofCredentials])].sort();
}
