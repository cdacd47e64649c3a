/**
 * Writes the output schemas: what n8n's editor shows of an operation before its first run. They are made of what comes
 * out of the nodes, in the tests' harness, so jest runs it.
 *
 * `npm run update:schemas`
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);
const [unit] = require('../../jest.config.js').projects;
const config = JSON.stringify({
	...unit,
	rootDir: root,
	testMatch: ['**/test/schemas/write.ts'],
	testTimeout: 30_000,
});
const { status } = spawnSync(execPath, [require.resolve('jest/bin/jest'), '--config', config], {
	cwd: root,
	stdio: 'inherit',
});
exit(status ?? 1);
