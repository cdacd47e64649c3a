import { textAt, type JsonObject } from '../../../playground/src/support/json';
import { saveCredential, saveModelCredential, type Credential } from '../../../playground/src/prepare';
import { channels } from '../../smoke/assistant';
import { credentialData, startRealN8n, type RealN8n } from '../../smoke/realN8n';
import { acknowledged } from '../../smoke/webhooks';
import { lastExecution, publishChain, trigger } from '../../smoke/workflow';

/**
 * n8n 2's own agents behind the triggers, with the simulated model: the message is mapped, the session isn't. An agent is saved in
 * n8n and published there, or it is defined in the node.
 */
const model = { model: 'openai/simulated', instructions: 'Answer the person.' };

let real: RealN8n;
let credential: Credential;
let modelCredential: Credential;
let savedAgent: string;

beforeAll(async () => {
	real = await startRealN8n();
	const { api, simulator } = real;
	credential = await saveCredential(api, 'SMSBOX account', credentialData(simulator.url));
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
afterAll(async () => await real.close());

interface Case {
	name: string;
	parameters: () => JsonObject;
	/** All agents of a project share what they know of a session, so each has people of its own. */
	people: readonly [string, string];
}
const cases: readonly Case[] = [
	{
		name: 'saved in n8n',
		parameters: () => ({ agentId: { __rl: true, mode: 'list', value: savedAgent } }),
		people: ['33600123461', '33600123462'],
	},
	{
		name: 'defined in the node',
		parameters: () => ({
			agentSource: 'inline',
			inlineAgent: { config: { ...model, name: 'Inline', credential: modelCredential.id } },
		}),
		people: ['33600123463', '33600123464'],
	},
];

describe.each(cases)('Message an Agent 3.1, an agent $name', ({ parameters, people: [alice, other] }) => {
	it.each(channels)('$type: hears each person, and remembers nobody else', async (channel) => {
		const published = await publishChain(
			real,
			credential,
			`Message an Agent behind ${channel.type}`,
			trigger(channel.type, channel.parameters),
			{
				name: 'Agent',
				type: 'n8n-nodes-base.messageAnAgent',
				typeVersion: 3.1,
				parameters: { ...parameters(), message: '={{ $json.chatInput }}', advanced: {} },
			},
		);
		let executions = 0;
		const answerTo = async (person: string, text: string): Promise<string> => {
			expect(await channel.say(published, person, text)).toMatchObject(acknowledged);
			const { status, error, output } = await lastExecution(real, published.id, (executions += 1));
			expect({ status, error }).toEqual({ status: 'success', error: '' });
			return textAt(output.Agent?.[0], 'text');
		};
		expect(await answerTo(alice, 'My name is Alice')).toContain('Nice to meet you, Alice.');
		expect(await answerTo(other, 'What is my name?')).toContain("You haven't told me your name");
		expect(await answerTo(alice, 'What is my name?')).toContain('Your name is Alice.');
	});
});
