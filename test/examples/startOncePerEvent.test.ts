import { jsonOf, type RunResult } from '../support/engine';
import { PostgresTable } from './postgres';
import { setUpExample } from './setUpExample';

describe('the example "start once per event"', () => {
	const table = new PostgresTable();
	const at = setUpExample('start-once-per-event', {
		edits: { '"waitBetweenTries": 1000': '"waitBetweenTries": 1' },
		nodes: () => table.emptied,
		speed: 0,
	});

	/** What a trigger puts out that has not seen these events. */
	const arrive = async (...events: string[]): Promise<RunResult> =>
		await at.run({}, 'Event', ...events.map((eventId) => ({ eventId })));
	const eventsAt = (result: RunResult, node: string): unknown[] =>
		jsonOf(result, node).map(({ event_id: id, eventId }) => id ?? eventId);

	it('starts with an event, and marks it as finished', async () => {
		await at.publish('report');
		await at.call('numero=33600123456&reference=123456789&accuse=0&ts=1705326600');
		const result = await at.started();
		const [event] = jsonOf(result, 'Event');
		const id: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);
		expect([...table.rows]).toEqual([
			[event?.['eventId'], { event_id: id, execution: result.executionId, finished_at: expect.any(String) }],
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
		expect((await at.fail({}, 'Event', { eventId: 'a' })).data).not.toHaveProperty('Your actions');
		expect(at.read().settings).toMatchObject({ saveExecutionProgress: false });
	});
});
