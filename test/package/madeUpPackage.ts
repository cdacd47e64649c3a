import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../support/repository';

/** A folder with the given files, as a package that somebody is working on. */
export class MadeUpPackage {
	private made: string | undefined;

	get folder(): string {
		return (this.made ??= mkdtempSync(path.join(tmpdir(), 'smsbox-tools-')));
	}

	write(file: string, content: string | Buffer): void {
		mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
		writeFileSync(path.join(this.folder, file), content);
	}

	/** Runs a program of this repository, by its path there; `output` is all that it printed. */
	run(script: string, ...parameters: string[]): { status: number | null; output: string } {
		const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...parameters], {
			cwd: root,
			// One of n8n's plugins has rules that behave differently under jest's NODE_ENV=test.
			env: { ...process.env, NODE_ENV: 'development' },
			encoding: 'utf8',
		});
		return { status, output: `${stdout}${stderr}` };
	}

	/** The next file is in a new folder. */
	remove(): void {
		if (this.made !== undefined) rmSync(this.made, { recursive: true });
		this.made = undefined;
	}
}
