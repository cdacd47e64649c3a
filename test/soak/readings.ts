import { parseFlatted } from '../../playground/src/n8n/flatted';
import type { Folders } from '../../playground/src/support/folders';
import { textAt } from '../../playground/src/support/json';
import { queryDatabase } from '../e2e/support/sqlite';
import { runsOf } from '../e2e/waiting/waitingStage';
import type { Fact } from './traffic';

/** The facts that executions of a workflow prove, by its name. */
const proven = { reports: 'reported', history: 'polled' } as const satisfies Record<string, Fact>;

/** Reads n8n's database while n8n runs. */
export class Readings {
	/** The most bytes of static data so far, by the workflow's name. */
	readonly staticBytes = new Map<string, number>();
	/** IDs of executions that n8n ended with an error. */
	readonly failed = new Set<string>();
	mostExecutions = 0;
	private last = 0;
	/** IDs of executions that had not ended when they were read. */
	private open: readonly number[] = [];

	constructor(private readonly folders: Folders) {}

	/** Reads the executions of triggers since the last call, before n8n prunes them. Only one call at a time. */
	async events(): Promise<Array<{ fact: Fact; order: string }>> {
		const rows = await queryDatabase(
			this.folders,
			`SELECT e.id, w.name, CASE WHEN e.status = 'success' THEN d.data END AS data, e.status IN ('new', 'running') AS isOpen
			 FROM execution_entity e JOIN workflow_entity w ON w.id = e.workflowId
			 LEFT JOIN execution_data d ON d.executionId = e.id
			 WHERE w.name IN ('${Object.keys(proven).join("', '")}') AND (e.id > ${this.last} OR e.id IN (${this.open.join()}))`,
		);
		this.last = Math.max(this.last, ...rows.map(({ id }) => Number(id)));
		this.open = rows.filter(({ isOpen }) => isOpen === 1).map(({ id }) => Number(id));
		return rows.flatMap(({ name, data }) =>
			typeof data === 'string'
				? runsOf(parseFlatted(data), 'Trigger')
						.flat()
						.map((item) => ({
							fact: name === 'reports' ? proven.reports : proven.history,
							// An order is a number as its phone has it, without the plus that nodes put out.
							order: textAt(item, 'to').replace(/^\+/, ''),
						}))
				: [],
		);
	}

	/** Reads sizes, and executions that failed. */
	async sizes(): Promise<void> {
		const [count] = await queryDatabase(this.folders, 'SELECT count(*) AS stored FROM execution_entity');
		this.mostExecutions = Math.max(this.mostExecutions, Number(count?.['stored']));
		const workflows = await queryDatabase(
			this.folders,
			'SELECT name, length(CAST(staticData AS BLOB)) AS bytes FROM workflow_entity WHERE staticData IS NOT NULL',
		);
		for (const { name, bytes } of workflows) {
			const most = Math.max(this.staticBytes.get(String(name)) ?? 0, Number(bytes));
			this.staticBytes.set(String(name), most);
		}
		const failed = "SELECT id FROM execution_entity WHERE status IN ('error', 'crashed', 'canceled')";
		for (const { id } of await queryDatabase(this.folders, failed)) this.failed.add(String(id));
	}
}
