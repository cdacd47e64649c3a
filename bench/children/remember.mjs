/**
 * Lets a trigger remember as many events as it can: node remember.mjs DATABASE WORKFLOW. Run with the pinned Node.js; n8n
 * reads the static data of a workflow anew for every call.
 */
import { DatabaseSync } from 'node:sqlite';

const [, , file, workflow] = process.argv;
const events = Array.from({ length: 250 }, (_, index) => ` ${index.toString(16).padStart(14, 'f')}`).join('');

const database = new DatabaseSync(file);
database.exec('PRAGMA busy_timeout = 5000');
const { changes } = database
	.prepare('UPDATE workflow_entity SET staticData = ? WHERE id = ?')
	.run(JSON.stringify({ 'node:Trigger': { events } }), workflow);
database.close();
if (Number(changes) !== 1) throw new Error('There is no such workflow');
