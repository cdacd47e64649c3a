/** A question in a workflow that a chat starts and response nodes answer: the person in the chat writes on while it is open. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'undici';
import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { parseJson, textAt } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { n8n1, n8n2 } from '../support/n8nProcess';
import { done, lines, workflowOf } from '../support/workflow';
import { receivedBy } from './person';
import { WaitingStage } from './waitingStage';
import { approvalByTap, askByTap } from './workflows';

const number = '33612999061';

/** A chat whose page sends its messages to the execution that the first one has started. */
const chat = (webhookId: string) => ({
	name: 'Start',
	type: '@n8n/n8n-nodes-langchain.chatTrigger',
	typeVersion: 1.3,
	parameters: { public: true, mode: 'webhook', options: { responseMode: 'responseNodes' } },
	webhookId,
});

/** What n8n logs where a chat message can't end a wait: n8n 2, then n8n 1. */
const refusals = /Refused chat resume|Error processing message from chat/;

describe.each([n8n2, n8n1])('n8n $name', (version) => {
	let stage: WaitingStage;
	beforeAll(async () => {
		stage = await WaitingStage.open(version, { callbackTimeoutMs: 20_000 });
	});
	afterAll(async () => await stage.close());

	/** The first message. Returns what n8n's page reads. */
	async function begin(url: string, sessionId: string): Promise<unknown> {
		return await waitFor(
			'an execution of the chat',
			async () => {
				const reply = await fetchOnce(url, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput: 'Ship order 7, please' }),
				});
				const text = await reply.text();
				return text.includes('executionId') ? parseJson(text) : undefined;
			},
			{ seconds: 30 },
		);
	}

	it('a chat message ends no question: the tap answers it', async () => {
		const { api, n8n, simulator } = stage.stage;
		const [webhookId, sessionId] = [randomUUID(), randomUUID()];
		const nodes = [chat(webhookId), askByTap('Ask', number), done];
		await stage.stage.publishFile(workflowOf('chat', nodes, lines('Start', 'Ask', 'Done')));
		const started = await begin(`${api.url}/webhook/${webhookId}/chat`, sessionId);
		const [executionId, token] = [textAt(started, 'executionId'), textAt(started, 'resumeToken')];
		await stage.waiting(executionId);

		const query = new URLSearchParams({ sessionId, executionId, isPublic: 'true', token });
		const socket = new WebSocket(`${api.url.replace('http', 'ws')}/chat?${query.toString()}`);
		// Until n8n's first message, it hears nothing.
		await once(socket, 'message');
		socket.send(JSON.stringify({ sessionId, action: 'sendMessage', chatInput: 'Is it done?' }));
		await waitFor('n8n to refuse the message', async () => refusals.test(n8n.log()) || undefined, {
			seconds: 30,
		});
		socket.close();

		const [question] = await receivedBy(simulator, approvalByTap, number, 1);
		await question?.answer('approve');
		const { output } = await stage.ended(executionId, 60);
		expect((output['Done'] ?? []).map(({ outcome }) => outcome)).toEqual(['approved']);
	});
});
