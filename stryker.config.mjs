/** How Stryker runs, for all targets. What was found is remembered in `.stryker-tmp/`: a second run tests only what changed. */
export const strykerFor = (target, { mutate, copied, least }) => ({
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	// Two files require all tests, which Stryker cannot follow.
	jest: { projectType: 'custom', configFile: 'tools/mutation/jest.config.js', enableFindRelatedTests: false },
	packageManager: 'npm',
	mutate,
	// What is copied. The tests among it run.
	ignorePatterns: [
		'**',
		...[
			'{protocol,nodes,credentials}/**',
			'!nodes/**/*.node.json',
			'tools/{mutation,jest}/**',
			'jest.config.js',
			'tsconfig*.json',
			'package.json',
			'test/{support,wire}/**',
			'playground/src/support/{json,folders}.ts',
			'test/protocol/helpers.ts',
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

/** The pure layer, with the contract fixtures: `npm run mutate:protocol`, or a folder of it, `npm run mutate:protocol -- --mutate 'protocol/sms/**'`. */
export default strykerFor('protocol', {
	mutate: ['protocol/**/*.ts'],
	copied: ['test/protocol/**', 'test/contract/nodes.wire.test.ts'],
	least: 92,
});
