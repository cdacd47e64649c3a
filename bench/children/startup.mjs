/**
 * Requires the nodes and the credential of the built package. Prints the milliseconds of CPU that it takes beyond
 * n8n-workflow: nothing is waited for, and other work of the machine does not count.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { n8n } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

require('n8n-workflow');
const time = (work) => {
	const began = process.cpuUsage();
	const result = work();
	const { user, system } = process.cpuUsage(began);
	return { result, milliseconds: (user + system) / 1000 };
};
const required = time(() => [...n8n.nodes, ...n8n.credentials].map((file) => require(`../../${file}`)));
const described = time(() => required.result.flatMap(Object.values).map((Type) => new Type()));
console.log(JSON.stringify({ required: required.milliseconds, described: described.milliseconds }));
