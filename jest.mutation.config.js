/** The tests of the pure layer alone, as Stryker takes them. */
const { transform, testEnvironment, testTimeout } = require('./jest.config.js');

module.exports = {
	testEnvironment,
	testTimeout,
	transform,
	roots: ['<rootDir>/protocol', '<rootDir>/test/protocol', '<rootDir>/tools/mutation'],
	testMatch: ['<rootDir>/tools/mutation/all.test.js'],
	moduleNameMapper: { '^fast-check$': '<rootDir>/tools/mutation/fastCheck.js' },
};
