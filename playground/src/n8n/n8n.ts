import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { n8nEnvironment, type N8nPorts } from './environment';
import { playgroundRoot, type Folders } from '../support/folders';
import { pinnedN8n, type N8nVersion } from './n8nVersion';
import { fetchOnce } from '../support/fetchOnce';
import { messageOf, N8nEnded, PlaygroundError } from '../support/playgroundError';
import { waitFor } from '../support/waitFor';

/** Lines of n8n's log that a failure quotes. */
const tailLines = 40;
/** Seconds that n8n gets to stop by itself. */
const secondsToStop = 12;
/** Seconds until n8n must be ready; the first start builds its database. */
const secondsToStart = 300;

/** Anything may have ended it, such as a lack of memory: this alone says nothing about its data. */
const afterExit =
	'Run `npm start` again. If n8n exits again, `npm start -- --set-aside` starts without the data of earlier starts ' +
	'and keeps it in playground/.data.';

export interface RunningN8n {
	url: string;
	pid: number;
	/** The last lines that n8n wrote. */
	tail: () => string;
	/** Why n8n runs no longer; `undefined` while it runs. */
	ended: () => N8nEnded | undefined;
	/** Resolves when n8n has ended, whoever ended it. */
	whenEnded: Promise<void>;
	/** Stops n8n and everything it started. May be called more than once. */
	stop: () => Promise<void>;
}

/** The guard as plain JavaScript: it is loaded into another process, so only the build has it. */
const guard = join(playgroundRoot, 'dist', 'support', 'guard.js');

/** Sends a signal to a process and to all that it has started, if any of them is left. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid, signal);
	} catch {
		// Nobody of the group is left.
	}
}

/** The last lines of a log file. */
export function lastLines(file: string): string {
	return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-tailLines).join('\n');
}

/** What is started, where it is not the playground's own n8n. */
export interface N8nProgram {
	version?: N8nVersion;
	/** n8n's command and its arguments; `['start']` unless given. */
	command?: readonly string[];
	/** Settings besides those of {@link n8nEnvironment}, or instead of them. */
	env?: Readonly<Record<string, string>>;
	/** `n8n.log` in the folder for logs unless given. */
	logFile?: string;
	/** Whether what the log file holds is kept. */
	appends?: boolean;
}

/** Starts n8n in a process group of its own; it need not be ready yet when this returns. */
export function spawnN8n(folders: Folders, ports: N8nPorts, program: N8nProgram = {}): RunningN8n {
	const { version = pinnedN8n, command = ['start'], env = {}, appends = false } = program;
	const logFile = program.logFile ?? join(folders.logs, 'n8n.log');
	// n8n writes the file itself: over a pipe it would never end once the playground is gone, failing to say so.
	const log = openSync(logFile, appends ? 'a' : 'w');
	const child = spawn(version.node, ['--require', guard, version.entry, ...command], {
		cwd: folders.n8n,
		env: { ...n8nEnvironment(version, folders, ports), ...env },
		// A group of its own, so that its task runner can be stopped with it and Ctrl-C reaches the playground alone.
		detached: true,
		stdio: ['ignore', log, log, 'ipc'],
	});
	closeSync(log);
	const tail = (): string => lastLines(logFile);
	const pid = child.pid ?? 0;

	let end: N8nEnded | undefined;
	const whenEnded = new Promise<void>((resolve) => {
		child.once('error', (error) => {
			end = new N8nEnded(`Can't start n8n: ${error.message}.`, 'Run `npm run setup` again.');
			resolve();
		});
		child.once('exit', (code, signal) => {
			end ??= new N8nEnded(`n8n exited (${signal ?? `exit code ${code ?? '?'}`}).`, afterExit, tail());
			if (pid > 0) signalGroup(pid, 'SIGKILL');
			resolve();
		});
	});
	const lastResort = (): void => {
		if (pid > 0 && end === undefined) signalGroup(pid, 'SIGKILL');
	};
	process.once('exit', lastResort);

	let stopping: Promise<void> | undefined;
	const stop = async (): Promise<void> => {
		if (end === undefined && pid > 0) {
			child.kill('SIGTERM');
			const impatience = setTimeout(() => signalGroup(pid, 'SIGKILL'), secondsToStop * 1000);
			await whenEnded;
			clearTimeout(impatience);
		}
		process.removeListener('exit', lastResort);
	};

	return {
		url: `http://127.0.0.1:${ports.n8n}`,
		pid,
		tail,
		ended: () => end,
		whenEnded,
		stop: async () => await (stopping ??= stop()),
	};
}

/**
 * Waits until n8n says that it is ready; its webhooks may need a moment more.
 * @throws PlaygroundError with the end of its log when it has ended, or is not ready in five minutes
 */
export async function waitUntilReady(
	n8n: Pick<RunningN8n, 'url' | 'tail'> & { ended: () => PlaygroundError | undefined },
): Promise<void> {
	try {
		await waitFor(
			'n8n to start',
			async () => {
				const reply = await fetchOnce(`${n8n.url}/healthz/readiness`).catch(() => undefined);
				await reply?.arrayBuffer();
				return reply?.status === 200 ? true : undefined;
			},
			{ seconds: secondsToStart, hopeless: n8n.ended },
		);
	} catch (error) {
		if (error instanceof N8nEnded) throw error;
		throw new PlaygroundError(messageOf(error), undefined, n8n.tail());
	}
}
