import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Execution } from '../../playground/src/n8n/executions';
import { repositoryRoot } from '../../playground/src/support/folders';
import { listAt, textAt, type JsonObject } from '../../playground/src/support/json';
import { waitFor } from '../../playground/src/support/waitFor';
import {
	publishedWebhooks,
	publishWorkflow,
	readWorkflow,
	waitUntilServed,
	type WorkflowFile,
} from '../../playground/src/n8n/workflows';
import { endedExecution, startByHand, waitingExecution } from '../e2e/support/runs';
import { agent, type Stage } from './realN8n';
import { serveModel, type ScriptedModel } from './scriptedModel';

const file = join(repositoryRoot, 'examples', 'agent-tool-with-approval.json');
const [manager, customer] = ['33600123457', '33600123456'];
const text = 'Your order A-1001 leaves today and arrives tomorrow.';

/** The example as a user sets it up: with an agent at the service, and a model's credential. */
function setUp(openAiApi: JsonObject): WorkflowFile {
	const workflow = readWorkflow(file);
	const settings: Readonly<Record<string, string>> = {
		'100100100100100': agent.wabaId,
		'200200200200200': agent.phoneId,
	};
	const nodes: JsonObject[] = workflow.nodes.map((node) => {
		const type = textAt(node, 'type');
		if (type.endsWith('.lmChatOpenAi')) return { ...node, credentials: { openAiApi } };
		if (type.endsWith('Trigger') && type.includes('smsbox')) return { ...node, webhookId: randomUUID() };
		if (textAt(node, 'name') !== 'Task') return node;
		const assignments = listAt(node, 'parameters', 'assignments', 'assignments').map((one) => ({
			...Object.assign({}, one),
			value: settings[textAt(one, 'value')] ?? textAt(one, 'value'),
		}));
		return { ...node, parameters: { assignments: { assignments }, options: {} } };
	});
	return { ...workflow, id: randomUUID().slice(0, 8), nodes };
}

/** The example of an agent whose tool needs approval; the examples' own harness has no agents. */
export function reviewedToolChecks({ real, credential }: Stage): void {
	describe('the example of an AI agent whose tool needs approval', () => {
		let model: ScriptedModel;
		let id: string;

		beforeAll(async () => {
			model = await serveModel();
			const data = { apiKey: 'none', url: model.url };
			const saved = await real().api.post('/credentials', { name: 'Reviewed', type: 'openAiApi', data });
			const workflow = setUp({ id: textAt(saved, 'id'), name: 'Reviewed' });
			id = await publishWorkflow(real().api, workflow, credential());
			const [trigger] = await publishedWebhooks(real().api, workflow);
			if (trigger === undefined) throw new Error('The workflow has no webhook');
			await waitUntilServed(trigger);
			await real().simulator.configure({ wabaWebhookUrl: trigger.url });
			await real().simulator.wabaIncoming({ from: manager, type: 'text', text: 'Hello' });
		});
		afterAll(async () => {
			await real().simulator.configure({ wabaWebhookUrl: null });
			await real().api.post(`/workflows/${id}/deactivate`, {});
			await model.close();
		});

		/** Runs it, and taps a button once it waits. */
		async function run(title: string): Promise<Execution> {
			const { api, simulator } = real();
			const reader = { api, ended: () => undefined };
			const before = (await simulator.messages(manager)).length;
			model.follow([{ toolParameters: { text, approved: true }, hitlParameters: { approved: true } }]);
			const execution = await startByHand(api, id, 'Run by hand');
			await waitingExecution(reader, execution);
			const question = await waitFor(
				'the question',
				async () => (await simulator.messages(manager)).slice(before).at(0),
				{ seconds: 120 },
			);
			expect(JSON.stringify(question.content)).toContain(text);
			const tapped = listAt(question.content, 'interactive', 'action', 'buttons').find(
				(button) => textAt(button, 'reply', 'title') === title,
			);
			const button = { id: textAt(tapped, 'reply', 'id'), title };
			await simulator.wabaIncoming({ from: manager, type: 'button_reply', ...button });
			return await endedExecution(reader, execution);
		}
		const texts = async () => (await real().simulator.messages(customer)).map((message) => message.text);

		it('sends nothing where the manager declines, whatever the model says', async () => {
			const before = await texts();
			const { status, error } = await run('Decline');
			expect({ status, error }).toEqual({ status: 'success', error: '' });
			expect(await texts()).toEqual(before);
		});

		it('sends what the manager approves', async () => {
			const before = await texts();
			const { status, error } = await run('Approve');
			expect({ status, error }).toEqual({ status: 'success', error: '' });
			expect(await texts()).toEqual([...before, text]);
			expect(model.told().join()).toContain('"accepted":true');
		});
	});
}
