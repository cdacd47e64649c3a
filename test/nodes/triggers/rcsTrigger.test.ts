import { messages } from '../../../nodes/SmsboxRcsTrigger/rcsWebhooks';
import { serveRcs, status, text, timestamp, typing, webhook } from './rcsServed';
import { closeAll } from './served';
import { isStartedBy } from './webhookServed';

afterEach(closeAll);

test.each([
	['a message', text('Hi'), true],
	['another event', typing(), true],
	['a status without one', webhook('status_update', { timestamp }), true],
	['another status', status('SENT'), false],
])('by status, %s starts the workflow: %j', async (_what, body, isStarted) => {
	const served = await serveRcs({ requestTypes: [], statuses: ['FAILED'] });
	expect(await isStartedBy(body, served)).toBe(isStarted);
});

const event = (data: object): Record<string, unknown> =>
	webhook('incoming_event', { type: 'event', timestamp, ...data });

describe.each([
	['messages, as by default', messages, false],
	['Typing only', ['incoming_event'], true],
	['every event', [], true],
])('with %s', (_what, requestTypes, isTypingChosen) => {
	it(`typing ${isTypingChosen ? 'starts' : "doesn't start"} the workflow`, async () => {
		const served = await serveRcs({ requestTypes });
		expect(await isStartedBy(typing(), served)).toBe(isTypingChosen);
	});

	it.each([{ eventType: 'UNSUBSCRIBE' }, { eventType: 'is_typing' }, { eventType: null }, {}])(
		'an event that the service does not document starts it: %j',
		async (data) => {
			const served = await serveRcs({ requestTypes });
			expect(await isStartedBy(event(data), served)).toBe(true);
			expect(served.items()[0]?.json).toMatchObject({
				event: 'incoming_event',
				eventType: data.eventType ?? null,
			});
		},
	);
});
