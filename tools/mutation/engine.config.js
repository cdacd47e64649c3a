/** The tests of the engine's mutation run: with n8n's engine, which `runtime.js` loads once. */
const path = require('node:path');
const { projects } = require('../../jest.config.js');

module.exports = {
	rootDir: path.join(__dirname, '../..'),
	testEnvironment: path.join(__dirname, 'engineEnvironment.js'),
	runtime: path.join(__dirname, '../jest/runtime.js'),
	setupFilesAfterEnv: [path.join(__dirname, 'withoutPauses.js')],
	// A mutant that waits for ever costs no more than this.
	testTimeout: 5_000,
	transform: projects[0].transform,
	testMatch: ['<rootDir>/tools/mutation/all.test.js'],
};
