import { createHash, randomUUID } from 'node:crypto';
import { textAt, type JsonObject } from '../../playground/src/support/json';
import { publishedWebhooks, publishWorkflow, waitUntilServed } from '../../playground/src/n8n/workflows';
import { rawGet } from './rawGet';
import { webhook as rcsWebhook } from './rcsWebhook';
import { agent, rcsAgent, type Stage } from './realN8n';
import { serveModel, type ScriptedModel } from './scriptedModel';
import { incoming, message } from './wabaWebhook';
import { acknowledged, post } from './webhooks';
import { lastExecution, trigger, type NodeInChain, type Published } from './workflow';

export interface Channel {
	type: string;
	parameters: JsonObject;
	/** Delivers a message of a person to the trigger. */
	say: (published: Published, person: string, text: string) => Promise<{ status: number; body: string }>;
}

/** The triggers for incoming messages, and how a message of a person comes to them. */
export const channels: Channel[] = [
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

const aiAgent = (typeVersion: number): NodeInChain => ({
	name: 'Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion,
	parameters: { options: {} },
});
const chain: NodeInChain = {
	name: 'Chain',
	type: '@n8n/n8n-nodes-langchain.chainLlm',
	typeVersion: 1.7,
	parameters: {},
};

/**
 * An agent with a memory, or a chain, behind the triggers for incoming messages: all their fields are as the editor adds them.
 * @param versions of the AI Agent
 */
export function assistantChecks(
	{ real, credential }: Pick<Stage, 'real' | 'credential'>,
	versions: readonly number[] = [3.1, 2.2],
): void {
	describe('AI nodes behind a trigger for incoming messages', () => {
		let model: ScriptedModel;
		let openAi: JsonObject;

		beforeAll(async () => {
			model = await serveModel();
			const name = 'Model of an assistant';
			const data = { apiKey: 'none', url: model.url };
			const saved = await real().api.post('/credentials', { name, type: 'openAiApi', data });
			openAi = { openAiApi: { id: textAt(saved, 'id'), name } };
		});
		afterAll(async () => {
			await model.close();
		});

		const publishAssistant = async (first: NodeInChain, consumer: NodeInChain): Promise<Published> => {
			const nodes = [
				{ ...first, webhookId: randomUUID() },
				consumer,
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
				name: `${consumer.name} ${consumer.typeVersion} behind ${first.type}`,
				nodes,
				connections: {
					Trigger: { main: [[{ node: consumer.name, type: 'main', index: 0 }]] },
					Model: { ai_languageModel: [[{ node: consumer.name, type: 'ai_languageModel', index: 0 }]] },
					// A chain has no memory.
					...(consumer !== chain && {
						Memory: { ai_memory: [[{ node: consumer.name, type: 'ai_memory', index: 0 }]] },
					}),
				},
				settings: { executionOrder: 'v1' },
			};
			const id = await publishWorkflow(real().api, workflow, credential());
			const [served] = await publishedWebhooks(real().api, workflow);
			if (served === undefined) throw new Error('The workflow has no webhook');
			await waitUntilServed(served);
			return { id, url: served.url };
		};

		/** What the model hears once a person has said something. */
		const hearingOf = async ({ type, parameters, say }: Channel, consumer: NodeInChain) => {
			const published = await publishAssistant(trigger(type, parameters), consumer);
			let executions = 0;
			return async (person: string, text: string): Promise<string[]> => {
				model.follow();
				expect(await say(published, person, text)).toMatchObject(acknowledged);
				const { status } = await lastExecution(real(), published.id, (executions += 1));
				expect(status).toBe('success');
				return model.heard();
			};
		};

		it.each(versions.flatMap((version) => channels.map((channel) => ({ ...channel, version }))))(
			'AI Agent $version, $type: hears each person, and remembers nobody else',
			async ({ version, ...channel }) => {
				const hearing = await hearingOf(channel, aiAgent(version));
				expect(await hearing('33600123461', 'I am Alice')).toEqual(['I am Alice']);
				expect(await hearing('33600123462', 'Who am I?')).toEqual(['Who am I?']);
				expect(await hearing('33600123461', 'And I?')).toEqual(['I am Alice', 'And I?']);
			},
		);

		it.each(channels)('a chain, $type: hears what each person says', async (channel) => {
			const hearing = await hearingOf(channel, chain);
			expect(await hearing('33600123461', 'I am Alice')).toEqual(['I am Alice']);
			expect(await hearing('33600123461', 'And I?')).toEqual(['And I?']);
		});

		it.each(versions)('AI Agent %s: sees a photo that was downloaded on receipt', async (version) => {
			const withPhotos = trigger('smsboxWabaTrigger', {
				onReceipt: ['downloadFiles'],
				wabaId: agent.wabaId,
				phoneId: agent.phoneId,
				options: {},
			});
			const published = await publishAssistant(
				{ ...withPhotos, credentials: { smsboxApi: {} } },
				aiAgent(version),
			);
			const { messageId, fileId } = await real().simulator.wabaIncoming({
				from: '33600123463',
				type: 'image',
			});
			const photo = await real().simulator.file(fileId);
			const sha256 = createHash('sha256').update(photo).digest('hex');
			const image = {
				type: 'image',
				image: { id: fileId, mime_type: 'image/png', sha256, caption: 'My door' },
			};
			model.follow();
			expect(await post(published, incoming(messageId, image))).toMatchObject(acknowledged);
			expect((await lastExecution(real(), published.id, 1)).status).toBe('success');
			expect(model.heard()).toContain('My door');
			expect(model.seen()).toEqual([`data:image/png;base64,${photo.toString('base64')}`]);
		});
	});
}
