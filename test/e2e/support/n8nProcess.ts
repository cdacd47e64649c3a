import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playgroundRoot, type Folders } from '../../../playground/src/support/folders';
import { lastLines, spawnN8n } from '../../../playground/src/n8n/n8n';
import { n8nIn, pinnedN8n, type N8nVersion } from '../../../playground/src/n8n/n8nVersion';
import type { PlaygroundError } from '../../../playground/src/support/playgroundError';
import { waitFor } from '../../../playground/src/support/waitFor';

export type { N8nVersion } from '../../../playground/src/n8n/n8nVersion';

/** The last n8n of major version 1. */
export const n8n1: N8nVersion = n8nIn(join(playgroundRoot, 'n8n1'));
/** The playground's n8n. */
export const n8n2: N8nVersion = pinnedN8n;

/**
 * Without a pool, all executions of n8n 1 share one connection to SQLite. Their transactions get mixed up, and can stay open:
 * nothing is saved any more. n8n 2 always has one.
 */
export const sqlitePool = { DB_SQLITE_POOL_SIZE: '4' };

export interface N8nStart {
	version: N8nVersion;
	folders: Folders;
	/** Where it listens on 127.0.0.1; a worker serves its health there. */
	port: number;
	brokerPort: number;
	/** Default `start`. */
	command?: 'start' | 'worker' | 'webhook';
	/** Settings besides those of `n8nEnvironment`, or instead of them. */
	env?: Record<string, string>;
	/** What follows the command. */
	args?: string[];
}

export interface N8nProcess {
	url: string;
	pid: number;
	/** The last lines of its log. */
	tail: () => string;
	/** All of its log, over restarts too. */
	log: () => string;
	/** Whether it has said that its editor is there, which only a main process does. */
	hasStarted: () => boolean;
	/** Why it runs no longer; `undefined` while it runs. */
	ended: () => PlaygroundError | undefined;
	/** Asks it to end, and waits until it has. May be called more than once. */
	stop: () => Promise<void>;
	/** Sends SIGKILL to it and to everything it started, and waits until nothing of it is left. */
	kill: () => Promise<void>;
}

/** A worker has no server but the one that tells its health, and that only if asked to. */
const workerHealth = (port: number): Record<string, string> => ({
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	QUEUE_HEALTH_CHECK_PORT: String(port),
	N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
});

function groupIsGone(pid: number): boolean {
	try {
		process.kill(-pid, 0);
		return false;
	} catch {
		return true;
	}
}

/**
 * Starts one process of n8n; it need not be ready when this returns (`waitUntilReady`). Its log stands in
 * `folders.logs` under its command and port, and one started again there appends to it.
 */
export function spawnN8nProcess(start: N8nStart): N8nProcess {
	const { version, folders, port, brokerPort, command = 'start', env = {}, args = [] } = start;
	const logFile = join(folders.logs, `${command}-${port}.log`);
	const log = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
	const earlier = log().length;
	const running = spawnN8n(
		folders,
		{ n8n: port, broker: brokerPort },
		{
			version,
			command: [command, ...args],
			env: { ...(command === 'worker' ? workerHealth(port) : {}), ...env },
			logFile,
			appends: true,
		},
	);
	const kill = async (): Promise<void> => {
		// Without a process there is no group; and 0 would mean our own.
		if (running.pid === 0) return;
		if (!groupIsGone(running.pid)) process.kill(-running.pid, 'SIGKILL');
		await running.whenEnded;
		await waitFor('n8n being gone after SIGKILL', async () => (groupIsGone(running.pid) ? true : undefined), {
			seconds: 20,
			everyMs: 10,
		});
		await running.stop();
	};
	return {
		url: running.url,
		pid: running.pid,
		tail: () => lastLines(logFile),
		log,
		hasStarted: () => log().slice(earlier).includes('Editor is now accessible'),
		ended: running.ended,
		stop: running.stop,
		kill,
	};
}
