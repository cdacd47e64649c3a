/** n8n's Postgres node over rows in memory. Real queries run in `test/e2e/queue/exactlyOnce.ts`. */
import { z } from 'zod';
import { coreModule } from '../support/coreNodes';
import type { GivenNodes } from '../support/nodeTypes';
import { nodeOver } from './nodeOver';

type Row = Record<string, unknown>;

const queries = z.array(z.object({ query: z.string(), values: z.array(z.unknown()) }));
/** A key as PostgreSQL casts it to text; the table refuses one of blanks. */
const keyOf = z.union([z.string().regex(/[^ ]/), z.number()]).transform(String);
type Query = z.infer<typeof queries>[number];

const pools = z.object({ ConnectionPoolManager: z.custom<object>((value) => typeof value === 'function') });

const reserving =
	/^WITH reserved AS \(\s*INSERT INTO \w+ \((\w+), execution\) VALUES \(\$1::text, \$2::text\)\s*ON CONFLICT DO NOTHING RETURNING \1\s*\)/;
const releasing = /^DELETE FROM \w+\s+WHERE \w+ = \$1::text AND (\w+) = \$2::text AND (\w+) IS NULL/;
const storing = /^UPDATE \w+ SET (.+)\s+WHERE (\w+) = \$1::text AND (\w+) IS NULL\s+RETURNING/;

/** A table whose primary key is a text, and the queries that the examples make on it. */
export class PostgresTable {
	readonly rows = new Map<string, Row>();
	private working = Infinity;

	/** So many transactions succeed from now on, and then none. */
	failAfter(transactions: number): void {
		this.working = transactions;
	}

	/** The node over an empty table, for `nodes` of the harness. */
	get emptied(): GivenNodes {
		this.rows.clear();
		this.working = Infinity;
		const connection = {
			db: { multi: async (all: unknown) => this.transaction(queries.parse(all)) },
			// n8n has it write the values into the queries.
			pgp: { helpers: { concat: (all: unknown) => all } },
		};
		const { ConnectionPoolManager } = pools.parse(coreModule('utils/connection-pool-manager.js'));
		Reflect.set(ConnectionPoolManager, 'getInstance', () => ({ getConnection: async () => connection }));
		return nodeOver('n8n-nodes-base.postgres', () => ({ getCredentials: async () => ({}) }));
	}

	/** The rows of each query; none takes effect where one fails. */
	private transaction(all: readonly Query[]): Row[][] {
		if (this.working-- <= 0) throw new Error('connect ECONNREFUSED 127.0.0.1:5432');
		const before = new Map(this.rows);
		try {
			return all.map((query) => this.run(query));
		} catch (error) {
			this.rows.clear();
			for (const [key, row] of before) this.rows.set(key, row);
			throw error;
		}
	}

	private run({ query, values }: Query): Row[] {
		const [, keyColumn] = reserving.exec(query) ?? [];
		if (keyColumn !== undefined) return [this.reserve(keyColumn, query, values)];
		const [, assignments, , empty = ''] = storing.exec(query) ?? [];
		if (assignments !== undefined) return this.store(assignments, empty, values);
		const [, owner, open = ''] = releasing.exec(query) ?? [];
		if (owner !== undefined) return this.release(owner, open, values);
		throw new Error(`The test harness cannot run ${query}`);
	}

	/** As in PostgreSQL, the row itself is seen as it was before the query. */
	private reserve(keyColumn: string, query: string, [value, execution]: readonly unknown[]): Row {
		const key = keyOf.parse(value);
		const known = this.rows.get(key);
		if (known === undefined) this.rows.set(key, { [keyColumn]: key, execution });
		const columns = [...query.matchAll(/known\.(\w+)/g)].map(([, name = '']) => name);
		return {
			[keyColumn]: key,
			reserved: known === undefined,
			...Object.fromEntries(columns.map((column) => [column, known?.[column] ?? null])),
		};
	}

	private release(owner: string, open: string, [value, execution]: readonly unknown[]): Row[] {
		const key = keyOf.parse(value);
		const known = this.rows.get(key);
		if (known?.[owner] !== execution || (known?.[open] ?? null) !== null) return [];
		this.rows.delete(key);
		return [{ key }];
	}

	private store(assignments: string, empty: string, values: readonly unknown[]): Row[] {
		const key = keyOf.parse(values[0]);
		const known = this.rows.get(key);
		if (known === undefined || (known[empty] ?? null) !== null) return [];
		const changed = Object.fromEntries(
			[...assignments.matchAll(/(\w+) = (?:\$(\d)::text|now\(\))/g)].map(([, column = '', parameter]) => [
				column,
				parameter === undefined ? new Date().toISOString() : values[Number(parameter) - 1],
			]),
		);
		const row = { ...known, ...changed };
		this.rows.set(key, row);
		return [row];
	}
}
