import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { n8nDataOf, type Folders } from './support/folders';
import { at, parseJson, textAt } from './support/json';
import { signalGroup } from './n8n/n8n';
import { pinnedN8n } from './n8n/n8nVersion';
import { messageOf, PlaygroundError } from './support/playgroundError';
import type { Say } from './support/print';

/** Seconds that an n8n without its playground gets to end. */
const secondsForOrphan = 15;
const lockName = 'running.json';
/** What stands in the command line of a playground, for a lock that an earlier version has written. */
const startScript = /\b(dist[\\/]start\.js|container\.mjs)\b/;
const setAsidePrefix = 'set-aside-';

interface Lock {
	/** The process that runs the playground. */
	pid: number;
	/** Its command line: process ids are given again, so the id alone tells nothing. */
	command: string;
	/** The n8n that it started; 0 before that. */
	n8n: number;
	editor: string;
}

/** Where a command line is read from: Linux has it in a file, also where `ps` is not installed. */
const commandLines: ReadonlyArray<(pid: number) => string> = [
	(pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
	// Twice `w`: `ps` cuts a line to the width of the terminal otherwise.
	(pid) => execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }),
];

/** The command line of a running process, `''` if there is none with this id. */
function commandOf(pid: number): string {
	if (!Number.isInteger(pid) || pid <= 0) return '';
	for (const read of commandLines) {
		try {
			return read(pid).trim();
		} catch {
			// No such process, or no such way to ask here.
		}
	}
	return '';
}

const isN8n = (pid: number): boolean => commandOf(pid).includes(pinnedN8n.entry);

/** Whether the playground that wrote the lock still runs. While its n8n runs, any process with its id counts. */
function isRunning({ pid, command, n8n }: Lock): boolean {
	const running = pid === process.pid ? '' : commandOf(pid);
	if (running === '') return false;
	return isN8n(n8n) || (command === '' ? startScript.test(running) : command === running);
}

/**
 * What the playground writes between two runs. Only one playground at a time uses it; it is kept from one start to
 * the next once a start has prepared it, and begun anew when a start was killed before that.
 */
export class DataFolder {
	private readonly lockFile: string;
	private readonly preparedFile: string;

	constructor(readonly root: string) {
		this.lockFile = join(root, lockName);
		this.preparedFile = join(root, 'prepared.json');
	}

	/**
	 * Takes the folder for this process. Waits for an n8n that a killed playground has left behind.
	 * @param note told when there is something to wait for
	 */
	async take(note: Say): Promise<void> {
		try {
			mkdirSync(this.root, { recursive: true });
			const lock = this.readLock();
			if (isRunning(lock))
				throw new PlaygroundError(
					`A playground is already running: ${lock.editor || `process ${lock.pid}`}.`,
					`Stop it with Ctrl-C, or with \`kill ${lock.pid}\`.`,
				);
			await this.endOrphan(lock.n8n, note);
			this.hold({ n8n: 0, editor: '' });
		} catch (error) {
			if (error instanceof PlaygroundError) throw error;
			throw new PlaygroundError(
				`Can't write to ${this.root}: ${messageOf(error)}.`,
				'Check its owner and the disk space.',
			);
		}
	}

	/** Notes what runs now, for a next start that finds this one killed. */
	hold(running: { n8n: number; editor: string }): void {
		const lock: Lock = { pid: process.pid, command: commandOf(process.pid), ...running };
		writeFileSync(this.lockFile, JSON.stringify(lock));
	}

	release(): void {
		rmSync(this.lockFile, { force: true });
	}

	/** Whether an earlier start went through to the end, so that what stands here is whole. */
	isPrepared(): boolean {
		return existsSync(this.preparedFile);
	}

	markPrepared(): void {
		writeFileSync(this.preparedFile, '{}');
	}

	/** Begins anew: empties the folder, what was set aside included. */
	empty(): void {
		this.remove((entry) => entry !== lockName);
	}

	/** Removes what a start that did not go through has left. */
	removeUnprepared(): void {
		this.remove((entry) => entry !== lockName && !entry.startsWith(setAsidePrefix));
	}

	/** Keeps n8n's data and logs in a folder beside, so that nothing is lost when the next start begins anew. */
	setAside(folders: Folders): string {
		const taken = readdirSync(this.root).filter((entry) => entry.startsWith(setAsidePrefix)).length;
		const target = join(this.root, `${setAsidePrefix}${taken + 1}`);
		mkdirSync(target);
		renameSync(n8nDataOf(folders), join(target, 'n8n-data'));
		renameSync(folders.logs, join(target, 'logs'));
		this.removeUnprepared();
		return target;
	}

	private remove(goes: (entry: string) => boolean): void {
		for (const entry of readdirSync(this.root).filter(goes))
			rmSync(join(this.root, entry), { recursive: true, force: true });
	}

	private readLock(): Lock {
		const lock = existsSync(this.lockFile) ? parseJson(readFileSync(this.lockFile, 'utf8')) : undefined;
		return {
			pid: Number(at(lock, 'pid')),
			command: textAt(lock, 'command'),
			n8n: Number(at(lock, 'n8n')),
			editor: textAt(lock, 'editor'),
		};
	}

	private async endOrphan(pid: number, note: Say): Promise<void> {
		const isThere = (): boolean => isN8n(pid);
		if (!isThere()) return;
		note('waiting for the previous n8n to stop …');
		const deadline = Date.now() + secondsForOrphan * 1000;
		while (isThere()) {
			if (Date.now() > deadline) {
				signalGroup(pid, 'SIGKILL');
				return;
			}
			await sleep(200);
		}
	}
}
