import { setTimeout as sleep } from 'node:timers/promises';
import { latestExecutions, readExecution } from '../../../playground/src/n8n/executions';
import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { at, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import { agent } from '../support/realN8n';
import { incoming } from '../support/webhooks';
import { acknowledged, attemptsInTime, post } from '../support/webhooks';
import { done, postJson, sendEach, trigger, webhook, type NodeInChain } from '../support/workflow';
import { allEnded } from '../support/runs';
import { figure } from '../support/report';
import type { Stage } from './fleet';
import { publish, workersOf, type Served } from './workflows';

const person = '33600123951';

/** Asks one person, who has a phone of their own. */
const askTo = (to: string, deliveryOptions: JsonObject = {}): NodeInChain => ({
	name: 'Ask',
	type: 'n8n-nodes-smsbox.smsboxWaba',
	typeVersion: 1,
	credentials: { smsboxApi: {} },
	parameters: {
		wabaId: agent.wabaId,
		phoneId: agent.phoneId,
		resource: 'message',
		operation: 'sendAndWait',
		to,
		title: 'Commande 1042',
		message: 'On la prend à 80 €? 🙂',
		responseType: 'approval',
		answerWith: 'buttons',
		deliveryOptions,
	},
});

/** A question that a worker asks, and whose answer arrives at a webhook processor, all through the documented proxy. */
export function waitingChecks(name: string, { fleet }: Stage): void {
	describe('an execution that waits for a tap', () => {
		let asking: Served;
		let events: Served;

		const throughProxy = ({ urls }: Served): string => fleet().proxy.url + new URL(urls[0]).pathname;

		beforeAll(async () => {
			asking = await publish(fleet(), 'Asking', webhook('queue/ask'), askTo(person), done);
			const parameters = { requestTypes: ['incoming_message'], options: {} };
			events = await publish(fleet(), 'Events', trigger('smsboxWabaTrigger', parameters), done);
			await fleet().simulator.configure({ wabaWebhookUrl: throughProxy(events) });
		});

		afterAll(async () => await fleet().simulator.configure({ wabaWebhookUrl: null }));

		/** Starts a workflow that asks. Returns the question, once the execution waits. */
		const askedBy = async (served: Served, to: string) => {
			const before = (await fleet().simulator.messages(to)).filter(({ direction }) => direction === 'out');
			await postJson(throughProxy(served), {});
			const question = await waitFor(
				'the question reaching the phone',
				async () =>
					(await fleet().simulator.messages(to)).filter(({ direction }) => direction === 'out')[
						before.length
					],
				{ seconds: 120 },
			);
			await waitFor(
				'the execution waiting',
				async () =>
					(await latestExecutions(fleet().api, served.id)).find(({ status }) => status === 'waiting'),
				{ seconds: 120 },
			);
			const [approve] = listAt(question.content, 'interactive', 'action', 'buttons').map((button) =>
				at(button, 'reply'),
			);
			return { question, id: textAt(approve, 'id'), title: textAt(approve, 'title') };
		};

		/** What the trigger told of taps that resumed nothing. */
		const toldResults = async (): Promise<string[]> =>
			await Promise.all(
				(await latestExecutions(fleet().api, events.id)).map(async ({ id }) => {
					const { output } = await readExecution(fleet().api, id);
					return textAt(output.Trigger, 0, 'waiting', 'result');
				}),
			);

		it('is resumed by a webhook processor, and the main process would not', async () => {
			const { question, id, title } = await askedBy(asking, person);
			expect(id).toMatch(/^\/webhook-waiting\/\d+\//);
			expect((await fetchOnce(fleet().main.url + id, { method: 'POST' })).status).toBe(404);

			const { messageId } = await fleet().simulator.wabaIncoming({
				from: person,
				type: 'button_reply',
				id,
				title,
				replyTo: question.messageId,
			});
			const [execution, ...others] = await allEnded(fleet(), asking.id, 1);
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
			expect((await toldResults()).filter((result) => result !== 'unknown')).toEqual([]);
		});

		it('goes on once where two taps arrive at two webhook processors at once', async () => {
			const customer = '33600123952';
			const paying = await publish(
				fleet(),
				'Paying',
				webhook('queue/pay'),
				askTo(customer),
				sendEach({ to: customer, text: 'On prépare la commande' }),
			);
			const rounds = 5;
			for (let round = 0; round < rounds; round++) {
				const { id, title } = await askedBy(paying, customer);
				const tap = (wamid: string): string =>
					incoming(wamid, {
						from: customer,
						type: 'interactive',
						interactive: { type: 'button_reply', button_reply: { id, title } },
					});
				const replies = await Promise.all(
					events.urls.map(
						async (url, index) => await post({ id: events.id, url }, tap(`wamid.${round}.${index}`)),
					),
				);
				expect(replies).toEqual([acknowledged, acknowledged]);
				await allEnded(fleet(), paying.id, round + 1);
			}
			const sent = (await fleet().simulator.messages(customer)).filter(({ channel }) => channel === 'sms');
			expect(sent).toHaveLength(rounds);
			figure(
				'Queue mode',
				`${name}: two taps at once at two webhook processors`,
				`${rounds} rounds, ${sent.length} sent`,
			);
		});

		it('is not resumed after its limit while the main process is down, and the tap tells', async () => {
			const late = '33600123953';
			const values = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'minutes' };
			const limited = await publish(
				fleet(),
				'Limited',
				webhook('queue/limited'),
				askTo(late, { limitWaitTime: { values } }),
				done,
			);
			const { question, id, title } = await askedBy(limited, late);
			await fleet().main.stop();
			// The limit began before the question was sent.
			await sleep(61_000);
			await fleet().simulator.wabaIncoming({
				from: late,
				type: 'button_reply',
				id,
				title,
				replyTo: question.messageId,
			});
			await fleet().main.start();
			const [execution] = await allEnded(fleet(), limited.id, 1);
			expect(execution?.output.Ask?.map((json) => at(json, 'outcome'))).toEqual(['noAnswer']);
			await waitFor(
				'the tap being told as one that resumed nothing',
				async () => (await toldResults()).includes('notResumed') || undefined,
				{ seconds: 120 },
			);
		});
	});
}
