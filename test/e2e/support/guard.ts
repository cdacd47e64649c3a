import { spawn } from 'node:child_process';

/**
 * Has a process end when this one is gone, however it ended: then a pipe breaks that somebody else reads. A handler of
 * `exit` would not do, as a killed jest runs none. SIGINT is what PostgreSQL, Redis, nginx and Caddy take for "now";
 * a process that was stopped has to go on to notice it.
 * @returns lets the process be; to be called when it has ended
 */
export function endWithUs(pid: number): () => void {
	const guard = spawn('sh', ['-c', `read _; kill -INT ${pid}; kill -CONT ${pid}`], {
		// In a group of its own, as Ctrl-C must not end it before the others.
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	return () => void guard.kill('SIGKILL');
}
