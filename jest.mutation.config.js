/** The tests that Stryker has copied, as one file. */
const { transform, testEnvironment } = require('./jest.config.js');

module.exports = {
	testEnvironment,
	// A mutant that waits for ever costs no more than this.
	testTimeout: 3_000,
	transform,
	testMatch: ['<rootDir>/tools/mutation/all.test.js'],
	moduleNameMapper: { '^fast-check$': '<rootDir>/tools/mutation/fastCheck.js' },
};
