import { jsonOf } from '../support/engine';
import { SubWorkflows } from './subWorkflows';
import { setUpExample } from './setUpExample';

describe('the example "one URL, several workflows"', () => {
	const workflows = new SubWorkflows();
	const at = setUpExample('one-url-several-workflows', { published: 'report', nodes: () => workflows.anew });

	const arrive = async (parameters = '') => {
		await at.call(`numero=33600123456&reference=123456789012&accuse=0&ts=1705326600${parameters}`);
		return await at.started();
	};
	const callers = () => workflows.calls.map(({ by }) => by);

	it.each([
		['orders', 'Call the orders'],
		['appointments', 'Call the appointments'],
	])('hands a report of "%s" on to its own workflow and to the archive, whole', async (word, node) => {
		await arrive(`&workflow=${word}&order=A-1001`);
		expect(callers()).toEqual(['Call the archive', node]);
		const event = expect.objectContaining({
			reference: '123456789012',
			status: expect.objectContaining({ code: '0' }),
			callbackData: { workflow: word, order: 'A-1001' },
		});
		expect(workflows.calls.map(({ items }) => items)).toEqual([[event], [event]]);
		// It never waits for them.
		expect(workflows.calls.map(({ goesOn }) => goesOn)).toEqual([true, true]);
	});

	it.each([
		['one that is not final', '9'],
		['a call that goes on', '30'],
	])('passes each status on: %s', async (_what, status) => {
		await at.call(`numero=33600123456&reference=1&accuse=${status}&ts=1705326600`);
		await at.started();
		expect(callers()).toEqual(['Call the archive']);
	});

	it.each(['', '&workflow=invoices'])('hands a report with "%s" on to the archive alone', async (word) => {
		await arrive(word);
		expect(callers()).toEqual(['Call the archive']);
	});

	it('makes the other calls where one cannot be made, and says which was not', async () => {
		workflows.unpublished.add('Call the archive');
		const result = await arrive('&workflow=orders');
		expect(callers()).toEqual(['Call the orders']);
		const eventId: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);
		const why = 'Workflow is not active and cannot be executed.';
		expect(jsonOf(result, 'Not passed on')).toEqual([
			{ eventId, reference: '123456789012', notCalledBy: 'Call the archive', why },
		]);
	});

	it('says it of an event of another trigger, too', async () => {
		workflows.unpublished.add('Call the archive');
		const event = { eventId: 'e-1', from: '+33600123456', text: 'Hello' };
		const result = await at.run({ '"Delivery report"': '"Incoming SMS"' }, 'Incoming SMS', event);
		expect(jsonOf(result, 'Not passed on')).toMatchObject([{ eventId: 'e-1', reference: '' }]);
	});

	it('calls itself as imported, so that it can be tried, and shows what a called workflow is given', async () => {
		await arrive('&workflow=orders&order=A-1001');
		const [call] = workflows.calls.filter(({ by }) => by === 'Call the orders');
		expect(call?.workflowId).toBe('workflow');
		const called = await at.run({}, 'Called with an event', ...(call?.items ?? []));
		expect(jsonOf(called, 'Show the event')).toEqual([
			{ reference: '123456789012', to: '+33600123456', status: 'Received', order: 'A-1001' },
		]);
	});
});
