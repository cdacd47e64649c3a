import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Runs `worker.ts` in a process of its own.
 *
 * @param folder of the compiled files
 * @param given its arguments
 * @param hear what to do with its messages
 */
export async function runWorker(
	folder: string,
	given: readonly number[],
	env: NodeJS.ProcessEnv,
	hear: (message: unknown) => void,
): Promise<void> {
	const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
	const child = fork(join(folder, 'worker.js'), given.map(String), { env, stdio: [...stdio] });
	child.on('message', hear);
	// Its last message may come after its exit.
	const [[code]]: [unknown[], unknown] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
	if (code !== 0) throw new Error(`A process ended with ${String(code)}`);
}
