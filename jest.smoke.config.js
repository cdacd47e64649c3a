/** The nodes in a real, pinned n8n: what only it can show. Slow, so one file after the other. */
module.exports = {
	...require('./jest.config.js'),
	testPathIgnorePatterns: ['/node_modules/'],
	testMatch: ['<rootDir>/test/smoke/**/*.test.ts'],
	maxWorkers: 1,
	testTimeout: 180_000,
};
