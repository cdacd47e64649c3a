/** Defines the tests of the files that Stryker has copied, without the fuzz tests, which hit at random and take long. */
const { readdirSync } = require('node:fs');
const path = require('node:path');

const folder = path.resolve(__dirname, '../../test');

/** Defines those tests of a mutant's that are in files with such names. */
exports.define = (isChosen) => {
	for (const file of readdirSync(folder, { recursive: true }).sort()) {
		if (!file.endsWith('.test.ts') || file.endsWith('.fuzz.test.ts') || !isChosen(file)) continue;
		// To load all of them takes longer than to run those that reach a mutant.
		if (!(globalThis.wantedTests ?? file).includes(file)) continue;
		describe(file, () => {
			require(path.join(folder, file));
		});
	}
};
