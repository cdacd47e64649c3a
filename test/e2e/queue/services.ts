import { spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../../playground/src/support/playgroundError';
import { waitFor } from '../../../playground/src/support/waitFor';
import { endWithUs } from '../support/guard';

/** A user of the machine, by number. */
export interface Account {
	uid: number;
	gid: number;
}

/** The user of that name, as `/etc/passwd` has it. */
export function accountOf(name: string): Account | undefined {
	const line = readFileSync('/etc/passwd', 'utf8')
		.split('\n')
		.find((entry) => entry.startsWith(`${name}:`));
	const [, , uid, gid] = line?.split(':') ?? [];
	return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

/** A temporary folder that an account of its own can use, wherever the tests keep theirs. */
export function folderFor(prefix: string, account: Account | undefined): string {
	const folder = mkdtempSync(join(tmpdir(), prefix));
	mkdirSync(join(folder, 'data'), { mode: 0o700 });
	if (account !== undefined)
		for (const owned of [folder, join(folder, 'data')]) chownSync(owned, account.uid, account.gid);
	return folder;
}

/** A service that runs for one test file. */
export interface Service {
	/** Ends it, by SIGTERM unless said otherwise, and waits until it has. Its data stays. */
	stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface ServiceStart {
	/** What it is called in an error. */
	name: string;
	command: string;
	args: readonly string[];
	/** Its data in `data`, its log beside it. */
	folder: string;
	account?: Account | undefined;
	/** Whether it answers by now; it may throw where nobody listens yet. */
	answers: () => Promise<boolean>;
}

const secondsToStart = 120;
const secondsToStop = 20;

/** Starts a service of Debian's and waits until it answers. It ends with this process at the latest. */
export async function startService(start: ServiceStart): Promise<Service> {
	const { name, command, args, folder, account, answers } = start;
	const logFile = join(folder, 'service.log');
	const log = openSync(logFile, 'a');
	const child = spawn(command, args, {
		cwd: folder,
		env: { PATH: process.env.PATH, LC_ALL: 'C' },
		stdio: ['ignore', log, log],
		...account,
	});
	closeSync(log);
	const state: { failure?: Error } = {};
	const whenEnded = new Promise<void>((resolve) => {
		child.once('error', (error) => {
			state.failure = error;
			resolve();
		});
		child.once('exit', (code, signal) => {
			state.failure ??= new Error(`it has ended (${signal ?? `exit code ${code ?? '?'}`})`);
			resolve();
		});
	});
	if (child.pid !== undefined) child.once('exit', endWithUs(child.pid));
	const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
		child.kill(signal);
		const impatience = setTimeout(() => child.kill('SIGKILL'), secondsToStop * 1_000);
		await whenEnded;
		clearTimeout(impatience);
	};
	const answersNow = async (): Promise<true | undefined> => {
		if (state.failure !== undefined) throw state.failure;
		return (await answers().catch(() => false)) ? true : undefined;
	};
	try {
		await waitFor(`${name} answering`, answersNow, { seconds: secondsToStart });
	} catch (error) {
		await stop('SIGKILL');
		const tail = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-10).join('\n');
		throw new Error(`${name} could not be started: ${messageOf(error)}\n${tail}`);
	}
	return { stop };
}

/** Removes a service's folder. */
export function removeFolder(folder: string): void {
	rmSync(folder, { recursive: true, force: true });
}
