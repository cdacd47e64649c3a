import { execFileSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { at, parseJson, textAt } from './support/json';
import { signalGroup } from './n8n/n8n';
import { pinnedN8n } from './n8n/n8nVersion';
import { PlaygroundError } from './support/playgroundError';
import type { Say } from './support/print';

/** Seconds that an n8n without its playground gets to end. */
const secondsForOrphan = 15;
const lockName = 'running.json';
const preparedName = 'prepared.json';
/** A folder of data that were set aside; one that the user renamed is kept as well. */
const setAsidePrefix = 'set-aside-';
const setAsideName = /^set-aside-(\d+)$/;

/** Whether an entry of the folder is what starts have made, neither the lock nor set aside. */
const isPart = (entry: string): boolean => entry !== lockName && !entry.startsWith(setAsidePrefix);

interface Lock {
	/** The folder that it was written for: a copy of a folder has a copy of its lock. */
	folder: string;
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

/** Whether the playground that wrote the lock still runs. */
function isRunning({ pid, command }: Lock): boolean {
	return pid !== process.pid && command !== '' && commandOf(pid) === command;
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
		this.takeBackMark();
		this.hold({ n8n: 0, editor: '' });
	}

	/** Notes what runs now, for a next start that finds this one killed. */
	hold(running: { n8n: number; editor: string }): void {
		const [folder, command] = [realpathSync(this.root), commandOf(process.pid)];
		const lock: Lock = { folder, pid: process.pid, command, ...running };
		writeFileSync(this.lockFile, JSON.stringify(lock));
	}

	release(): void {
		rmSync(this.lockFile, { force: true });
	}

	/** Whether an earlier start went through to the end, so that what stands here is whole. */
	isPrepared(): boolean {
		return existsSync(this.preparedFile);
	}

	/** Marks what stands here as whole. */
	markPrepared(): void {
		writeFileSync(this.preparedFile, '{}');
	}

	/** Begins anew: empties the folder, what was set aside included. */
	empty(): void {
		this.remove((entry) => entry !== lockName);
	}

	/** Removes what a start that did not go through has left. */
	removeUnprepared(): void {
		this.remove(isPart);
	}

	/**
	 * Moves what stands here into a folder beside, so that a start begins anew and nothing is lost.
	 * @returns that folder, `undefined` if there was nothing
	 */
	setAside(): string | undefined {
		const parts = readdirSync(this.root).filter(isPart);
		if (parts.length === 0) return undefined;
		const highest = Math.max(0, ...this.setAsides().map((name) => Number(setAsideName.exec(name)?.[1])));
		const target = join(this.root, `${setAsidePrefix}${highest + 1}`);
		mkdirSync(target);
		const move = (part: string): void => renameSync(join(this.root, part), join(target, part));
		parts.filter((part) => part !== preparedName).forEach(move);
		// The mark goes last: without it, what still stands here would be removed.
		if (this.isPrepared()) move(preparedName);
		return target;
	}

	/**
	 * Earlier versions set data aside mark first, and put them back mark last. Where that was cut short, the data stand
	 * here without their mark.
	 */
	private takeBackMark(): void {
		for (const name of this.setAsides()) {
			const inside = (part: string): string => join(this.root, name, part);
			if (existsSync(inside(preparedName)) && !['n8n-data', 'n8n'].map(inside).some(existsSync))
				renameSync(inside(preparedName), this.preparedFile);
		}
	}

	private setAsides(): string[] {
		return readdirSync(this.root).filter((entry) => setAsideName.test(entry));
	}

	private remove(goes: (entry: string) => boolean): void {
		for (const entry of readdirSync(this.root).filter(goes))
			rmSync(join(this.root, entry), { recursive: true, force: true });
	}

	private readLock(): Lock {
		const read = existsSync(this.lockFile) ? parseJson(readFileSync(this.lockFile, 'utf8')) : undefined;
		const folder = realpathSync(this.root);
		// That of an earlier version names no folder.
		const lock = [folder, ''].includes(textAt(read, 'folder')) ? read : undefined;
		return {
			folder,
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
