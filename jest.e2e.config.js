/** The nodes end to end: two major versions of n8n, queue mode, faults, a browser. One file after the other. */
module.exports = {
	...require('./jest.config.js'),
	testPathIgnorePatterns: ['/node_modules/'],
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	maxWorkers: 1,
	testTimeout: 600_000,
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
	reporters: ['default', '<rootDir>/tools/e2e/reporter.mjs'],
};
