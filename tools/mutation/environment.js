/**
 * The unit tests' own environment, in which n8n's engine is loaded once for all mutants. Ends with the first test that fails,
 * which is all that Stryker needs: jest itself goes on to the end of a file, and to the next one. Tells the files which tests
 * are to run.
 */
const path = require('node:path');
const { SharedRealm } = require('../jest/environment.js');

module.exports = class extends SharedRealm {
	constructor(config, context) {
		super(config, context);
		// The next mutant begins with the first file.
		if (path.basename(context.testPath).startsWith('1-')) this.global.isFound = false;
	}

	handleTestEvent({ name, test, testNamePattern }) {
		const { global } = this;
		if (name === 'setup') global.wantedTests = testNamePattern?.replaceAll('\\', '');
		if (name === 'test_done') global.isFound ||= test.errors.length > 0;
		if (name === 'test_start' && global.isFound) test.mode = 'skip';
	}
};
