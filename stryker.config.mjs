/**
 * Mutation testing of the pure layer: `npm run mutate`, or a folder of it, `npm run mutate -- --mutate 'protocol/sms/**'`.
 * What was found is remembered in `.stryker-tmp/`: a second run tests only what has changed since.
 */
export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	// One file requires all tests, which Stryker cannot follow.
	jest: { projectType: 'custom', configFile: 'jest.mutation.config.js', enableFindRelatedTests: false },
	packageManager: 'npm',
	mutate: ['protocol/**/*.ts'],
	// What is copied, and so what the tests can see.
	ignorePatterns: [
		'**',
		'!protocol/**',
		'!test/protocol/**',
		'!tools/mutation/**',
		'!jest*.config.js',
		'!tsconfig*.json',
		'!package.json',
	],
	disableTypeChecks: '{protocol,test}/**/*.ts',
	coverageAnalysis: 'perTest',
	// Tables and patterns that are made when a file is loaded: a fifth of the mutants, but each takes all tests.
	ignoreStatic: true,
	concurrency: 1,
	incremental: true,
	incrementalFile: '.stryker-tmp/incremental.json',
	tempDirName: '.stryker-tmp',
	reporters: ['clear-text', 'progress-append-only', 'json'],
	jsonReporter: { fileName: '.stryker-tmp/mutation.json' },
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	// Of the whole; a folder alone may have less.
	thresholds: { high: 95, low: 93, break: 92 },
};
