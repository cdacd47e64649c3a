/**
 * Loads installed packages once per worker instead of once per test file: n8n's engine alone is 1,700 modules.
 * The repository's own modules are loaded anew for each file, as jest always does.
 */
const { createRequire } = require('node:module');
const path = require('node:path');
const { default: Runtime } = require('./installed.js')('jest', '@jest/core', 'jest-runtime');

const INSTALLED = `${path.sep}node_modules${path.sep}`;

/** The installed file that a module means, if it means one. */
function installedFile(from, name) {
	if (name.startsWith('.') || name.startsWith('node:') || name.startsWith('@jest/')) return undefined;
	try {
		const file = createRequire(from).resolve(name);
		return file.includes(INSTALLED) ? file : undefined;
	} catch {
		return undefined;
	}
}

module.exports = class SharedPackages extends Runtime {
	requireModuleOrMock(from, name) {
		const isMapped = this._config.moduleNameMapper.some(([pattern]) => new RegExp(pattern).test(name));
		const file = this._environment.sharesPackages && !isMapped && installedFile(from, name);
		return file ? require(file) : super.requireModuleOrMock(from, name);
	}

	createScriptFromCode(source, filename) {
		const script = super.createScriptFromCode(source, filename);
		if (!this._environment.sharesPackages || !script) return script;
		return { runInContext: (_context, options) => script.runInThisContext(options) };
	}
};
