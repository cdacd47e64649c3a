import { jsonOf, type RunResult } from '../support/engine';
import { withoutPauses } from '../support/withoutPauses';
import { readExample } from './exampleHarness';
import { PostgresTable } from './postgres';
import { setUpExample } from './setUpExample';

withoutPauses();

const name = 'start-once-per-event';
const quickly = { '"waitBetweenTries": 1000': '"waitBetweenTries": 1' };

describe('the example "start once per event"', () => {
	let table: PostgresTable;
	const at = setUpExample(name, {
		nodes: () => {
			table = new PostgresTable();
			return table.node;
		},
		speed: 0,
	});

	/** What a trigger puts out that has not seen these events. */
	const arrive = async (...events: string[]): Promise<RunResult> =>
		await at.harness.run(
			readExample(name, quickly),
			'Event',
			events.map((eventId) => ({ json: { eventId } })),
		);
	const eventsAt = (result: RunResult, node: string): unknown[] =>
		jsonOf(result, node).map(({ event_id: id, eventId }) => id ?? eventId);

	it('starts with an event, and marks it as finished', async () => {
		const served = await at.publish(readExample(name), 'report');
		await fetch(`${served.url}?numero=33600123456&reference=123456789&accuse=0&ts=1705326600`);
		const result = await at.started();
		const [event] = jsonOf(result, 'Event');
		expect([...table.rows]).toEqual([
			[
				event?.['eventId'],
				{
					event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
					execution: result.executionId,
					finished_at: expect.any(String),
				},
			],
		]);
	});

	it('does not start again with the same event', async () => {
		const first = await arrive('a', 'b');
		const second = await arrive('b', 'c');
		expect(eventsAt(first, 'Your actions')).toEqual(['a', 'b']);
		expect(eventsAt(second, 'Your actions')).toEqual(['c']);
		expect(jsonOf(second, 'Already started')).toEqual([
			{ eventId: 'b', execution: first.executionId, finishedAt: table.rows.get('b')?.['finished_at'] },
		]);
		expect(eventsAt(second, 'Mark as finished')).toEqual(['c']);
	});

	it('does not start again after a crash, and leaves the row open', async () => {
		table.rows.set('a', { event_id: 'a', execution: '7' });
		const result = await arrive('a');
		expect(result.data).not.toHaveProperty('Your actions');
		expect(jsonOf(result, 'Already started')).toEqual([{ eventId: 'a', execution: '7', finishedAt: '' }]);
		expect(table.rows.get('a')).not.toHaveProperty('finished_at');
	});

	it('does not start without the database, nor retry in the middle of the actions', async () => {
		table.failAfter(0);
		const result = await arrive('a');
		expect(result.status).toBe('error');
		expect(result.data).not.toHaveProperty('Your actions');
		expect(readExample(name).settings).toMatchObject({ saveExecutionProgress: false });
	});
});
