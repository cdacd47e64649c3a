/** A start of n8n finds the state from before the last items: they start the workflow again, but not with each start. */
import { deduplication } from '../../../nodes/engine/webhook/deduplication';
import type { Execution } from '../../polls/stage';
import { fakeCall } from '../triggers/fakeContext';
import { benchForEachTest, delivered, found, minute } from './bench';

const bench = benchForEachTest();
const status = delivered('1');

/** Publishes a workflow, and finds a status by a poll. */
async function begin(isDurable = false): Promise<void> {
	await bench.open(isDurable);
	await bench.publish(minute);
	await bench.tick();
	bench.send('1', '0');
	expect(found(await bench.poll(3))).toEqual(status);
}

/** Stops n8n and starts it again. @returns what starts the workflow */
async function restart(execution: Execution): Promise<string[]> {
	bench.stage.stop();
	const first = found(await bench.publish(minute, execution));
	return execution === 'is lost' ? first : [...first, ...found(await bench.settle(3))];
}

interface Restart {
	execution: Execution;
	items: string[];
}

const again = (execution: Execution): Restart => ({ execution, items: status });
const nothing: Restart = { execution: 'ends', items: [] };
const lost: Restart = { execution: 'is lost', items: [] };

it.each<[what: string, isDurable: boolean, restarts: Restart[]]>([
	['once more', false, [again('ends'), nothing, nothing]],
	['never with durable cursors', true, [nothing, nothing]],
	['until an execution ends with the first poll', false, [again('goes on'), again('ends'), nothing]],
	['until n8n has stored an execution', false, [lost, lost, again('ends'), nothing]],
])('its items come %s', async (_what, isDurable, restarts) => {
	await begin(isDurable);
	const items: string[][] = [];
	for (const { execution } of restarts) items.push(await restart(execution));
	expect(items).toEqual(restarts.map((each) => each.items));
	await bench.expectOnlyNew();
});

it('items of a publishing that fails for another trigger come no third time', async () => {
	await begin();
	const [first, second] = bench.withSecond();
	bench.stage.stop();
	bench.stage.nodes = [first, { ...second, parameters: { ...second.parameters, filters: { to: 'Marie' } } }];
	await expect(bench.publish()).rejects.toThrow('phone number');
	bench.stage.nodes = [first];
	expect(found([...(await bench.publish(minute)), ...(await bench.settle(3))])).toEqual([]);
});

it.each([
	['a poll that starts the workflow keeps', false, 'delivered'],
	['a quiet poll does not save', false, 'none'],
	['a durable cursor leaves alone', true, 'delivered'],
])('%s the events of webhook triggers', async (_what, isDurable, messages) => {
	await bench.open(isDurable);
	await bench.publish(minute);
	await bench.tick();
	const { context, response } = fakeCall({ workflowId: 'workflow' });
	deduplication.arrive(context, '0123456789abcdef');
	response.finish(200);
	if (messages === 'delivered') bench.send('1', '0');
	await bench.poll(1);
	const isKept = !isDurable && messages === 'delivered';
	const kept = { 'smsboxEvents node-1': ' 0123456789abcd' };
	expect(bench.stage.saved['global']).toEqual(isKept ? kept : undefined);
});
