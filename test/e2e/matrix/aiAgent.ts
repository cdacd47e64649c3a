import { randomUUID } from 'node:crypto';
import type { Execution } from '../../../playground/src/n8n/executions';
import type { JsonObject } from '../../../playground/src/support/json';
import type { Stage } from '../support/realN8n';
import { lastEnded } from '../support/runs';
import type { Turn } from '../support/scriptedModel';
import { lines, postJson, publishServed, webhook, workflowOf } from '../support/workflow';
import { aiAgent, scriptedModel } from './agentNodes';

const call = (number: string, text = 'Your table is ready'): JsonObject => ({ to: `+${number}`, text });

/** The node as the tool of an AI agent of that version, whose model is a script. Registers its own start and end. */
function toolOf(version: number, stage: Stage) {
	const { real, credential } = stage;
	/** Numbers of the sandbox, of this agent alone. */
	const number = (index: number): string => `9990${version * 10}${String(index).padStart(4, '0')}`;
	const { model, node } = scriptedModel(stage);

	/** A workflow in which an agent has the node as its tool. `before`: what its author writes before the model's text. Gives what starts it, once for each call. */
	const agentWith = async (safetyOptions: JsonObject, before = '') => {
		const tool = {
			name: 'Text a guest',
			type: 'n8n-nodes-smsbox.smsboxSmsTool',
			typeVersion: 1,
			parameters: {
				resource: 'message',
				operation: 'send',
				to: "={{ $fromAI('to', 'Phone number of the guest') }}",
				text: `=${before}{{ $fromAI('text', 'What the guest reads') }}`,
				category: 'alert',
				safetyOptions,
			},
			credentials: { smsboxApi: {} },
		};
		const agent = aiAgent(version, { promptType: 'define', text: 'Go' });
		const started = { ...webhook(randomUUID()), webhookId: randomUUID() };
		const workflow = workflowOf(
			`Agent ${version}`,
			[started, agent, node(), tool],
			[
				...lines(started.name, agent.name),
				{ from: 'Model', to: agent.name, type: 'ai_languageModel' },
				{ from: tool.name, to: agent.name, type: 'ai_tool' },
			],
		);
		const { id, url } = await publishServed(real(), credential(), workflow);
		let executions = 0;
		return async (...turns: Turn[]): Promise<Execution> => {
			model().follow(...turns);
			await postJson(url, { phone: `+${number(51)}` });
			return await lastEnded(real(), id, (executions += 1));
		};
	};

	const arrived = async (...to: string[]): Promise<number[]> =>
		await Promise.all(to.map(async (one) => (await real().simulator.messages(one)).length));
	return { number, model, agentWith, arrived };
}

/** The action nodes as tools of n8n's AI Agent. */
export function aiAgentChecks(stage: Stage): void {
	const { real } = stage;

	// Today's has the engine run its tools. The one before calls them itself, and tells its model nothing of what is thrown.
	describe.each([3.1, 2.2])('as a tool of the AI Agent %s', (version) => {
		const { number, model, agentWith, arrived } = toolOf(version, stage);

		it('tells the model of a lost answer not to send again, and if it does, sends once', async () => {
			const [lost, other] = [number(61), number(62)];
			const start = await agentWith({});
			await real().simulator.put('/faults', {
				faults: [{ on: 'request', kind: 'cut-after', match: { dest: lost } }],
			});
			const reworded = call(`999 ${lost.slice(3)}`, 'The table is ready for you');
			await start([call(lost)], [call(lost)], [reworded], [call(other)]);
			const [first, ...others] = model().told();
			expect(first).toMatch(/May have been sent: .*Do not send it again.*[Tt]ell the user/s);
			expect(first).not.toMatch(/retry the request/i);
			expect(others).toEqual([
				expect.stringMatching(/May have been sent: .*this call did nothing/s),
				expect.stringMatching(/May have been sent: .*this call did nothing/s),
				expect.stringContaining('"accepted":true'),
			]);
			expect(await arrived(lost, other)).toEqual([1, 1]);
		});

		it('sends once what the model asks for twice though the author adds the time, and another message', async () => {
			const start = await agentWith(
				{},
				'{{ $now.toMillis() }} {{ Math.random() }} {{ $json.toJsonString() }} ',
			);
			const guest = number(81);
			await start([call(guest)], [call(guest)], [call(guest, 'Your taxi is here')]);
			expect(model().told()[1]).toContain('Not sent again');
			expect(await arrived(guest)).toEqual([2]);
		});
	});

	describe('as a tool of an AI agent', () => {
		const { number, model, agentWith, arrived } = toolOf(3, stage);

		it('shows the model what it does, and lets it fill in what the author left to it, and no more', async () => {
			const start = await agentWith({ maxMessages: 2 });
			expect((await start([call(number(1))])).status).toBe('success');
			expect(model().tools()).toEqual([
				expect.objectContaining({
					name: 'Text_a_guest',
					description: expect.stringMatching(/SMS/),
					parameters: expect.objectContaining({ required: ['to', 'text'] }),
				}),
			]);
			expect(model().told()).toEqual([expect.stringContaining('"accepted":true')]);
			expect(await arrived(number(1))).toEqual([1]);
		});

		it('takes who may be written to from a node before the agent, not from what the model says', async () => {
			const [guest, stranger] = [number(51), number(52)];
			const byName = await agentWith({ allowedRecipients: "={{ $('Webhook').first().json.body.phone }}" });
			const injected = { ...call(stranger), body: { phone: `+${stranger}` } };
			await byName([injected], [call(guest)]);
			expect(await arrived(guest, stranger)).toEqual([1, 0]);
			const fromItem = await agentWith({ allowedRecipients: '={{ $json.body.phone }}' });
			await fromItem([injected]);
			expect(model().told()).toEqual([expect.stringContaining('so it limits nothing')]);
			expect(await arrived(stranger)).toEqual([0]);
		});
	});
}
