/**
 * Loads an unpacked package as n8n does, every file of it, and prints what n8n would see as JSON.
 * A process of its own, so that nothing of the repository is found by accident. Argument: the package's folder.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.resolve(process.argv[2] ?? '');
const require = createRequire(path.join(folder, 'package.json'));
const { n8n } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** `dist/nodes/SmsboxSms/SmsboxSms.node.js` exports the class `SmsboxSms`. */
const instance = (file) => {
	const loaded = require(path.join(folder, file));
	const Class = loaded[path.basename(file).split('.')[0]];
	return new Class();
};

/** Icons as file names beside the class, and whether they are shipped. */
const icons = (file, icon) =>
	Object.entries(typeof icon === 'string' ? { light: icon, dark: icon } : icon).map(([theme, name]) => ({
		theme,
		name,
		shipped: existsSync(path.join(folder, path.dirname(file), name.replace(/^file:/, ''))),
	}));

const everyScript = readdirSync(folder, { recursive: true })
	.map(String)
	.filter((file) => file.endsWith('.js'));
for (const file of everyScript) require(path.join(folder, file));

const nodes = n8n.nodes.map((file) => {
	const node = instance(file);
	const { name, version, usableAsTool = false, group, credentials = [], icon } = node.description;
	const tested = credentials.every(
		({ testedBy }) => typeof node.methods?.credentialTest?.[testedBy] === 'function',
	);
	return {
		file,
		name,
		version,
		usableAsTool,
		trigger: group.includes('trigger'),
		credentials: credentials.map((credential) => credential.name),
		tested,
		icons: icons(file, icon),
	};
});
const credentials = n8n.credentials.map((file) => {
	const { name, icon } = instance(file);
	return { file, name, icons: icons(file, icon) };
});
process.stdout.write(JSON.stringify({ scripts: everyScript.length, nodes, credentials }));
