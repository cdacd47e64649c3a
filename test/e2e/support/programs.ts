import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PlaygroundError } from '../../../playground/src/support/playgroundError';
import { isForDocs } from './report';

/** A program that is not Node.js's: Debian's package of it, and folders to look in besides PATH (`*`: any name). */
interface Program {
	debian: string;
	folders: readonly string[];
	/** No test needs it. */
	forImagesOnly?: true;
}

const programs = {
	'redis-server': { debian: 'redis-server', folders: ['/usr/bin'] },
	postgres: { debian: 'postgresql', folders: ['/usr/lib/postgresql/*/bin'] },
	nginx: { debian: 'nginx', folders: ['/usr/sbin'] },
	caddy: { debian: 'caddy', folders: ['/usr/bin'] },
	chromium: { debian: 'chromium', folders: ['/usr/bin'] },
	ffmpeg: { debian: 'ffmpeg', folders: ['/usr/bin'], forImagesOnly: true },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof programs;

const isProgram = (name: string): name is ProgramName => name in programs;

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder).sort();
	} catch {
		return [];
	}
}

function expand(folder: string): string[] {
	const [before = '', after] = folder.split('*');
	if (after === undefined) return [before];
	return namesIn(before).map((name) => `${before}${name}${after}`);
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

function find(name: ProgramName): string | undefined {
	const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	return [...onPath, ...programs[name].folders.flatMap(expand)]
		.map((folder) => join(folder, name))
		.find(isExecutable);
}

/**
 * The absolute path of a program that a test needs. Those that come with it (`initdb`) stand in the same folder.
 * @throws PlaygroundError that says which of Debian's packages has it
 */
export function needProgram(name: ProgramName): string {
	const found = find(name);
	if (found !== undefined) return found;
	const { debian } = programs[name];
	throw new PlaygroundError(`${name} is missing: install Debian's package (apt-get install ${debian}).`);
}

/** What is missing on this machine, one sentence each; the tests that need it fail with the same sentence. */
export function missingPrograms(): string[] {
	return Object.keys(programs)
		.filter(isProgram)
		.filter((name) => isForDocs || !('forImagesOnly' in programs[name]))
		.flatMap((name) => {
			try {
				needProgram(name);
				return [];
			} catch (error) {
				return [error instanceof Error ? error.message : String(error)];
			}
		});
}
