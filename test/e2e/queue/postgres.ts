import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../../../playground/src/support/ports';
import { needProgram } from '../support/programs';
import { accountOf, folderFor, removeFolder, startService } from './services';

const run = promisify(execFile);

/** User and database of the private cluster; whoever reaches its port on loopback may use it. */
export const databaseUser = 'n8n';

/** A private PostgreSQL with its data in a temporary folder. */
export interface Postgres {
	port: number;
	/** The rows that a query gives, each a list of texts; NULL is an empty text. Without a database, n8n's is asked. */
	query: (sql: string, database?: string) => Promise<string[][]>;
	close: () => Promise<void>;
}

/** PostgreSQL refuses to run as root: Debian's package brings a user for it. */
function accountForPostgres(): ReturnType<typeof accountOf> {
	if (process.getuid?.() !== 0) return undefined;
	const account = accountOf('postgres');
	if (account === undefined)
		throw new Error('PostgreSQL refuses to run as root, and this machine has no user "postgres"');
	return account;
}

/**
 * Starts PostgreSQL with an empty database.
 *
 * @throws where it is not installed, with the Debian package to install
 */
export async function startPostgres(): Promise<Postgres> {
	// Its tools stand beside the program itself, not beside a link to it.
	const programsFolder = dirname(realpathSync(needProgram('postgres')));
	const program = (name: string): string => join(programsFolder, name);
	const account = accountForPostgres();
	const folder = folderFor('smsbox-postgres-', account);
	const data = join(folder, 'data');
	const as = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...account };
	await run(
		program('initdb'),
		['-D', data, '-U', databaseUser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
		as,
	);

	const { postgres: port } = await freePorts({ postgres: 0 });
	const at = ['-h', '127.0.0.1', '-p', String(port), '-U', databaseUser];
	const service = await startService({
		name: 'PostgreSQL',
		command: program('postgres'),
		args: ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-c', 'max_connections=200'],
		folder,
		account,
		answers: async () => {
			await run(program('pg_isready'), [...at, '-d', 'postgres'], as);
			return true;
		},
	});
	await run(program('createdb'), [...at, databaseUser], as);

	return {
		port,
		query: async (sql, database = databaseUser) => {
			const args = [...at, '-d', database, '-X', '-A', '-t', '-F', '\t', '-c', sql];
			const { stdout } = await run(program('psql'), args, { ...as, maxBuffer: 256 * 1024 * 1024 });
			return stdout
				.split('\n')
				.filter((line) => line !== '')
				.map((line) => line.split('\t'));
		},
		close: async () => {
			// Not the default: that would wait for n8n's connections.
			await service.stop('SIGINT');
			removeFolder(folder);
		},
	};
}
