import type { INodeType } from 'n8n-workflow';
import { description, tiny } from '../support/tinyNodes';
import { withoutPauses } from '../support/withoutPauses';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const from = '+33600123456';
const table = 'smsbox_assistant';
const name = 'ai-assistant';
/** The WABA is in the user's credential; that of the harness has none. */
const workflow = readExample(name, {
	'"to": "",': '"to": "+33600123499",',
	'"operation": "sendText",': '"operation": "sendText", "wabaId": "100100100100100",',
});
const agent = tiny(
	async () => await Promise.resolve([[{ json: { output: 'From ten to six' }, pairedItem: { item: 0 } }]]),
);
const wait = tiny(async (items) => await Promise.resolve([items]));
const unused: INodeType = { description: description({ inputs: [] }) };

withoutPauses();

describe('the example "AI assistant on WhatsApp, RCS and SMS", its outcomes', () => {
	const at = setUpExample(name, {
		nodes: () => ({
			'@n8n/n8n-nodes-langchain.agent': agent,
			'@n8n/n8n-nodes-langchain.lmChatOpenAi': unused,
			'@n8n/n8n-nodes-langchain.memoryBufferWindow': unused,
			'@n8n/n8n-nodes-langchain.openAi': unused,
			'n8n-nodes-base.wait': wait,
		}),
	});
	beforeEach(async () => {
		await at.publish(workflow, 'waba');
	});

	it.each(['REJECTED', 'PERHAPS'])('shows that an answer failed whose state is %s', async (state) => {
		await at.harness.break({
			on: 'request',
			kind: 'body',
			times: 1,
			contentType: 'application/json',
			accepted: false,
			body: JSON.stringify({
				response: { response_code: '202', response_desc: 'Request successfully queued.' },
				reference: '123456789012',
				recipients: [
					{
						submitted: from.slice(1),
						rewrited: from.slice(1),
						state,
						reason_code: 'NOT_ALLOWED',
					},
				],
			}),
			match: { operation: 'waba.message.sendText' },
		});
		await at.harness.receiveByWhatsApp({ from, type: 'text', text: 'one' });
		await at.started(0);
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
		expect(at.tables.rows(table)).toMatchObject([
			{ state: 'failed', result: expect.stringContaining('NOT_ALLOWED') },
		]);
	});

	it('answers a message that the workflow with the URL passes on, once', async () => {
		const event = {
			channel: 'waba',
			event: 'incoming_message',
			eventId: '0123456789abcdef0123456789abcdef',
			from,
			agent: { wabaId: '100100100100100', phoneId: '200200200200200' },
			chatInput: 'Are you open?',
			sessionId: `whatsapp:${from}:200200200200200`,
			optOut: false,
		};
		for (let call = 0; call < 2; call += 1)
			await at.harness.run(workflow, 'Called by the schedule', [{ json: event }]);
		expect(await at.harness.sentByWhatsApp()).toMatchObject([
			{ number: from, content: { text: { body: 'From ten to six' } } },
		]);
		expect(at.tables.rows(table)).toMatchObject([{ state: 'done' }]);
	});
});
