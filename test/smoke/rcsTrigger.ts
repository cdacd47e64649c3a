import type { Execution } from '../../playground/src/n8n/executions';
import { textAt, type JsonObject } from '../../playground/src/support/json';
import { rcsAgent, type Stage } from './realN8n';
import { everyRequestType, status, text, typing } from './rcsWebhook';
import { message as wabaMessage } from './wabaWebhook';
import { acknowledged, attemptsOf, json, post, toBeTriedAgain } from './webhooks';
import { done, endedExecutions, executionsUntil, publishChain, trigger, type Published } from './workflow';

const type = 'smsboxRcsTrigger';
const eventOf = ({ output }: Execution): string => textAt(output.Trigger, 0, 'event');
const textOf = ({ output }: Execution): string => textAt(output.Trigger, 0, 'text');

/** The RCS trigger over real HTTP, as the service calls it. */
export function rcsTriggerChecks({ real, credential }: Stage): void {
	describe('the RCS trigger', () => {
		/** As it is when it is new. */
		let messages: Published;
		/** Everything starts it. */
		let everything: Published;

		const publish = async (parameters: JsonObject): Promise<Published> =>
			await publishChain(real(), credential(), 'rcs', trigger(type, { options: {}, ...parameters }), done);

		beforeAll(async () => {
			messages = await publish({});
			everything = await publish({ requestTypes: [] });
		});

		/** The executions that were started since, once the text `last` has started one. */
		const startedSince = async (known: readonly Execution[], published: Published, last: string) => {
			const ids = new Set(known.map(({ id }) => id));
			const all = await executionsUntil(real(), published, (execution) => textOf(execution) === last);
			return all.filter(({ id }) => !ids.has(id));
		};

		it.each(everyRequestType)('starts the workflow with %s, once', async (requestType, body, event) => {
			const known = await endedExecutions(real(), everything.id);
			expect(await post(everything, body)).toEqual(acknowledged);
			expect(await post(everything, body)).toEqual(acknowledged);
			// One more that does start something: whatever had been started before it would be there by then.
			const last = `after ${requestType}`;
			expect(await post(everything, text(last))).toEqual(acknowledged);
			const started = await startedSince(known, everything, last);
			expect(started.map(eventOf)).toEqual([requestType, 'incoming_message_text']);
			expect(started[0]?.output.Trigger).toHaveLength(1);
			expect(started[0]?.output.Trigger?.[0]).toMatchObject({
				channel: 'rcs',
				agent: rcsAgent,
				timestamp: '2024-06-28T12:00:00.000Z',
				...event,
			});
		});

		it('acknowledges status updates and typing, and starts nothing unless they are chosen', async () => {
			expect(await post(messages, status('DELIVERED', '7001'))).toEqual(acknowledged);
			expect(await post(messages, typing())).toEqual(acknowledged);
			await post(messages, text('chosen'));
			expect((await startedSince([], messages, 'chosen')).map(textOf)).toEqual(['chosen']);
		});

		it.each([
			['JSON without a request type', '{"hello":"world"}'],
			['a webhook of WhatsApp', wabaMessage('wamid.astray')],
			['nothing', ''],
		])('refuses %s with a status that the service tries again', async (what, body) => {
			const known = await endedExecutions(real(), everything.id);
			expect(await post(everything, body)).toEqual(toBeTriedAgain);
			await post(everything, text(`after ${what}`));
			expect(await startedSince(known, everything, `after ${what}`)).toHaveLength(1);
		});

		it('satisfies the service: every status of a message that is read is acknowledged at the first attempt', async () => {
			await real().simulator.configure({ rcsWebhookUrl: everything.url });
			const url = `${real().simulator.url}/rcs/1.0/json/${rcsAgent.agentId}/message`;
			const reply = await fetch(url, {
				method: 'POST',
				headers: { ...json, authorization: 'App smoke-key' },
				body: JSON.stringify({ recipients: ['9990123483'], contentMessage: { text: 'Read me' } }),
			});
			const reference = textAt(await reply.json(), 'reference');
			const codes = (executions: readonly Execution[]): string[] =>
				executions
					.filter(({ output }) => textAt(output.Trigger, 0, 'reference') === reference)
					.map(({ output }) => textAt(output.Trigger, 0, 'status', 'code'));
			const executions = await executionsUntil(real(), everything, (execution) =>
				codes([execution]).includes('READ'),
			);
			expect(codes(executions).sort()).toEqual(['DELIVERED', 'READ', 'SENT']);
			expect(new Set(await attemptsOf(real(), reference))).toEqual(new Set([1]));
		});
	});
}
