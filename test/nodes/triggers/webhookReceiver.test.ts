import fc from 'fast-check';

import type { ReceiverContext } from '../../../nodes/engine/webhook/callback';
import { receive } from '../../../nodes/engine/webhook/receive';
import { rcsWebhooks } from '../../../nodes/SmsboxRcsTrigger/rcsWebhooks';
import { wabaWebhooks } from '../../../nodes/SmsboxWabaTrigger/wabaWebhooks';
import { endingOf, fakeCall } from './fakeContext';

const anything = fc.jsonValue();

const anythingIn = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, anything]));

/** For each channel, what the receiver looks at: its values made up, and some of them as they should be. */
const channels = [
	{
		channel: 'WABA',
		receiveOne: async (context: ReceiverContext) => await receive(context, wabaWebhooks),
		envelope: {
			requestType: fc.constantFrom('incoming_message', 'status_update', 'incoming_error', 'account_update'),
			...anythingIn('errors reference requestDate'),
		},
		data: {
			type: fc.constantFrom('text', 'image', 'reaction', 'location', 'interactive', 'button', 'hologram'),
			...anythingIn('id from timestamp status errors text image reaction location interactive button'),
		},
	},
	{
		channel: 'RCS',
		receiveOne: async (context: ReceiverContext) => await receive(context, rcsWebhooks),
		envelope: {
			requestType: fc.constantFrom(
				...['text', 'reply', 'file'].map((type) => `incoming_message_${type}`),
				...['incoming_event', 'status_update', 'agent_update'],
			),
			...anythingIn('msisdn agentId reference requestDate requestUUID'),
		},
		data: {
			type: fc.constantFrom('text', 'reply', 'action', 'event', 'file', 'location', 'hologram'),
			...anythingIn('text payload latitude longitude timestamp'),
			postbackData: fc.oneof(fc.json(), anything),
			eventType: fc.oneof(fc.constantFrom('READ', 'IS_TYPING'), anything),
		},
	},
];

const anyBody = fc.oneof(
	fc.uint8Array({ maxLength: 200 }),
	fc.json().map((json) => Buffer.from(json)),
);
const anyParameters = fc.record({
	requestTypes: fc.anything(),
	messageTypes: fc.anything(),
	statuses: fc.anything(),
	output: fc.constantFrom('simplified', 'raw', 'both'),
});
const runs = { numRuns: 500 };

describe.each(channels)('whatever is posted to the trigger of $channel', ({ receiveOne, envelope, data }) => {
	const anyData = fc.oneof(anything, fc.record<Record<string, unknown>>(data, { requiredKeys: [] }));
	const anyWebhook = fc
		.record<Record<string, unknown>>({ ...envelope, data: anyData })
		.map((webhook) => Buffer.from(JSON.stringify(webhook)));

	async function endingFor(rawBody: Uint8Array, parameters: object): Promise<string> {
		const { context, response } = fakeCall({ request: { method: 'POST', rawBody } });
		const values = new Map<string, unknown>(Object.entries(parameters));
		const getNodeParameter = (name: string, fallback: unknown) => values.get(name) ?? fallback;
		const { ending } = endingOf(await receiveOne({ ...context, getNodeParameter }), response);
		// An event that is being stored is looked at again by each further one.
		response.finish();
		return ending;
	}

	test('ends in one of the three ways', async () => {
		await fc.assert(
			fc.asyncProperty(anyBody, anyParameters, async (body, parameters) => {
				expect(['started', 'acknowledged', 'refused']).toContain(await endingFor(body, parameters));
			}),
			runs,
		);
	});

	test('with a request type is never refused, and starts the workflow where nothing is filtered', async () => {
		await fc.assert(
			fc.asyncProperty(anyWebhook, anyParameters, async (body, parameters) => {
				expect(['started', 'acknowledged']).toContain(await endingFor(body, parameters));
				expect(await endingFor(body, {})).toBe('started');
			}),
			runs,
		);
	});
});
