/**
 * The unit tests' own environment, in which n8n's engine is loaded once for all mutants. Ends with the first test that fails,
 * which is all that Stryker needs: jest itself goes on to the end of a file. Tells `all.test.js` which tests are to run.
 */
const { SharedRealm } = require('../jest/environment.js');

module.exports = class extends SharedRealm {
	hasFailed = false;

	handleTestEvent({ name, test, testNamePattern }) {
		if (name === 'setup') this.global.wantedTests = testNamePattern?.replaceAll('\\', '');
		if (name === 'test_done') this.hasFailed ||= test.errors.length > 0;
		if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
	}
};
