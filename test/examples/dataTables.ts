/** n8n's Data table node over tables in memory: n8n itself keeps them in its database. */
import { z } from 'zod';
import type { GivenNodes } from '../support/nodeTypes';
import { nodeOver } from './nodeOver';

const type = 'n8n-nodes-base.dataTable';

type Row = Record<string, unknown>;

interface Table {
	id: string;
	name: string;
	columns: { id: string; name: string; type: string }[];
	rows: Row[];
}

const created = z.object({
	name: z.string(),
	columns: z.array(z.object({ name: z.string(), type: z.string() }).passthrough()),
});
const wanted = z.object({ filter: z.object({ name: z.string() }) }).passthrough();
const filter = z.object({
	type: z.enum(['and', 'or']),
	filters: z.array(z.object({ columnName: z.string(), condition: z.string(), value: z.unknown() })),
});
const filtered = z.object({ filter });
const asked = z.object({ take: z.number(), filter }).passthrough();
const written = z.object({ data: z.record(z.unknown()), filter }).passthrough();
type Written = z.infer<typeof written>;
type Filter = z.infer<typeof filter>;

/** What is compared; a date by its time. */
const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value);

const conditions: Record<string, (value: unknown, other: unknown) => boolean> = {
	eq: (value, other) => value === other,
	// Letters of each case are the same, as in SQLite.
	like: (value, other) =>
		typeof value === 'string' &&
		typeof other === 'string' &&
		new RegExp(`^${other.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%', '.*')}$`, 'is').test(value),
	neq: (value, other) => value !== other,
	lte: (value, other) => typeof value === 'number' && typeof other === 'number' && value <= other,
	gt: (value, other) => typeof value === 'number' && typeof other === 'number' && value > other,
	lt: (value, other) =>
		((typeof value === 'number' && typeof other === 'number') ||
			(typeof value === 'string' && typeof other === 'string')) &&
		value < other,
};

function matches(row: Row, { type: all, filters }: Filter): boolean {
	const results = filters.map(({ columnName, condition, value }) => {
		const holds = conditions[condition];
		if (!holds) throw new Error(`The condition ${condition} is not part of the test harness`);
		return holds(comparable(row[columnName]), comparable(value));
	});
	return all === 'and' || results.length === 0 ? results.every(Boolean) : results.some(Boolean);
}

/** The tables of a project, and the node that works on them. */
export class DataTables {
	private readonly tables: Table[] = [];
	/** For the rows to come. */
	private age = 0;
	private lastId = 0;
	private failing: { column: string; after: number } | undefined;
	private afterRead: (() => void) | undefined;
	private createsTwice = false;

	/** Rows that are made from now on are as old as this. */
	makeOld(minutes: number): void {
		this.age = minutes * 60_000;
	}

	/** From now on this column can be written so many times only: then n8n ends. */
	endAfter(writes: number, column: string): void {
		this.failing = { column, after: writes };
	}

	/** n8n is there again. */
	goOn(): void {
		this.failing = undefined;
	}

	/** Rows to come get the IDs of rows that were deleted, as in SQLite. */
	reuseIds(): void {
		this.lastId = Math.max(0, ...this.tables.flatMap(({ rows }) => rows.map(({ id }) => Number(id))));
	}

	/** The columns of all rows that users have made. */
	rows(name: string): Row[] {
		const { columns = [], rows = [] } = this.tables.find((table) => table.name === name) ?? {};
		const names = columns.map((column) => column.name);
		return rows.map((row) => Object.fromEntries(names.map((column) => [column, row[column] ?? null])));
	}

	/** Puts back a row that was deleted. */
	restore(name: string, row: Row = {}): void {
		const found = this.tables.find((table) => table.name === name);
		if (found) this.insert(found, row);
	}

	/** Changes all rows, so many minutes ago. */
	change(name: string, row: Row, minutes = 0): void {
		const updatedAt = new Date(Date.now() - minutes * 60_000);
		for (const changed of this.tables.find((table) => table.name === name)?.rows ?? [])
			Object.assign(changed, row, { updatedAt });
	}

	/** Changes all rows, as somebody else would, once they have been read. */
	changeAfterNextRead(name: string, row: Row): void {
		this.afterRead = () => {
			this.afterRead = undefined;
			this.change(name, row);
		};
	}

	/** Another execution, which saw no table either, makes the next one a moment earlier. */
	createTwice(): void {
		this.createsTwice = true;
	}

	/** For `nodes` of the harness. */
	get node(): GivenNodes {
		const helpers = this.helpers();
		return nodeOver(type, (context) => ({ helpers: { ...context.helpers, ...helpers } }));
	}

	private create(options: unknown): Table {
		const { name, columns } = created.parse(options);
		if (this.createsTwice) {
			this.createsTwice = false;
			this.create(options);
		}
		if (this.tables.some((table) => table.name === name)) throw new Error(`The table ${name} already exists`);
		const id = `table-${this.tables.length + 1}`;
		const table = { id, name, columns: columns.map((column) => ({ ...column, id: column.name })), rows: [] };
		this.tables.push(table);
		return table;
	}

	private check({ columns }: Table, row: Row): void {
		const unknown = Object.keys(row).filter((name) => !columns.some((column) => column.name === name));
		if (unknown.length > 0) throw new Error(`The table has no column ${unknown.join()}`);
		if (this.failing === undefined || !(this.failing.column in row)) return;
		if (this.failing.after-- === 0) throw new Error('n8n has ended');
	}

	private insert(table: Table, row: Row): Row {
		this.check(table, row);
		const { columns, rows } = table;
		const at = new Date(Date.now() - this.age);
		const empty = Object.fromEntries(columns.map(({ name }) => [name, null]));
		const inserted = { ...empty, ...row, id: (this.lastId += 1), createdAt: at, updatedAt: at };
		rows.push(inserted);
		return inserted;
	}

	private delete(table: Table, which: Filter): Row[] {
		const deleted = table.rows.filter((row) => matches(row, which));
		table.rows.splice(0, Infinity, ...table.rows.filter((row) => !deleted.includes(row)));
		return deleted;
	}

	/** Changes the rows that match. */
	private update(table: Table, { data, filter: which }: Written): Row[] {
		this.check(table, data);
		const found = table.rows.filter((candidate) => matches(candidate, which));
		for (const match of found) Object.assign(match, data, { updatedAt: new Date() });
		return found.map((match) => ({ ...match }));
	}

	/** Changes the rows that match; makes one where none does. */
	private upsert(table: Table, given: Written): Row[] {
		const updated = this.update(table, given);
		return updated.length > 0 ? updated : [{ ...this.insert(table, given.data) }];
	}

	/** What n8n gives the node beside its other helpers. */
	private helpers(): object {
		return {
			getDataTableAggregateProxy: async () => ({
				createDataTable: async (options: unknown) => this.create(options),
				getManyAndCount: async (options: unknown) => {
					const data = this.tables.filter(({ name }) => name === wanted.parse(options).filter.name);
					return { count: data.length, data };
				},
			}),
			getDataTableProxy: async (id: string) => {
				const table = this.tables.find((one) => one.id === id);
				if (!table) throw new Error(`There is no data table ${id}`);
				return {
					deleteRows: async (options: unknown) => this.delete(table, filtered.parse(options).filter),
					getColumns: async () => table.columns,
					insertRows: async (rows: Row[]) => rows.map((row) => ({ ...this.insert(table, row) })),
					updateRows: async (options: unknown) => this.update(table, written.parse(options)),
					upsertRow: async (options: unknown) => this.upsert(table, written.parse(options)),
					getManyRowsAndCount: async (options: unknown) => {
						const { filter: which, take } = asked.parse(options);
						// n8n doesn't sort them: SQLite has them in the order of their IDs, PostgreSQL in any.
						const found = table.rows.filter((row) => matches(row, which)).reverse();
						const data = found.slice(0, take).map((row) => ({ ...row }));
						if (data.length > 0) this.afterRead?.();
						return { count: found.length, data };
					},
				};
			},
		};
	}
}
