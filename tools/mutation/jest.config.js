/** The tests that Stryker has copied, as two files: it reads one project, in an environment that it can extend. */
const path = require('node:path');
const { projects } = require('../../jest.config.js');

module.exports = {
	rootDir: path.join(__dirname, '../..'),
	testEnvironment: path.join(__dirname, 'environment.js'),
	runtime: path.join(__dirname, '../jest/runtime.js'),
	setupFilesAfterEnv: [path.join(__dirname, 'withoutPauses.js')],
	// A mutant that waits for ever costs no more than this.
	testTimeout: 5_000,
	transform: projects[0].transform,
	moduleNameMapper: { '^fast-check$': path.join(__dirname, 'fastCheck.js') },
	testMatch: ['<rootDir>/tools/mutation/*.test.js'],
	testSequencer: path.join(__dirname, 'sequencer.js'),
};
