/**
 * Locks n8n's database for writing, as a backup or another program would, until its input ends. It runs with n8n's own
 * Node.js: node lockDatabase.mjs DATABASE.
 */
import { DatabaseSync } from 'node:sqlite';
import { argv, stdin, stdout } from 'node:process';

const db = new DatabaseSync(argv[2] ?? '');
db.exec('PRAGMA busy_timeout = 30000');
db.exec('BEGIN EXCLUSIVE');
stdout.write('locked\n');
stdin.on('end', () => {
	db.exec('ROLLBACK');
	db.close();
});
stdin.resume();
