/**
 * The executions of a workflow with what they hold of interest, read from n8n's database while n8n runs or not. It runs
 * with n8n's own Node.js: node storedEvents.mjs DATABASE WORKFLOW_ID. One JSON a line.
 */
import { DatabaseSync } from 'node:sqlite';
import { argv, stdout } from 'node:process';

const [, , database = '', workflowId = ''] = argv;

const isObject = (value) => typeof value === 'object' && value !== null;

/** What n8n stored: one flat list, in which every string inside an object is the index of the entry that stands there. */
function readerOf(entries) {
	return (entry, ...path) =>
		path.reduce((inside, name) => {
			const value = isObject(inside) ? inside[name] : undefined;
			return typeof value === 'string' ? entries[Number(value)] : value;
		}, entry);
}

/** The events of triggers. */
function eventsIn(entries) {
	const read = readerOf(entries);
	const events = entries
		.filter((entry) => isObject(entry) && 'eventId' in entry && 'channel' in entry)
		.map((entry) => ({
			eventId: read(entry, 'eventId'),
			event: read(entry, 'event'),
			status: read(entry, 'status', 'code'),
			optOut: read(entry, 'optOut'),
			messageType: read(entry, 'messageType'),
		}));
	return [...new Map(events.map((event) => [event.eventId, event])).values()];
}

/** References that passed the example's Remove Duplicates. n8n makes up an item without one for a node of a crashed execution. */
function handedOverIn(entries) {
	const read = readerOf(entries);
	const runs = read(entries[0], 'resultData', 'runData', 'Not seen before') ?? [];
	return runs.flatMap((_, run) => {
		const items = read(runs, run, 'data', 'main', 0) ?? [];
		const references = items.map((_item, index) => read(items, index, 'json', 'reference'));
		return references.filter((reference) => typeof reference === 'string');
	});
}

const db = new DatabaseSync(database, { readOnly: true });
db.exec('PRAGMA busy_timeout = 30000');
const rows = db.prepare(
	`SELECT execution.id, execution.status, execution.mode, COALESCE(execution.startedAt, execution.createdAt) AS since, data.data
	 FROM execution_entity execution JOIN execution_data data ON data.executionId = execution.id
	 WHERE execution.workflowId = ? ORDER BY execution.id`,
);
for (const { id, status, mode, since, data } of rows.iterate(workflowId)) {
	const entries = JSON.parse(data);
	const events = eventsIn(entries);
	stdout.write(
		`${JSON.stringify({ id: String(id), status, mode, since, events, handedOver: handedOverIn(entries) })}\n`,
	);
}
db.close();
