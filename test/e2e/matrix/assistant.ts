import { createHash, randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../playground/src/support/json';
import { rawGet } from '../support/rawGet';
import { agent, type Stage } from '../support/realN8n';
import { lastEnded } from '../support/runs';
import { acknowledged, incoming, message, post, rcsMessage, type Reply } from '../support/webhooks';
import {
	lines,
	publishServed,
	trigger,
	workflowOf,
	type NodeInChain,
	type Published,
} from '../support/workflow';
import { aiAgent, scriptedModel } from './agentNodes';

export interface Channel {
	type: string;
	parameters: JsonObject;
	/** Delivers a message of a person to the trigger. */
	say: (published: Published, person: string, text: string) => Promise<Reply>;
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
		say: async (published, person, text) => await post(published, rcsMessage(person, text)),
	},
];

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
export function assistantChecks(stage: Stage, versions: readonly number[]): void {
	describe('AI nodes behind a trigger for incoming messages', () => {
		const { model, node } = scriptedModel(stage);
		const { real, credential } = stage;

		const publishAssistant = async (first: NodeInChain, consumer: NodeInChain): Promise<Published> => {
			const memory: NodeInChain = {
				name: 'Memory',
				type: '@n8n/n8n-nodes-langchain.memoryBufferWindow',
				typeVersion: 1.3,
				parameters: {},
			};
			const workflow = workflowOf(
				`${consumer.name} ${consumer.typeVersion} behind ${first.type}`,
				[{ ...first, webhookId: randomUUID() }, consumer, node(), memory],
				[
					...lines(first.name, consumer.name),
					{ from: 'Model', to: consumer.name, type: 'ai_languageModel' },
					// A chain has no memory.
					...(consumer === chain ? [] : [{ from: 'Memory', to: consumer.name, type: 'ai_memory' as const }]),
				],
			);
			return await publishServed(real(), credential(), workflow);
		};

		/** What the model hears once a person has said something. */
		const hearingOf = async ({ type, parameters, say }: Channel, consumer: NodeInChain) => {
			const published = await publishAssistant(trigger(type, parameters), consumer);
			let executions = 0;
			return async (person: string, text: string): Promise<string[]> => {
				model().follow();
				expect(await say(published, person, text)).toMatchObject(acknowledged);
				const { status } = await lastEnded(real(), published.id, (executions += 1));
				expect(status).toBe('success');
				return model().heard();
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
			model().follow();
			expect(await post(published, incoming(messageId, image))).toMatchObject(acknowledged);
			expect((await lastEnded(real(), published.id, 1)).status).toBe('success');
			expect(model().heard()).toContain('My door');
			expect(model().seen()).toEqual([`data:image/png;base64,${photo.toString('base64')}`]);
		});
	});
}
