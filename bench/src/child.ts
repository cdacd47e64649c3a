import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pinnedN8n } from '../../playground/dist/n8n/n8nVersion';
import { childrenFolder } from './folders';

/** Runs a script of `bench/children` to its end, in a new process of n8n's Node.js. Gives what it printed. */
export async function runChild(script: string, ...values: string[]): Promise<string> {
	const file = join(childrenFolder, script);
	const { stdout } = await promisify(execFile)(pinnedN8n.node, ['--expose-gc', file, ...values]);
	return stdout;
}
