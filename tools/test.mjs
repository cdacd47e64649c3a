/**
 * `npm test`: checks that don't depend on each other, two at a time, on two cores. The output of each is printed when it
 * ends, and the times of all at the end. Exits with 1 when one of them failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { env, stdout } from 'node:process';

/** Each list runs in its order, beside the others; the longest first. */
const lists = [['test:unit'], ['lint', 'typecheck', 'gates']];

/** Tests make and drop many objects: with more room for new ones, they take a twentieth less time. */
const roomForNew = '--max-semi-space-size=64';

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(0).padStart(4)} s`;
const lines = [];

async function run(script) {
	const began = performance.now();
	const child = spawn(`npm run --silent ${script}`, {
		shell: true,
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...(stdout.isTTY && { FORCE_COLOR: '1' }), NODE_OPTIONS: roomForNew, ...env },
	});
	const output = [];
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
	const [code] = await once(child, 'close');
	stdout.write(`\n> ${script}\n\n${Buffer.concat(output)}`);
	lines.push(`${seconds(began)}  ${code === 0 ? 'passed' : 'FAILED'}  ${script}`);
	return code === 0;
}

async function runInOrder(scripts) {
	const passed = [];
	for (const script of scripts) passed.push(await run(script));
	return passed.every(Boolean);
}

const began = performance.now();
const passed = await Promise.all(lists.map(runInOrder));
stdout.write(`\n${[...lines, `${seconds(began)}  in all`].join('\n')}\n`);
process.exitCode = passed.every(Boolean) ? 0 : 1;
