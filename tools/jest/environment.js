/**
 * Runs test files in the worker's own realm, so that they can share the packages which `runtime.js` loads once.
 * Files listed in `ownRealm` of jest.config.js have jest's own environment, and packages of their own.
 */
const path = require('node:path');
const { TestEnvironment } = require('./installed.js')(
	'jest',
	'@jest/core',
	'jest-config',
	'jest-environment-node',
);
const { ModuleMocker } = require('./installed.js')('jest', '@jest/core', 'jest-runtime', 'jest-mock');
const { ModernFakeTimers } = require('./installed.js')(
	'jest',
	'@jest/core',
	'jest-runtime',
	'@jest/fake-timers',
);

// Properties draw the same values each time, so that the result depends on the code alone. Each night has a seed of its own.
require('fast-check').configureGlobal({ seed: Number(process.env.SMSBOX_SEED ?? 1) });

// Without it, `fetch` runs on the undici inside Node.js 20, whose timers throw if they outlive their connection:
// whichever test is running then fails.
const { Agent, setGlobalDispatcher } = require('undici');
setGlobalDispatcher(new Agent());

class SharedRealm {
	sharesPackages = true;
	global = globalThis;
	fakeTimers = null;
	#before = { console, exit: process.exit, env: { ...process.env } };

	constructor({ projectConfig }) {
		this.moduleMocker = new ModuleMocker(globalThis);
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
	}

	async setup() {}

	/** What a file changed in the realm is no business of the next one's. */
	async teardown() {
		this.fakeTimersModern.dispose();
		const { console, exit, env } = this.#before;
		Object.assign(globalThis, { console });
		process.exit = exit;
		for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
		Object.assign(process.env, env);
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	/** Only asked whether there is one: `runtime.js` runs the code in this realm. */
	getVmContext() {
		return globalThis;
	}
}

/** jest calls it with `new`, and takes the environment that it returns. */
module.exports = function environmentOf(config, context) {
	const { ownRealm } = config.projectConfig.testEnvironmentOptions;
	const isOwn = ownRealm.some((file) => context.testPath.endsWith(path.normalize(`/${file}`)));
	return isOwn ? new TestEnvironment(config, context) : new SharedRealm(config);
};
module.exports.SharedRealm = SharedRealm;
