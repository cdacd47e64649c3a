import { existsSync } from 'node:fs';
import { n8n1, n8n2 } from './n8nProcess';
import { missingPrograms } from './programs';

/** Says before the first test what of this machine is missing. */
export default function tellWhatIsMissing(): void {
	const notInstalled = [n8n1, n8n2]
		.filter(({ node, entry }) => !existsSync(node) || !existsSync(entry))
		.map(({ name }) => `n8n ${name} is not installed: run npm run setup && npm run setup:e2e.`);
	for (const sentence of [...notInstalled, ...missingPrograms()]) process.stderr.write(`\n${sentence}\n`);
}
