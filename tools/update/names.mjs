/**
 * The names that saved workflows depend on, one a line: nodes and their versions, webhook paths, parameters with their
 * type and default (n8n does not save a parameter that has its default), and the values that can be chosen.
 * `test/package/names.txt` records them. Needs a build.
 *
 * `node tools/update/names.mjs` prints them, `npm run update:names` writes them there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { argv, stdout } from 'node:process';

const root = path.resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

/** `dist/nodes/SmsboxSms/SmsboxSms.node.js` exports the class `SmsboxSms`. */
function instanceOf(file) {
	const Class = require(path.join(root, file))[path.basename(file).split('.')[0]];
	return new Class();
}

/** Where a parameter is shown: `message.send`; nothing where it always is. */
function placeOf({ displayOptions: { show = {} } = {} }) {
	const { resource = [], operation = [], '@version': versions } = show;
	const place = [resource.join('|'), operation.join('|')].filter(Boolean).join('.');
	return [place, versions && `@version ${JSON.stringify(versions)}`].filter(Boolean).join(' ');
}

/** A parameter, the values that it can have, and what is inside it. */
function linesOf(property, before) {
	const name = `${before}${property.name}`;
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

const { n8n } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const ofNodes = n8n.nodes.flatMap((file) => {
	const { name, version, properties, webhooks = [], outputs } = instanceOf(file).description;
	return [
		...[version].flat().map((one) => `${name} version ${one}`),
		`${name} outputs ${JSON.stringify(outputs)}`,
		...webhooks.map((webhook) => `${name} webhook ${webhook.httpMethod} ${webhook.path}`),
		...namesOf(properties, name),
	];
});
const ofCredentials = n8n.credentials.flatMap((file) => {
	const { name, properties } = instanceOf(file);
	return namesOf(properties, name);
});
const names = [...new Set([...ofNodes, ...ofCredentials])]
	.sort()
	.map((line) => `${line}\n`)
	.join('');

if (argv[2] === '--record') writeFileSync(path.join(root, 'test/package/names.txt'), names);
else stdout.write(names);
