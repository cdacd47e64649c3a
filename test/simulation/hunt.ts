/**
 * `npm run test:histories -- --mutants --histories 20000 --seed 1 --processes 2`: runs histories against each mutant of the
 * engine until one fails, from several seeds. A mutant is a compiled copy; the sources stay as they are.
 */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { runWorker } from './child';
import { type Mutant, mutants, sourceOf } from './mutants';
import type { Message } from './worker';

interface HuntOptions {
	/** Of the repository. */
	root: string;
	/** Histories per seed, at most. */
	histories: number;
	seed: number;
	/** Mutants at once. */
	processes: number;
	/** Is in the names of those that are hunted. */
	only: string;
	env: NodeJS.ProcessEnv;
}

const seeds = 3;
const betweenSeeds = 1_000_000;

const compiled = join(__dirname, '../..');
const copies = join(compiled, 'mutants');

/** Returns a function that compiles one file from a given source, with the types of all others. */
function compilerFor(root: string): (file: string, source: string, outDir: string) => void {
	const fail = (found: readonly ts.Diagnostic[], host: ts.FormatDiagnosticsHost): void => {
		if (found.length > 0) throw new Error(ts.formatDiagnostics(found, host));
	};
	const config = ts.getParsedCommandLineOfConfigFile(
		join(root, 'test/simulation/tsconfig.json'),
		{ incremental: false, noUnusedLocals: false, noUnusedParameters: false },
		{ ...ts.sys, onUnRecoverableConfigFileDiagnostic: (found) => console.error(found.messageText) },
	);
	if (config === undefined) throw new Error('The configuration of the compiler cannot be read');
	const host = ts.createCompilerHost(config.options);
	const parse = host.getSourceFile.bind(host);
	const parsed = new Map<string, ts.SourceFile | undefined>();
	return (file, source, outDir) => {
		const path = join(root, file);
		const getSourceFile: typeof parse = (name, options) => {
			if (name === path) return ts.createSourceFile(name, source, options);
			if (!parsed.has(name)) parsed.set(name, parse(name, options));
			return parsed.get(name);
		};
		const options = { ...config.options, outDir };
		const program = ts.createProgram([path], options, { ...host, getSourceFile });
		const own = program.getSourceFile(path);
		fail([...program.getSyntacticDiagnostics(own), ...program.getSemanticDiagnostics(own)], host);
		program.emit(own);
	};
}

type Found = Extract<Message, { kind: 'failure' }>;

const isFound = (message: unknown): message is Found =>
	typeof message === 'object' && message !== null && 'seed' in message && 'rules' in message;

/** Returns the first history that fails in a compiled copy. */
async function firstFound(folder: string, from: number, to: number, env: NodeJS.ProcessEnv) {
	let found: Found | undefined;
	await runWorker(join(folder, 'test/simulation'), [from, to, 1, 1], env, (message) => {
		if (isFound(message)) found = message;
	});
	return found;
}

/** Prints what finds a mutant. Returns whether it is found from every seed. */
async function isCaught({ bug }: Mutant, folder: string, options: HuntOptions): Promise<boolean> {
	const { histories, seed, env } = options;
	const tries: string[] = [];
	let survives = false;
	for (let index = 0; index < seeds; index++) {
		const from = seed + index * betweenSeeds;
		const found = await firstFound(folder, from, from + histories, env);
		if (found === undefined) survives = true;
		else if ((await firstFound(compiled, found.seed, found.seed + 1, env)) !== undefined)
			throw new Error(`The history of seed ${found.seed} fails without a mutant, too`);
		tries.push(found === undefined ? 'never' : `${found.seed - from + 1} (${found.rules.join(', ')})`);
	}
	console.log(`${survives ? 'SURVIVES: ' : ''}${bug}: histories until found: ${tries.join(', ')}`);
	return !survives;
}

/** Hunts all mutants. Returns whether each is found. */
export async function huntMutants(options: HuntOptions): Promise<boolean> {
	const { root, processes, only } = options;
	const hunted = mutants.filter(({ bug }) => bug.includes(only));
	if (hunted.length === 0) throw new Error(`No mutant has "${only}" in its name`);
	const sources = hunted.map((mutant) => ({ mutant, source: sourceOf(mutant, root) }));
	const compile = compilerFor(root);
	const parts = readdirSync(compiled).filter((name) => join(compiled, name) !== copies);
	let areCaught = true;
	try {
		const ready = sources.map(({ mutant, source }, index) => {
			const folder = join(copies, String(index));
			for (const part of parts) cpSync(join(compiled, part), join(folder, part), { recursive: true });
			compile(mutant.file, source, folder);
			return { mutant, folder };
		});
		const work = async (): Promise<void> => {
			for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
				if (!(await isCaught(next.mutant, next.folder, options))) areCaught = false;
			}
		};
		await Promise.all(Array.from({ length: processes }, work));
	} finally {
		rmSync(copies, { recursive: true, force: true });
	}
	return areCaught;
}
