import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../playground/src/support/json';
import { rawGet } from '../support/rawGet';
import { allEnded } from '../support/runs';
import {
	acknowledged,
	json,
	megabytes,
	message,
	post,
	text,
	toBeTriedAgain,
	tooLarge,
	type Reply,
} from '../support/webhooks';
import { done, publishChain, trigger } from '../support/workflow';
import type { World } from './world';

/** A call of a trigger's URL. */
interface Call {
	what: string;
	/** The query of a GET, or a body to post. */
	query?: string;
	body?: string;
	headers?: Record<string, string>;
	answer: Reply | Pick<Reply, 'status'>;
	/** Part of the event that starts the workflow. */
	starts?: JsonObject;
}

const report = (reference: string, status: number, more = ''): string =>
	`numero=33600123456&reference=${reference}&accuse=${status}&ts=1705326600${more}`;
const webhook = (id: string, more: JsonObject = {}): Pick<Call, 'body' | 'starts'> => ({
	body: message(id, 'Déjà reçu 🙂', more),
	starts: { messageId: id, messageType: 'text', text: 'Déjà reçu 🙂', from: '+33600123461' },
});

/** The calls of each trigger, one after the other. What the service tries again has started nothing. */
const triggers: ReadonlyArray<{ type: string; parameters: JsonObject; calls: readonly Call[] }> = [
	{
		type: 'smsboxDeliveryReportTrigger',
		parameters: { finalOnly: true, options: {} },
		calls: [
			{
				what: 'a report with callback data',
				query: report('1001', 0, '&order=1%2B2%3D3'),
				answer: acknowledged,
				starts: {
					channel: 'sms',
					event: 'delivery_report',
					reference: '1001',
					timestamp: expect.stringMatching(/^2024-01-15T/),
					status: expect.objectContaining({ code: '0', delivered: true, final: true }),
					callbackData: { order: '1+2=3' },
				},
			},
			{ what: 'a status that the filters leave out', query: report('1002', 9), answer: acknowledged },
			{ what: 'nothing', query: '', answer: toBeTriedAgain },
		],
	},
	{
		type: 'smsboxWabaTrigger',
		// With nothing done on receipt, it needs no credential.
		parameters: { options: {} },
		calls: [
			{ what: 'a webhook', ...webhook('wamid.1'), answer: acknowledged },
			{ what: 'the webhook again', body: webhook('wamid.1').body ?? '', answer: acknowledged },
			{ what: '0.2 MB', ...webhook('wamid.0.2mb', { more: megabytes(0.2) }), answer: acknowledged },
			{ what: 'a webhook as text', ...webhook('wamid.text'), headers: text, answer: acknowledged },
			{ what: 'JSON without a request type', body: '{"hello":"world"}', answer: toBeTriedAgain },
			{ what: 'a text', body: 'hello', headers: text, answer: toBeTriedAgain },
			{ what: '0.2 MB of text', body: megabytes(0.2), headers: text, answer: toBeTriedAgain },
			{ what: 'an empty body', body: '', answer: toBeTriedAgain },
			{ what: '5 MB', body: message('wamid.5mb', 'Hello', { more: megabytes(5) }), answer: tooLarge },
			{ what: '5 MB of text', body: megabytes(5), headers: text, answer: tooLarge },
			// These the trigger never sees.
			{ what: 'broken JSON', body: '{"requestType":', answer: { status: 422 } },
			{
				what: '17 MB',
				body: message('wamid.17mb', 'Hello', { more: megabytes(17) }),
				answer: { status: 500 },
			},
			{ what: 'a last webhook', ...webhook('wamid.after'), answer: acknowledged },
		],
	},
];

/** The triggers over real HTTP: what they answer to which call, and which calls start the workflow. */
export function callbackChecks(worlds: () => readonly World[]): void {
	describe('the callbacks', () => {
		it.each(triggers)('of $type get their answer, and start the workflow once', async (row) => {
			for (const { real, credential, reader } of worlds()) {
				const chain = [trigger(row.type, row.parameters), done];
				const published = await publishChain(real, credential, `Calls ${randomUUID()}`, ...chain);
				const answers: unknown[] = [];
				for (const { what, query, body = '', headers = json } of row.calls) {
					const sent = query === undefined ? post(published, body, headers) : rawGet(published.url, query);
					// n8n may close the connection before it has read 17 MB: the service tries again, too.
					answers.push({ what, answer: await sent.catch(() => ({ status: 500 })) });
				}
				expect(answers).toMatchObject(row.calls.map(({ what, answer }) => ({ what, answer })));
				const events = row.calls.flatMap(({ starts = [] }) => starts);
				const executions = await allEnded(reader, published.id, events.length);
				expect(executions.map(({ status }) => status)).toEqual(events.map(() => 'success'));
				// n8n 1 acknowledges an event before it stores the execution, so that the order can differ.
				const started = executions.map(({ output }) => output.Trigger);
				for (const event of events) expect(started).toContainEqual([expect.objectContaining(event)]);
			}
		});
	});
}
