/**
 * All tests that Stryker has copied as one file: it runs those that reach a mutant by their names, and a file less to load
 * for each of thousands of mutants makes the difference. Without the fuzz tests, which hit at random and take long.
 */
const { readdirSync } = require('node:fs');
const path = require('node:path');

const folder = path.resolve(__dirname, '../../test');

for (const file of readdirSync(folder, { recursive: true }).sort()) {
	if (!file.endsWith('.test.ts') || file.endsWith('.fuzz.test.ts')) continue;
	// To load all of them takes longer than to run those that reach a mutant.
	if (!(globalThis.wantedTests ?? file).includes(file)) continue;
	describe(file, () => {
		require(path.join(folder, file));
	});
}
