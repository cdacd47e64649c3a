import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { n8nDataOf, type Folders } from '../../../playground/src/support/folders';
import { isObject, listAt, type JsonObject } from '../../../playground/src/support/json';
import { n8n2 } from './n8nProcess';
import type { ExecutionState } from './underWay';

/** Run with an n8n's Node.js, which is new enough to have SQLite: database and query are its arguments. */
const script = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(process.argv[1], { readOnly: true });
database.exec('PRAGMA busy_timeout = 30000');
process.stdout.write(JSON.stringify({ rows: database.prepare(process.argv[2]).all() }));
`;

/** The file of n8n's SQLite database. */
export const databaseOf = (folders: Folders): string => join(n8nDataOf(folders), 'database.sqlite');

/** Does something while n8n's SQLite database takes no writes. */
export async function withLockedDatabase(folders: Folders, work: () => Promise<void>): Promise<void> {
	const lock = spawn(n8n2.node, [join(__dirname, 'lockDatabase.mjs'), databaseOf(folders)], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	try {
		await once(lock.stdout, 'data');
		await work();
	} finally {
		lock.stdin.end();
		await once(lock, 'exit');
	}
}

/**
 * Asks n8n's SQLite database, while n8n runs or after it was killed.
 * @returns the rows, by the names of their columns
 */
export async function queryDatabase(folders: Folders, sql: string): Promise<JsonObject[]> {
	const { stdout } = await promisify(execFile)(
		n8n2.node,
		['--disable-warning=ExperimentalWarning', '-e', script, databaseOf(folders), sql],
		{ maxBuffer: 512e6 },
	);
	const answer: unknown = JSON.parse(stdout);
	return listAt(answer, 'rows').filter(isObject);
}

/** An execution as the database holds it: its state, and the text of its data, in n8n's own form. */
export interface StoredExecution extends ExecutionState {
	id: string;
	data: string;
}

/** All executions of a workflow, oldest first, however many there are. */
export async function storedExecutions(folders: Folders, workflowId: string): Promise<StoredExecution[]> {
	const rows = await queryDatabase(
		folders,
		`SELECT e.id, e.status, COALESCE(e.startedAt, e.createdAt) AS since, d.data
		 FROM execution_entity e LEFT JOIN execution_data d ON d.executionId = e.id
		 WHERE e.workflowId = '${workflowId.replaceAll("'", "''")}' ORDER BY e.id`,
	);
	return rows.map(({ id, status, since, data }) => ({
		id: String(id),
		status: String(status),
		since: String(since),
		data: typeof data === 'string' ? data : '',
	}));
}
