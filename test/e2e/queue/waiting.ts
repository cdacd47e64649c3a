import { latestExecutions, readExecution } from '../../../playground/src/n8n/executions';
import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { at, listAt, textAt } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { agent } from '../../smoke/realN8n';
import { attemptsInTime } from '../../smoke/webhooks';
import { done, trigger, webhook } from '../../smoke/workflow';
import type { Stage } from './fleet';
import { endedExecutions, publish, start, workersOf, type ChainNode, type Served } from './workflows';

const person = '33600123951';

const ask: ChainNode = {
	name: 'Ask',
	type: 'n8n-nodes-smsbox.smsboxWaba',
	typeVersion: 1,
	credentials: { smsboxApi: {} },
	parameters: {
		wabaId: agent.wabaId,
		phoneId: agent.phoneId,
		resource: 'message',
		operation: 'sendAndWait',
		to: person,
		title: 'Commande 1042',
		message: 'On la prend à 80 €? 🙂',
		responseType: 'approval',
		answerWith: 'buttons',
		options: {},
	},
};

/** A question that a worker asks, and whose answer arrives at a webhook processor, all through the documented proxy. */
export function waitingChecks({ fleet }: Stage): void {
	describe('an execution that waits for a tap', () => {
		let asking: Served;
		let events: Served;

		const throughProxy = ({ urls }: Served): string => fleet().proxy.url + new URL(urls[0]).pathname;

		beforeAll(async () => {
			asking = await publish(fleet(), 'Asking', webhook('queue/ask'), ask, done);
			const parameters = { requestTypes: ['incoming_message'], options: {} };
			events = await publish(fleet(), 'Events', trigger('smsboxWabaTrigger', parameters), done);
			await fleet().simulator.configure({ wabaWebhookUrl: throughProxy(events) });
		});

		afterAll(async () => await fleet().simulator.configure({ wabaWebhookUrl: null }));

		it('is resumed by a webhook processor, and the main process would not', async () => {
			await start(throughProxy(asking), {});
			const question = await waitFor(
				'the question reaching the phone',
				async () => (await fleet().simulator.messages(person)).find(({ direction }) => direction === 'out'),
				{ seconds: 120 },
			);
			const [approve] = listAt(question.content, 'interactive', 'action', 'buttons').map((button) =>
				at(button, 'reply'),
			);
			const id = textAt(approve, 'id');
			expect(id).toMatch(/^\/webhook-waiting\/\d+\//);
			await waitFor(
				'the execution waiting',
				async () =>
					(await latestExecutions(fleet().api, asking.id)).find(({ status }) => status === 'waiting'),
				{ seconds: 120 },
			);
			expect((await fetchOnce(fleet().main.url + id, { method: 'POST' })).status).toBe(404);

			const { messageId } = await fleet().simulator.wabaIncoming({
				from: person,
				type: 'button_reply',
				id,
				title: textAt(approve, 'title'),
				replyTo: question.messageId,
			});
			const [execution, ...others] = await endedExecutions(fleet(), asking, 1);
			expect(others).toEqual([]);
			expect(execution?.status).toBe('success');
			expect(execution?.output.Ask).toEqual([
				{
					outcome: 'approved',
					data: { approved: true, respondedAt: expect.any(String) },
					answeredBy: 'button',
					to: `+${person}`,
					reference: question.references[0],
				},
			]);
			expect((await workersOf(fleet(), execution?.id ?? '')).length).toBeGreaterThan(0);

			const callback = await waitFor(
				'the tap being acknowledged',
				async () =>
					listAt(await fleet().simulator.get('/callbacks'), 'callbacks').find(
						(each) => JSON.stringify(each).includes(messageId) && textAt(each, 'state') === 'acknowledged',
					),
				{ seconds: 120 },
			);
			// A tap that a busy n8n does not resume in time says so in an execution.
			const answered = attemptsInTime(callback).filter((attempt) => textAt(attempt, 'status') !== '503');
			expect(answered).toHaveLength(1);
			const started = await latestExecutions(fleet().api, events.id);
			const results = started.map(async (each) => {
				const { output } = await readExecution(fleet().api, each.id);
				return textAt(output.Trigger, 0, 'waiting', 'result');
			});
			expect((await Promise.all(results)).filter((result) => result !== 'unknown')).toEqual([]);
		});
	});
}
