/**
 * `npm run test:e2e`: jest over the end-to-end tests, three files at a time. `--long` runs the long variants too, `--images`
 * writes the pictures of the documents, `--film` records the film for n8n's reviewers. Everything else goes to jest, e.g.
 * `npm run test:e2e -- test/e2e/matrix -t trigger`.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { argv, env, execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const reporter = fileURLToPath(new URL('e2e/reporter.mjs', import.meta.url));
const sequencer = fileURLToPath(new URL('jest/longestFirst.js', import.meta.url));
/** The environment variables that the tests read, by their switch. */
const switches = {
	'--long': 'SMSBOX_E2E_LONG',
	'--images': 'SMSBOX_E2E_IMAGES',
	'--film': 'SMSBOX_E2E_FILM',
};

const wanted = argv.slice(2);
const chosen = Object.entries(switches).filter(([name]) => wanted.includes(name));
const { status } = spawnSync(
	execPath,
	[
		jest,
		// Each test has ports, folders and processes of its own, and mostly waits for n8n.
		...['--maxWorkers', '3', '--testSequencer', sequencer],
		// A list takes all words up to the next option, so a switch comes last.
		...['--selectProjects', 'e2e', '--reporters', 'default', '--reporters', reporter, '--no-watchman'],
		...wanted.filter((word) => !(word in switches)),
	],
	{
		cwd: root,
		stdio: 'inherit',
		env: { ...env, ...Object.fromEntries(chosen.map(([, name]) => [name, '1'])) },
	},
);
exit(status ?? 1);
