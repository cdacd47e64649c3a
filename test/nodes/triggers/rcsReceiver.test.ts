import fc from 'fast-check';

import { receive } from '../../../nodes/engine/receiver/receive';
import { rcsWebhooks } from '../../../nodes/SmsboxRcsTrigger/rcsWebhooks';
import { endingOf, fakeCall } from './fakeContext';

/** A workflow that no other test has used: what is remembered is remembered by workflow. */
let workflows = 0;

async function endingFor(rawBody: Uint8Array, parameters: object): Promise<string> {
	workflows += 1;
	const { context, response } = fakeCall({
		workflowId: `rcs ${workflows}`,
		request: { method: 'POST', rawBody },
	});
	const values = new Map<string, unknown>(Object.entries(parameters));
	const getNodeParameter = (name: string, fallback: unknown) => values.get(name) ?? fallback;
	return endingOf(await receive({ ...context, getNodeParameter }, rcsWebhooks), response).ending;
}

const anyData = fc.oneof(
	fc.jsonValue(),
	fc.record(
		{
			type: fc.constantFrom('text', 'reply', 'action', 'event', 'file', 'location', 'hologram'),
			text: fc.jsonValue(),
			postbackData: fc.oneof(fc.json(), fc.jsonValue()),
			eventType: fc.oneof(fc.constantFrom('READ', 'IS_TYPING'), fc.jsonValue()),
			payload: fc.jsonValue(),
			latitude: fc.jsonValue(),
			longitude: fc.jsonValue(),
			timestamp: fc.jsonValue(),
		},
		{ requiredKeys: [] },
	),
);
const anyWebhook = fc
	.record({
		requestType: fc.constantFrom(
			'incoming_message_text',
			'incoming_message_reply',
			'incoming_message_file',
			'incoming_event',
			'status_update',
			'agent_update',
		),
		data: anyData,
		msisdn: fc.jsonValue(),
		agentId: fc.jsonValue(),
		reference: fc.jsonValue(),
		requestDate: fc.jsonValue(),
		requestUUID: fc.jsonValue(),
	})
	.map((webhook) => Buffer.from(JSON.stringify(webhook)));
const anyBody = fc.oneof(
	fc.uint8Array({ maxLength: 200 }),
	fc.json().map((json) => Buffer.from(json)),
);
const anyParameters = fc.record({
	requestTypes: fc.anything(),
	statuses: fc.anything(),
	output: fc.constantFrom('simplified', 'raw', 'both'),
});

describe('any body', () => {
	test('ends in one of the three ways', async () => {
		await fc.assert(
			fc.asyncProperty(anyBody, anyParameters, async (body, parameters) => {
				expect(['started', 'acknowledged', 'refused']).toContain(await endingFor(body, parameters));
			}),
			{ numRuns: 500 },
		);
	});

	test('with a request type is never refused', async () => {
		await fc.assert(
			fc.asyncProperty(anyWebhook, anyParameters, async (body, parameters) => {
				expect(['started', 'acknowledged']).toContain(await endingFor(body, parameters));
			}),
			{ numRuns: 500 },
		);
	});

	test('with a request type starts the workflow where nothing is filtered', async () => {
		await fc.assert(
			fc.asyncProperty(anyWebhook, async (body) => {
				expect(await endingFor(body, {})).toBe('started');
			}),
			{ numRuns: 500 },
		);
	});
});
