/**
 * Writes the output schemas: what n8n's editor shows of an operation before its first run. They are made of what comes
 * out of the nodes, in the tests' bed, so jest runs it.
 *
 * `node tools/schemas.mjs`
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const { status } = spawnSync(
	execPath,
	[jest, '--config', 'jest.config.js', '--testMatch', '**/test/schemas/write.ts'],
	{ cwd: root, stdio: 'inherit' },
);
exit(status ?? 1);
