import type { Execution } from '../../../playground/src/n8n/executions';
import { listAt, textAt } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { endedExecution, startByHand, waitingExecution } from '../support/runs';
import type { Stage } from '../support/realN8n';
import { publishServed } from '../support/workflow';
import { readExample } from './examples';
import { scriptedModel } from './agentNodes';

const [manager, customer] = ['33600123457', '33600123456'];
const text = 'Your order A-1001 leaves today and arrives tomorrow.';

/** The example of an agent whose tool needs approval; the examples' own harness has no agents. */
export function reviewedToolChecks(stage: Stage): void {
	const { real, credential } = stage;
	describe('the example of an AI agent whose tool needs approval', () => {
		const { model, node } = scriptedModel(stage);
		let id: string;

		beforeAll(async () => {
			const { type, credentials } = node();
			const example = readExample('agent-tool-with-approval');
			// The example's model has no credential.
			const nodes = example.nodes.map((each) =>
				textAt(each, 'type') === type ? { ...each, credentials } : each,
			);
			const published = await publishServed(real(), credential(), { ...example, nodes });
			({ id } = published);
			await real().simulator.configure({ wabaWebhookUrl: published.url });
			await real().simulator.wabaIncoming({ from: manager, type: 'text', text: 'Hello' });
		});
		afterAll(async () => {
			await real().simulator.configure({ wabaWebhookUrl: null });
			await real().api.post(`/workflows/${id}/deactivate`, {});
		});

		/** Runs it, and taps a button once it waits. */
		async function run(title: string): Promise<Execution> {
			const { api, simulator } = real();
			const before = (await simulator.messages(manager)).length;
			model().follow([{ toolParameters: { text, approved: true }, hitlParameters: { approved: true } }]);
			const execution = await startByHand(api, id, 'Run by hand');
			await waitingExecution(real(), execution);
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
			return await endedExecution(real(), execution);
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
			expect(model().told().join()).toContain('"accepted":true');
		});
	});
}
