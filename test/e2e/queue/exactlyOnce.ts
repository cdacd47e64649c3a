import { randomUUID } from 'node:crypto';
import { latestExecutions } from '../../../playground/src/n8n/executions';
import { listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { withCredential, type WorkflowFile } from '../../../playground/src/n8n/workflows';
import { rawGet } from '../support/rawGet';
import { postJson, webhook } from '../support/workflow';
import { exampleWorkflow } from '../faults/workflows';
import { deliveryReport } from '../support/deliveryReport';
import { allEnded } from '../support/runs';
import { isLong } from '../support/report';
import type { Fleet, Stage } from './fleet';
import { databaseUser } from './postgres';
import { branchesOf, settled, statusesOf } from './queries';
import { atATime } from './repeated';
import { publishFile, startedOn, workersOf, type Served } from './workflows';

/** The examples' own database, beside n8n's. */
const database = 'examples';
const lists = 10;
const ordersInList = 50;
const events = isLong ? 500 : 50;

/** Both processors start an execution for each event, so that the row alone decides. */
const unfiltered: JsonObject = {
	statuses: [],
	finalOnly: true,
	output: 'simplified',
	options: { ignoreDuplicates: false },
};

type Order = { order: string; name: string; phone: string };

/** Orders, each for a person of their own. */
const newOrders = (from: number, count: number): Order[] =>
	Array.from({ length: count }, (_, index) => ({
		order: `Q-${from + index}`,
		name: 'Inès',
		phone: `3360070${String(from + index).padStart(4, '0')}`,
	}));

/** The queries in an example's note about its table: to create it, to list its open rows … */
function queriesIn({ nodes }: WorkflowFile): string[] {
	const note = nodes.find((node) => textAt(node, 'name') === 'The table');
	return [...textAt(note, 'parameters', 'content').matchAll(/^```sql\n([^]*?)^```/gm)].map(
		([, query = '']) => query,
	);
}

/** Creates the tables of an example by its note, and publishes it with a credential for them. */
async function publishExample(fleet: Fleet, file: WorkflowFile): Promise<Served> {
	const { api, postgres } = fleet;
	const name = 'Postgres';
	const data = { host: '127.0.0.1', port: postgres.port, database, user: databaseUser, password: 'any' };
	const id = textAt(await api.post('/credentials', { name, type: 'postgres', data }), 'id');
	await postgres.query(queriesIn(file)[0] ?? '', database);
	return await publishFile(fleet, withCredential(file, 'postgres', { id, name }));
}

/** The example of a send, with orders that come by a webhook. */
function sendingExample(): WorkflowFile {
	const orders: JsonObject = { mode: 'raw', jsonOutput: '={{ $json.body }}', options: {} };
	const file = exampleWorkflow('send-once-across-workers', { Orders: orders });
	const called = { ...webhook('queue/orders'), name: 'Run by hand', webhookId: randomUUID() };
	const nodes = file.nodes.map((node) => (node['name'] === called.name ? { ...node, ...called } : node));
	return { ...file, nodes };
}

/** How many messages each person got, by number. */
async function received({ simulator }: Fleet, orders: readonly Order[]): Promise<Map<string, number>> {
	const counts = new Map(orders.map(({ phone }) => [phone, 0]));
	for (const message of listAt(await simulator.get('/messages'), 'messages')) {
		const number = textAt(message, 'number');
		const count = counts.get(number);
		if (count !== undefined) counts.set(number, count + 1);
	}
	return counts;
}

const totalOf = (counts: ReadonlyMap<string, number>): number =>
	[...counts.values()].reduce((total, count) => total + count, 0);

/** The examples that let a row in a database decide which process goes on. */
export function exactlyOnceChecks({ fleet }: Stage): void {
	describe('exactly once, by a row in PostgreSQL', () => {
		let sending: Served;
		let starting: Served;
		let openOrders = '';

		beforeAll(async () => {
			await fleet().postgres.query(`CREATE DATABASE ${database}`);
			const example = sendingExample();
			openOrders = queriesIn(example)[1] ?? '';
			sending = await publishExample(fleet(), example);
			starting = await publishExample(
				fleet(),
				exampleWorkflow('start-once-per-event', { Event: unfiltered }),
			);
		});

		const submit = async (processor: 0 | 1, orders: readonly Order[]): Promise<void> =>
			await postJson(sending.urls[processor], { orders: [...orders] });

		it('each order is sent that is submitted twice at the same time', async () => {
			const orders = newOrders(0, lists * ordersInList);
			await Promise.all(
				Array.from({ length: lists }, async (_, index) => {
					const list = orders.slice(index * ordersInList, (index + 1) * ordersInList);
					// In another order, so that each transaction waits for the other.
					await Promise.all([submit(0, list), submit(1, [...list].reverse())]);
				}),
			);
			const executions = await allEnded(fleet(), sending.id, 2 * lists);
			expect(executions.map(({ status, error }) => `${status} ${error}`.trim())).toEqual(
				executions.map(() => 'success'),
			);
			const counts = await received(fleet(), orders);
			const ran = await Promise.all(executions.map(async ({ id }) => await workersOf(fleet(), id)));
			const byWorker = [0, 1].map((worker) => ran.filter((workers) => workers.includes(worker)).length);
			expect([...counts.values()]).toEqual(orders.map(() => 1));
			expect(Math.min(...byWorker)).toBeGreaterThan(0);
			const outcomes = await fleet().postgres.query(
				'SELECT outcome, count(*) FROM smsbox_sends GROUP BY 1',
				database,
			);
			expect(outcomes).toEqual([['accepted', String(orders.length)]]);
		});

		it('no order is sent again whose worker was killed between its row and its outcome, and all are listed', async () => {
			const orders = newOrders(5_000, 20);
			const before = (await allEnded(fleet(), sending.id, 0)).length;
			// Some have been sent when the worker ends, without an answer; the others wait for them.
			await fleet().simulator.put('/faults', {
				faults: [{ on: 'request', kind: 'hang', accepted: true, times: 0 }],
			});
			await submit(0, orders);
			await waitFor(
				'the first messages',
				async () => (totalOf(await received(fleet(), orders)) > 0 ? true : undefined),
				{ seconds: 120, everyMs: 50 },
			);
			const [running] = await latestExecutions(fleet().api, sending.id);
			const [busy] = startedOn(fleet(), running?.id ?? '');
			if (busy === undefined) throw new Error('No worker runs the execution');
			await busy.kill();
			await fleet().simulator.put('/faults', { faults: [] });

			await submit(1, orders);
			const [killed, again] = (await allEnded(fleet(), sending.id, before + 2)).slice(-2);
			expect(again?.output['Already submitted']).toHaveLength(orders.length);
			const sent = await received(fleet(), orders);
			expect(totalOf(sent)).toBeLessThan(orders.length);
			await fleet().api.post(`/executions/${killed?.id}/retry`, { loadWorkflow: false });
			await allEnded(fleet(), sending.id, before + 3);
			await busy.start();
			expect(await received(fleet(), orders)).toEqual(sent);
			const open = await fleet().postgres.query(openOrders, database);
			expect(open.map(([key]) => key).sort()).toEqual(orders.map(({ order }) => order).sort());
			expect(new Set(open.map(([, execution]) => execution))).toEqual(new Set([killed?.id]));

			// As after a look into the history.
			const missing = orders.filter(({ phone }) => sent.get(phone) === 0).map(({ order }) => `'${order}'`);
			await fleet().postgres.query(`DELETE FROM smsbox_sends WHERE key IN (${missing.join()})`, database);
			await submit(0, orders);
			await allEnded(fleet(), sending.id, before + 4);
			expect([...(await received(fleet(), orders)).values()]).toEqual(orders.map(() => 1));
		});

		it('the actions start for each event that arrives at both webhook processors at the same time', async () => {
			const references = Array.from({ length: events }, (_, index) => String(860_000_000_000 + index));
			await atATime(4, references, async (reference) => {
				const replies = await Promise.all(
					starting.urls.map(async (url) => await rawGet(url, deliveryReport(reference))),
				);
				expect(replies.map(({ body }) => body)).toEqual(['OK', 'OK']);
			});
			const finished = async (): Promise<number> =>
				Number(
					(await fleet().postgres.query('SELECT count(finished_at) FROM smsbox_events', database))[0]?.[0],
				);
			await waitFor(
				'each event being finished',
				async () => ((await finished()) === events ? true : undefined),
				{ seconds: 120 },
			);
			// n8n 1 acknowledges an event before it stores it.
			await waitFor(
				'each event being stored twice',
				async () => {
					const counts = Object.values(await statusesOf(fleet(), starting));
					return counts.reduce((total, count) => total + count, 0) >= 2 * events ? true : undefined;
				},
				{ seconds: 120 },
			);
			const { success = 0, ...others } = await settled(fleet(), starting);
			const branches = await branchesOf(fleet(), starting, 'Your actions');
			expect(others).toEqual({});
			expect(success).toBe(2 * events);
			expect(references.map((reference) => branches.get(reference))).toEqual(references.map(() => 1));
			expect(await finished()).toBe(events);
		});
	});
}
