import { textAt, type JsonObject } from '../../../playground/src/support/json';
import { saveModelCredential, type Credential } from '../../../playground/src/prepare';
import type { Stage } from '../support/realN8n';
import { lastEnded } from '../support/runs';
import { acknowledged } from '../support/webhooks';
import { publishChain, trigger } from '../support/workflow';
import { channels } from './assistant';

/**
 * n8n 2's own agents behind the triggers, with the simulated model: the message is mapped, the session isn't. An agent is saved in
 * n8n and published there, or it is defined in the node.
 */
const model = { model: 'openai/simulated', instructions: 'Answer the person.' };

interface Case {
	name: string;
	parameters: (savedAgent: string, modelCredential: Credential) => JsonObject;
	/** All agents of a project share what they know of a session, so each has people of its own. */
	people: readonly [string, string];
}
const cases: readonly Case[] = [
	{
		name: 'saved in n8n',
		parameters: (value) => ({ agentId: { __rl: true, mode: 'list', value } }),
		people: ['33600123461', '33600123462'],
	},
	{
		name: 'defined in the node',
		parameters: (_, { id }) => ({
			agentSource: 'inline',
			inlineAgent: { config: { ...model, name: 'Inline', credential: id } },
		}),
		people: ['33600123463', '33600123464'],
	},
];

export function messageAnAgentChecks({ real, credential }: Stage): void {
	describe.each(cases)('Message an Agent 3.1, an agent $name', ({ parameters, people: [alice, other] }) => {
		let modelCredential: Credential;
		let savedAgent: string;

		beforeAll(async () => {
			const { api, simulator } = real();
			modelCredential = await saveModelCredential(api, 'Simulated model', simulator.url);
			const agents = `/projects/${textAt(await api.get('/projects/personal'), 'id')}/agents/v2`;
			const schema = {
				...model,
				name: 'Reception',
				credential: modelCredential.id,
				memory: { enabled: true, storage: 'n8n' },
			};
			savedAgent = textAt(await api.post(agents, { name: schema.name, schema }), 'id');
			await api.post(`${agents}/${savedAgent}/publish`, {});
		});

		it.each(channels)('$type: hears each person, and remembers nobody else', async (channel) => {
			const published = await publishChain(
				real(),
				credential(),
				`Message an Agent behind ${channel.type}`,
				trigger(channel.type, channel.parameters),
				{
					name: 'Agent',
					type: 'n8n-nodes-base.messageAnAgent',
					typeVersion: 3.1,
					parameters: {
						...parameters(savedAgent, modelCredential),
						message: '={{ $json.chatInput }}',
						advanced: {},
					},
				},
			);
			let executions = 0;
			const answerTo = async (person: string, text: string): Promise<string> => {
				expect(await channel.say(published, person, text)).toMatchObject(acknowledged);
				const { status, error, output } = await lastEnded(real(), published.id, (executions += 1));
				expect({ status, error }).toEqual({ status: 'success', error: '' });
				return textAt(output.Agent?.[0], 'text');
			};
			expect(await answerTo(alice, 'My name is Alice')).toContain('Nice to meet you, Alice.');
			expect(await answerTo(other, 'What is my name?')).toContain("You haven't told me your name");
			expect(await answerTo(alice, 'What is my name?')).toContain('Your name is Alice.');
		});
	});
}
