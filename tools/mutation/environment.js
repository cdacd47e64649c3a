/**
 * Ends with the first test that fails, which is all that Stryker needs: jest itself goes on to the end of a file. Tells
 * `all.test.js` which tests are to run.
 */
const { TestEnvironment } = require('../../node_modules/.pnpm/node_modules/jest-environment-node');

const endingEarly = (Environment) =>
	class extends Environment {
		hasFailed = false;

		handleTestEvent({ name, test, testNamePattern }) {
			if (name === 'setup') this.global.wantedTests = testNamePattern?.replaceAll('\\', '');
			if (name === 'test_done') this.hasFailed ||= test.errors.length > 0;
			if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
		}
	};

module.exports = endingEarly(TestEnvironment);
module.exports.endingEarly = endingEarly;
