/** Examples for one person, given a list: in the loop that the docs and the error advise. */
import { z } from 'zod';
import type { RunResult, WorkflowJson } from '../support/engine';
import { readWorkflow } from '../support/workflowJson';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const from = '+33600123456';
const other = '+33600123457';
const agentId = 'smsbox-demo-agent';
const to = (node: string) => ({ node, type: 'main', index: 0 });

/** The node with the sample passes on what it is given: the user's own list. */
function fromList(example: string, list: string): WorkflowJson {
	const { nodes, ...workflow } = readWorkflow(readExample(example));
	const noOp = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return { ...workflow, nodes: nodes.map((node) => (node.name === list ? { ...node, ...noOp } : node)) };
}

/** The same with *Loop Over Items* behind the list, from its first node to its last ones. */
function looped(example: string, list: string, first: string, last: string[]): WorkflowJson {
	const { nodes, connections, ...workflow } = readWorkflow(fromList(example, list));
	const name = 'Loop Over Items';
	const parameters = { batchSize: 1, options: {} };
	const loop = { name, type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters };
	const back = { main: [[to(name)]] };
	const leadingBack = Object.fromEntries([list, ...last].map((node) => [node, back]));
	return {
		...workflow,
		nodes: [...nodes, loop],
		connections: { ...connections, [name]: { main: [[], [to(first)]] }, ...leadingBack },
	};
}

/** What a node returned, in all its runs. */
const all = (result: RunResult, node: string) =>
	(result.runData[node] ?? []).flatMap((run) => (run.data?.['main']?.[0] ?? []).map(({ json }) => json));

describe('a list of orders to approve', () => {
	const name = 'approve-order-by-whatsapp';
	const at = setUpExample(name);
	const button = z.object({ reply: z.object({ id: z.string(), title: z.string() }) });
	const question = z.object({ interactive: z.object({ action: z.object({ buttons: z.array(button) }) }) });

	it('ships the order that was approved', async () => {
		const workflow = looped(name, 'Order', 'Request the approval', ['Approved', 'Not approved']);
		await at.publish('waba', workflow);
		await at.harness.write('waba', { from, type: 'text', text: 'Hello' });
		const agent = { approver: from, wabaId: '100100100100100', phoneId: '200200200200200' };
		let result = await at.harness.run(workflow, 'Order', [
			{ json: { ...agent, order: 'A-1001', amount: '80,000 €' } },
			{ json: { ...agent, order: 'A-1002', amount: '9 €' } },
		]);
		for (const title of ['Decline', 'Approve']) {
			const { interactive } = question.parse((await at.harness.sentByWhatsApp()).at(-1)?.content);
			const tapped = interactive.action.buttons.find(({ reply }) => reply.title === title)?.reply;
			await at.harness.write('waba', { from, type: 'button_reply', ...tapped });
			await at.harness.pass(0);
			result = await at.harness.resumed(result);
		}
		expect(all(result, 'Approved')).toMatchObject([{ order: 'A-1002', todo: 'Ship A-1002' }]);
		expect(all(result, 'Not approved')).toMatchObject([{ order: 'A-1001' }]);
	});
});

describe('a list of people who choose', () => {
	const name = 'choice-by-rcs-or-sms';
	const at = setUpExample(name, { published: 'rcs' });
	const ends = ['Delivery chosen', 'No answer'];

	it.each([
		['behind each other', 'unreachable', fromList(name, 'Order')],
		['in a loop', 'reachable', looped(name, 'Order', 'Check RCS support', ends)],
	])('gets one question each, %s', async (_how, state, workflow) => {
		await at.harness.setPhones(state, other);
		const people = [from, other];
		const orders = people.map((phone, index) => ({ json: { order: `A-100${index + 1}`, phone, agentId } }));
		await at.harness.expire(await at.harness.run(workflow, 'Order', orders));
		expect([...(await at.harness.recipients('rcs')), ...(await at.harness.recipients())]).toEqual(people);
	});
});

describe('a list of SMS, by RCS if they fail', () => {
	const name = 'sms-with-rcs-fallback';
	const at = setUpExample(name);

	it('goes by RCS to the person whose SMS failed', async () => {
		const workflow = looped(name, 'Message', 'Send the SMS', ['Accepted?', 'Nothing to do']);
		await at.publish('report', workflow);
		const [delivered, failed] = ['+99900123456', '+99970123456'];
		let result = await at.harness.run(workflow, 'Message', [
			{ json: { phone: delivered, text: 'For A', agentId } },
			{ json: { phone: failed, text: 'For B', agentId } },
		]);
		for (let rounds = 0; rounds < 2 && result.status === 'waiting'; rounds++) {
			await at.pass(3600);
			result = await at.harness.resumed(result);
		}
		const byRcs = (await at.harness.sentByRcs()).map(({ number, content }) => [number, content['text']]);
		expect(byRcs).toEqual([[failed, 'For B']]);
	});
});

describe('a list of questions by SMS', () => {
	const name = 'wait-for-sms-reply';
	const at = setUpExample(name, { published: 'sms' });

	it('stores each reply under the person who wrote it', async () => {
		const workflow = looped(name, 'Question', 'One person?', ['Close the question']);
		const people = [from, other];
		const items = people.map((phone) => ({ json: { phone, text: `For ${phone}` } }));
		let result = await at.harness.run(workflow, 'Question', items);
		for (const phone of people) {
			await at.receive({ from: phone, text: `From ${phone}` });
			result = await at.harness.resumed(result);
		}
		expect(all(result, 'Reply')).toEqual(people.map((phone) => ({ phone, reply: `From ${phone}` })));
	});
});
