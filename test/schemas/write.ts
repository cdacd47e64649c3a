/** Not a test: `npm run update:schemas` runs it where the tests' harness is. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { described, nodesFolder, schemaFilesThere } from './files';
import { derivedText, outputsOf } from './outputs';

it.each(described)('$title', async (one) => {
	const file = path.join(nodesFolder, one.file);
	const text = derivedText(await outputsOf(one));
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, text);
});

it('removes what nothing describes any more', () => {
	const wanted = new Set(described.map(({ file }) => file));
	for (const file of schemaFilesThere().filter((there) => !wanted.has(there)))
		rmSync(path.join(nodesFolder, file));
});
