/**
 * `npm run soak -- --minutes 6`: a steady mixture of traffic in a real n8n, an hour unless told otherwise. Prints the
 * figures as a table, and fails where one of them misses its goal.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { env, execPath, exit, stderr } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
if (!(Number(values.minutes) > 0)) {
	stderr.write('Use a number of minutes: npm run soak -- --minutes 60\n');
	exit(2);
}
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const reporter = fileURLToPath(new URL('e2e/reporter.mjs', import.meta.url));
const { status } = spawnSync(
	execPath,
	[jest, '--selectProjects', 'soak', '--runInBand', '--reporters', 'default', '--reporters', reporter],
	{
		cwd: fileURLToPath(new URL('..', import.meta.url)),
		stdio: 'inherit',
		env: { ...env, SMSBOX_SOAK_MINUTES: values.minutes },
	},
);
exit(status ?? 1);
