/** n8n can't store an execution, as its database takes no writes, and runs on: what it was for starts the workflow later. */
import { benchForEachTest, delivered, found, minute } from './bench';

const bench = benchForEachTest();
const status = delivered('1');

/** Publishes a workflow, and sends a message that is delivered at once. */
async function begin(...how: Parameters<typeof bench.open>): Promise<void> {
	await bench.open(...how);
	await bench.publish(minute);
	await bench.tick();
	bench.send('1', '0');
	bench.now += minute;
}

/** A poll on schedule whose items n8n can't store. */
async function pollInVain(): Promise<void> {
	bench.now += 5 * minute;
	const items = [...(await bench.stage.poll('is not stored')).values()].flat();
	expect(items).toEqual([]);
}

it.each<[what: string, poll: () => Promise<unknown>]>([
	['on schedule', pollInVain],
	['at publishing', async () => await bench.publish(minute, 'is not stored')],
])('a status of a poll %s comes once with the next poll', async (_what, poll) => {
	await begin();
	await poll();
	await poll();
	expect(found(await bench.poll(1))).toEqual(status);
	await bench.expectOnlyNew();
});

it.each([
	['with durable cursors', true, {}],
	["by n8n's scheduler", false, { isScheduled: true }],
])('comes once in polls %s, too', async (_what, isDurable, options) => {
	await begin(isDurable, options);
	await pollInVain();
	expect(found(await bench.settle())).toEqual(status);
});

it('comes once if another main process finds it before this one polls again', async () => {
	await begin();
	await pollInVain();
	bench.stage.changeMain();
	const items = await bench.publish(minute);
	bench.stage.changeMain();
	items.push(...(await bench.publish(minute)), ...(await bench.settle(3)));
	expect(found(items)).toEqual(status);
});

it('comes before those of later polls, and again after a restart', async () => {
	await begin();
	await pollInVain();
	bench.send('2', '0');
	const both = delivered('1', '2');
	expect(found(await bench.poll(3))).toEqual(both);
	bench.stage.stop();
	expect(found(await bench.publish(minute))).toEqual(both);
	await bench.expectOnlyNew();
});

it('comes after a change of filters, and after a restart nothing else is missing', async () => {
	await begin();
	await pollInVain();
	bench.trigger.parameters = { ...bench.trigger.parameters, filters: { statuses: ['3'] } };
	expect(found(await bench.publish(minute, 'goes on'))).toEqual(status);
	bench.send('2', '3');
	bench.stage.stop();
	const items = [...(await bench.publish(minute)), ...(await bench.settle(3))];
	expect(found(items)).toEqual(['delivery_report 2 3']);
});

it('comes after a restart of n8n 1, which tells nothing', async () => {
	await begin(false, { isN8n1: true });
	await pollInVain();
	expect(await bench.poll(3)).toEqual([]);
	bench.stage.stop();
	expect(found(await bench.publish(minute))).toEqual(status);
});

const error = (name: string, message = '', code?: string): Error =>
	Object.assign(new Error(message), { name }, code === undefined ? {} : { code });

it.each([
	['waited too long for SQLite', error('LockAcquireTimeoutError'), status],
	['could not connect to PostgreSQL', error('AggregateError', '', 'ECONNREFUSED'), status],
	['waited too long for PostgreSQL', error('Error', 'timeout exceeded when trying to connect'), status],
	['found PostgreSQL starting', error('error', 'the database system is starting up', '57P03'), status],
	['found it unpublished', error('UnexpectedError', 'Published version not found for workflow'), status],
	['stopped the execution', error('ManualExecutionCancelledError', 'The execution was cancelled'), []],
	['no longer knows it', error('ExecutionNotFoundError'), []],
])('comes again only if nothing has run: n8n %s', async (_what, rejection, expected) => {
	await begin();
	bench.stage.rejection = rejection;
	await pollInVain();
	expect(found(await bench.settle(3))).toEqual(expected);
});
