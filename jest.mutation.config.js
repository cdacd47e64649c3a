/** The tests that Stryker has copied, as one file: it reads one project, in an environment that it can extend. */
const { projects } = require('./jest.config.js');

module.exports = {
	testEnvironment: require.resolve('./tools/mutation/environment.js'),
	// A mutant that waits for ever costs no more than this.
	testTimeout: 1_000,
	transform: projects[0].transform,
	testMatch: ['<rootDir>/tools/mutation/all.test.js'],
	moduleNameMapper: { '^fast-check$': '<rootDir>/tools/mutation/fastCheck.js' },
};
