import { execFileSync } from 'node:child_process';
import { n8n1, n8n2, type N8nVersion } from '../support/n8nProcess';

/** Prints a line for each of n8n's nodes that can't be loaded; the last one counts all of them. */
const script = `
const { dirname, join } = require('node:path');
const { createRequire } = require('node:module');
const { realpathSync } = require('node:fs');
const load = createRequire(realpathSync(process.argv[1]));
let nodes = 0;
for (const name of ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']) {
	const manifest = load.resolve(name + '/package.json');
	for (const file of load(manifest).n8n.nodes) {
		nodes += 1;
		try {
			load(join(dirname(manifest), file));
		} catch (error) {
			console.log(file + ': ' + String(error.message).split('\\n')[0]);
		}
	}
}
console.log(nodes);
process.exit(0);
`;

/** People use n8n's own nodes around ours: what is installed with a version must be all that they need. */
describe.each<N8nVersion>([n8n2, n8n1])('n8n $name', ({ node, entry }) => {
	it('loads every node of its own', () => {
		const lines = execFileSync(node, ['-e', script, entry], { encoding: 'utf8' }).trim().split('\n');
		expect(lines.slice(0, -1)).toEqual([]);
		expect(Number(lines.at(-1))).toBeGreaterThan(500);
	}, 120_000);
});
