import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { foldersOf, n8nDataOf } from './support/folders';
import { at, parseJson, textAt } from './support/json';
import { signalGroup } from './n8n/n8n';
import { pinnedN8n } from './n8n/n8nVersion';
import { PlaygroundError } from './support/playgroundError';
import type { Say } from './support/print';

/** Seconds that an n8n without its playground gets to end. */
const secondsForOrphan = 15;
const lockName = 'running.json';
const preparedName = 'prepared.json';
/** n8n's data among those that were set aside. */
const dataName = 'n8n-data';
/** What stands in the command line of a playground, for a lock that an earlier version has written. */
const startScript = /\b(dist[\\/]start\.js|container\.mjs)\b/;
/** A folder of data that were set aside; one that the user renamed is kept as well. */
const setAsidePrefix = 'set-aside-';
const setAsideName = /^set-aside-(\d+)$/;

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
		this.preparedFile = join(root, preparedName);
	}

	/**
	 * Takes the folder for this process. Waits for an n8n that a killed playground has left behind.
	 * @param note told when there is something to wait for
	 */
	async take(note: Say): Promise<void> {
		mkdirSync(this.root, { recursive: true });
		const lock = this.readLock();
		if (isRunning(lock))
			throw new PlaygroundError(
				`A playground is already running: ${lock.editor || `process ${lock.pid}`}.`,
				`Stop it with Ctrl-C, or with \`kill ${lock.pid}\`.`,
			);
		await this.endOrphan(lock.n8n, note);
		this.hold({ n8n: 0, editor: '' });
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

	/** Marks what stands here as whole. What was set aside before stays there. */
	markPrepared(): void {
		writeFileSync(this.preparedFile, '{}');
		for (const name of this.setAsides()) rmSync(join(this.root, name, preparedName), { force: true });
	}

	/** Begins anew: empties the folder, what was set aside included. */
	empty(): void {
		this.remove((entry) => entry !== lockName);
	}

	/** Removes what a start that did not go through has left. */
	removeUnprepared(): void {
		this.remove((entry) => entry !== lockName && !entry.startsWith(setAsidePrefix));
	}

	/**
	 * Keeps n8n's data and logs in a folder beside, so that nothing is lost when this start begins anew. The mark of a
	 * completed start goes with them until this start is completed: it tells which data to put back otherwise.
	 */
	setAside(): string {
		const folders = foldersOf(this.root);
		const highest = Math.max(0, ...this.setAsides().map((name) => Number(setAsideName.exec(name)?.[1])));
		const target = join(this.root, `${setAsidePrefix}${highest + 1}`);
		mkdirSync(target);
		renameSync(this.preparedFile, join(target, preparedName));
		renameSync(n8nDataOf(folders), join(target, dataName));
		renameSync(folders.logs, join(target, 'logs'));
		this.removeUnprepared();
		return target;
	}

	/**
	 * Puts back the data that a start has set aside and then did not complete without them either, which may have been
	 * killed. Removes what that start has made.
	 * @returns whether there were any
	 */
	putBack(): boolean {
		const name = this.setAsides().find((each) => existsSync(join(this.root, each, preparedName)));
		if (name === undefined) return false;
		const [target, data] = [join(this.root, name), n8nDataOf(foldersOf(this.root))];
		// The mark moves first and last: a start that is killed in between leaves what the next one understands.
		if (existsSync(join(target, dataName))) {
			rmSync(data, { recursive: true, force: true });
			mkdirSync(dirname(data), { recursive: true });
			renameSync(join(target, dataName), data);
		}
		renameSync(join(target, preparedName), this.preparedFile);
		rmSync(target, { recursive: true, force: true });
		return true;
	}

	private setAsides(): string[] {
		return readdirSync(this.root).filter((entry) => setAsideName.test(entry));
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
