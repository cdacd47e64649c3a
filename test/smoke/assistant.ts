import { randomUUID } from 'node:crypto';
import { textAt, type JsonObject } from '../../playground/src/support/json';
import { publishedWebhooks, publishWorkflow, waitUntilServed } from '../../playground/src/n8n/workflows';
import { rawGet } from './rawGet';
import { webhook as rcsWebhook } from './rcsWebhook';
import { rcsAgent, type Stage } from './realN8n';
import { serveModel, type ScriptedModel } from './scriptedModel';
import { message } from './wabaWebhook';
import { acknowledged, post } from './webhooks';
import { lastExecution, trigger, type Published } from './workflow';

interface Channel {
	type: string;
	parameters: JsonObject;
	/** Delivers a message of a person to the trigger. */
	say: (published: Published, person: string, text: string) => Promise<{ status: number; body: string }>;
}

const channels: Channel[] = [
	{
		type: 'smsboxIncomingSmsTrigger',
		parameters: { filters: {}, options: {} },
		say: async ({ url }, person, text) =>
			await rawGet(url, `numero=${person}&ts=1705326600&charset=UTF-8&message=${encodeURIComponent(text)}`),
	},
	{
		type: 'smsboxWabaTrigger',
		parameters: { options: {} },
		say: async (published, person, text) =>
			await post(published, message(`wamid.${randomUUID()}`, text).replace('33600123461', person)),
	},
	{
		type: 'smsboxRcsTrigger',
		parameters: { options: {} },
		say: async (published, msisdn, text) =>
			await post(
				published,
				rcsWebhook('incoming_message_text', { type: 'text', text }, { msisdn, agentId: rcsAgent.agentId }),
			),
	},
];

/** An agent with a memory behind the triggers for incoming messages: all their fields are as the editor adds them. */
export function assistantChecks({ real, credential }: Stage): void {
	describe.each([3.1, 2.2])('the AI Agent %s behind a trigger for incoming messages', (version) => {
		let model: ScriptedModel;
		let openAi: JsonObject;

		beforeAll(async () => {
			model = await serveModel();
			const name = `Model of an assistant ${version}`;
			const data = { apiKey: 'none', url: model.url };
			const saved = await real().api.post('/credentials', { name, type: 'openAiApi', data });
			openAi = { openAiApi: { id: textAt(saved, 'id'), name } };
		});
		afterAll(async () => {
			await model.close();
		});

		const publishAssistant = async ({ type, parameters }: Channel): Promise<Published> => {
			const nodes = [
				{ ...trigger(type, parameters), webhookId: randomUUID() },
				{
					name: 'Agent',
					type: '@n8n/n8n-nodes-langchain.agent',
					typeVersion: version,
					parameters: { options: {} },
				},
				{
					name: 'Model',
					type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
					typeVersion: 1.2,
					parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
					credentials: openAi,
				},
				{
					name: 'Memory',
					type: '@n8n/n8n-nodes-langchain.memoryBufferWindow',
					typeVersion: 1.3,
					parameters: {},
				},
			].map((node, index) => ({ id: randomUUID(), position: [index * 220, 0], ...node }));
			const workflow = {
				id: randomUUID().slice(0, 8),
				name: `Assistant ${version} behind ${type}`,
				nodes,
				connections: {
					Trigger: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
					Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
					Memory: { ai_memory: [[{ node: 'Agent', type: 'ai_memory', index: 0 }]] },
				},
				settings: { executionOrder: 'v1' },
			};
			const id = await publishWorkflow(real().api, workflow, credential());
			const [served] = await publishedWebhooks(real().api, workflow);
			if (served === undefined) throw new Error('The workflow has no webhook');
			await waitUntilServed(served);
			return { id, url: served.url };
		};

		it.each(channels)('$type: hears each person, and remembers nobody else', async (channel) => {
			const published = await publishAssistant(channel);
			let executions = 0;
			const hearing = async (person: string, text: string): Promise<string[]> => {
				model.follow();
				expect(await channel.say(published, person, text)).toMatchObject(acknowledged);
				const { status } = await lastExecution(real(), published.id, (executions += 1));
				expect(status).toBe('success');
				return model.heard();
			};
			expect(await hearing('33600123461', 'I am Alice')).toEqual(['I am Alice']);
			expect(await hearing('33600123462', 'Who am I?')).toEqual(['Who am I?']);
			expect(await hearing('33600123461', 'And I?')).toEqual(['I am Alice', 'And I?']);
		});
	});
}
