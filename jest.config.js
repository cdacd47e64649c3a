/** `npx jest test/protocol` runs a folder, `npx jest --selectProjects unit` all but the slow ones. */
const common = {
	roots: ['<rootDir>/test'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/playground/.data/'],
	// Without a check of types, which `npm run typecheck` does once: tsconfig.base.json has isolatedModules.
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json' }] },
};

const unit = {
	...common,
	displayName: 'unit',
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/smoke/', '<rootDir>/test/e2e/'],
	testEnvironment: '<rootDir>/tools/jest/environment.js',
	testEnvironmentOptions: {
		// Sets what n8n's engine reads when it loads.
		ownRealm: ['test/nodes/engine/ssrfProtection.test.ts'],
	},
	runtime: '<rootDir>/tools/jest/runtime.js',
};

/** The playground's own start, which needs the build and an installed n8n. */
const smoke = {
	...common,
	displayName: 'smoke',
	testMatch: ['<rootDir>/test/smoke/**/*.test.ts'],
	setupFilesAfterEnv: ['<rootDir>/tools/jest/realN8n.js'],
};

/** The nodes end to end, and what only a real n8n can show: two major versions, queue mode, faults, a browser. */
const e2e = {
	...common,
	displayName: 'e2e',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	setupFilesAfterEnv: ['<rootDir>/tools/jest/realN8n.js'],
	globalSetup: '<rootDir>/test/e2e/support/globalSetup.ts',
};

/** An hour of traffic in a real n8n: only by `npm run soak`, which names the minutes. Its pure parts are unit tests. */
const soak = {
	...common,
	displayName: 'soak',
	testMatch: ['<rootDir>/test/soak/*.soak.ts'],
};

module.exports = {
	projects: [unit, smoke, e2e, ...(process.env.SMSBOX_SOAK_MINUTES === undefined ? [] : [soak])],
	maxWorkers: 2,
	// Loading n8n's engine takes seconds on a busy machine.
	testTimeout: 120_000,
};
