/** How Stryker runs, for both targets. What was found is remembered in `.stryker-tmp/`: a second run tests only what changed. */
export const strykerFor = (target, { mutate, copied, least, jestConfig = 'jest.mutation.config.js' }) => ({
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	// One file requires all tests, which Stryker cannot follow.
	jest: { projectType: 'custom', configFile: jestConfig, enableFindRelatedTests: false },
	packageManager: 'npm',
	mutate,
	// What is copied, and so which tests run.
	ignorePatterns: [
		'**',
		...[
			'protocol/**',
			'tools/mutation/**',
			'jest*.config.js',
			'tsconfig*.json',
			'package.json',
			...copied,
		].map((pattern) => `!${pattern}`),
	],
	disableTypeChecks: '{nodes,protocol,test}/**/*.ts',
	coverageAnalysis: 'perTest',
	// Tables and patterns that are made when a file is loaded: a fifth of the mutants, but each takes all tests.
	ignoreStatic: true,
	// A mutant may leave a rejection that nobody handles: it must not end the process, which takes seconds to start.
	testRunnerNodeArgs: ['--unhandled-rejections=warn'],
	concurrency: 1,
	incremental: true,
	incrementalFile: `.stryker-tmp/${target}.incremental.json`,
	tempDirName: `.stryker-tmp/${target}`,
	reporters: ['clear-text', 'progress-append-only', 'json'],
	jsonReporter: { fileName: `.stryker-tmp/${target}.json` },
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	// Of the whole; a folder alone may have less.
	thresholds: { high: least + 3, low: least + 1, break: least },
});

/** The pure layer: `npm run mutate:protocol`, or a folder of it, `npm run mutate:protocol -- --mutate 'protocol/sms/**'`. */
export default strykerFor('protocol', {
	mutate: ['protocol/**/*.ts'],
	copied: ['test/protocol/**'],
	least: 92,
});
