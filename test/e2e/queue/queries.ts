import { PlaygroundError } from '../../../playground/src/support/playgroundError';
import { waitFor } from '../../../playground/src/support/waitFor';
import type { Fleet } from './fleet';
import type { Served } from './workflows';

/** How often events have started a workflow. */
export interface Started {
	/** Executions, by the reference of the event that started them. */
	byReference: Map<string, number>;
	/** How many different pairs of reference and `eventId` there are: as many as references if these are stable. */
	events: number;
}

/**
 * The executions that a workflow's events have started, ended or not, straight from the database: n8n's own list ends
 * at 50. A reference has twelve digits here.
 */
export async function startedBy({ postgres }: Fleet, { id }: Served): Promise<Started> {
	const rows = await postgres.query(
		`select (regexp_match(d.data, '"([0-9]{12})"'))[1], (regexp_match(d.data, '"([0-9a-f]{32})"'))[1], count(*)
		from execution_data d join execution_entity e on e.id = d."executionId"
		where e."workflowId" = '${id}' group by 1, 2`,
	);
	const byReference = new Map<string, number>();
	for (const [reference = '', , count] of rows)
		byReference.set(reference, (byReference.get(reference) ?? 0) + Number(count));
	return { byReference, events: rows.length };
}

/** How many executions have run a node, by the reference of the event that started them; see {@link startedBy}. */
export async function branchesOf(
	{ postgres }: Fleet,
	{ id }: Served,
	node: string,
): Promise<Map<string, number>> {
	const rows = await postgres.query(
		`select (regexp_match(d.data, '"([0-9]{12})"'))[1], count(*)
		from execution_data d join execution_entity e on e.id = d."executionId"
		where e."workflowId" = '${id}' and d.data like '%"${node}":"%' group by 1`,
	);
	return new Map(rows.map(([reference = '', count]) => [reference, Number(count)]));
}

/**
 * The same once each of these references has started an execution: n8n 1 acknowledges an event before it stores it.
 * Where some never do, it gives up after 20 seconds.
 */
export async function startedByAll(
	fleet: Fleet,
	served: Served,
	references: readonly string[],
): Promise<Started> {
	let started: Started = { byReference: new Map(), events: 0 };
	await waitFor(
		'all events being stored',
		async () => {
			started = await startedBy(fleet, served);
			return references.every((reference) => started.byReference.has(reference)) ? true : undefined;
		},
		{ seconds: 20, everyMs: 500 },
	).catch((error: unknown) => {
		if (!(error instanceof PlaygroundError)) throw error;
	});
	return started;
}

/** The executions of a workflow, counted by n8n's word for how they are. */
export async function statusesOf({ postgres }: Fleet, { id }: Served): Promise<Record<string, number>> {
	const rows = await postgres.query(
		`select status, count(*) from execution_entity where "workflowId" = '${id}' group by 1`,
	);
	return Object.fromEntries(rows.map(([status = '', count]): [string, number] => [status, Number(count)]));
}

/** Waits until no execution of a workflow is queued or under way. */
export async function settled(fleet: Fleet, served: Served): Promise<Record<string, number>> {
	return await waitFor(
		'all executions ending',
		async () => {
			const statuses = await statusesOf(fleet, served);
			return 'new' in statuses || 'running' in statuses ? undefined : statuses;
		},
		{ seconds: 180 },
	);
}
