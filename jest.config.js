/** Unit, contract and engine tests. The real n8n is tested by jest.smoke.config.js. */
const transform = { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json' }] };

module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/smoke/', '<rootDir>/test/e2e/'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/playground/.data/'],
	// Loading n8n's engine takes seconds on a busy machine.
	testTimeout: 30_000,
	transform,
};
