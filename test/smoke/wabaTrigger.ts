import { storedBytes, type Execution } from '../../playground/src/n8n/executions';
import { textAt } from '../../playground/src/support/json';
import { agent, type Stage } from './realN8n';
import { done, endedExecutions, executionsUntil, publishChain, trigger, type Published } from './workflow';
import { message } from './wabaWebhook';
import {
	acknowledged,
	json,
	megabytes,
	post,
	text,
	toBeTriedAgain,
	tooLarge,
	untilRunInTime,
} from './webhooks';

const type = 'smsboxWabaTrigger';
const idOf = ({ output }: Execution): string => textAt(output.Trigger, 0, 'messageId');

/** The WABA trigger over real HTTP, as the service calls it. */
export function wabaTriggerChecks({ real, credential }: Stage): void {
	describe('the WABA trigger', () => {
		/** With nothing done at once, it has no credential. */
		let messages: Published;
		/** Every event starts it, and it runs all tasks on receipt. */
		let everything: Published;

		beforeAll(async () => {
			messages = await publishChain(real(), credential(), 'messages', trigger(type, { options: {} }), done);
			const withTasks = trigger(type, {
				requestTypes: ['incoming_message', 'status_update', 'incoming_error'],
				onReceipt: ['downloadFiles', 'markAsRead'],
				wabaId: agent.wabaId,
				phoneId: agent.phoneId,
				options: {},
			});
			everything = await publishChain(
				real(),
				credential(),
				'everything',
				{ ...withTasks, credentials: { smsboxApi: {} } },
				done,
			);
		});

		/** The executions up to the one that the message with this id has started. */
		const upTo = async (published: Published, id: string) =>
			await executionsUntil(real(), published, (execution) => idOf(execution) === id);

		it('answers plain OK and starts the workflow with the event, once', async () => {
			const webhook = message('wamid.1', 'Déjà reçu 🙂');
			expect(await post(messages, webhook)).toEqual(acknowledged);
			expect(await post(messages, webhook)).toEqual(acknowledged);
			expect(await post(messages, message('wamid.2'))).toEqual(acknowledged);
			const executions = await upTo(messages, 'wamid.2');
			expect(executions.map(idOf)).toEqual(['wamid.1', 'wamid.2']);
			expect(executions[0]?.output.Trigger).toEqual([
				expect.objectContaining({
					channel: 'waba',
					event: 'incoming_message',
					messageType: 'text',
					text: 'Déjà reçu 🙂',
					from: '+33600123461',
					to: `+${agent.phoneNumber}`,
					timestamp: expect.stringMatching(/^2024-06-28T12:00:00/),
				}),
			]);
		});

		it.each([
			['a webhook of 0.2 MB', message('wamid.0.2mb', 'Hello', { more: megabytes(0.2) }), json],
			['a webhook that is said to be text', message('wamid.text'), text],
			['data that is a text', '{"requestType":"incoming_message","data":"x"}', json],
			['data that is a list', '{"requestType":"incoming_message","data":[1]}', json],
			['a request type that nobody knows', '{"requestType":"news","requestUUID":"1"}', json],
		])('takes %s', async (_, body, headers) => {
			const known = (await endedExecutions(real(), messages.id)).map(({ id }) => id);
			expect(await post(messages, body, headers)).toEqual(acknowledged);
			const isNew = ({ id }: Execution): boolean => !known.includes(id);
			expect((await executionsUntil(real(), messages, isNew)).filter(isNew)).toHaveLength(1);
		});

		it.each([
			['JSON without a request type', '{"hello":"world"}', json, toBeTriedAgain],
			['0.2 MB of other JSON', `{"more":"${megabytes(0.2)}"}`, json, toBeTriedAgain],
			['a text', 'hello', text, toBeTriedAgain],
			['0.2 MB of text', megabytes(0.2), text, toBeTriedAgain],
			['nothing', '', json, toBeTriedAgain],
			['a webhook of 5 MB', message('wamid.5mb', 'Hello', { more: megabytes(5) }), json, tooLarge],
			['5 MB of text', megabytes(5), text, tooLarge],
		])('refuses %s with a status that the service tries again', async (what, body, headers, refusal) => {
			const before = await endedExecutions(real(), messages.id);
			expect(await post(messages, body, headers)).toEqual(refusal);
			// One more that does start something: whatever had been started before it would be there by then.
			await post(messages, message(`wamid.${what}`));
			expect(await upTo(messages, `wamid.${what}`)).toHaveLength(before.length + 1);
		});

		it('never sees broken JSON and bodies over 16 MB, to which n8n gives an answer that is tried again', async () => {
			const before = await endedExecutions(real(), messages.id);
			expect(await post(messages, '{"requestType":')).toMatchObject({ status: 422 });
			const body = message('wamid.17mb', 'Hello', { more: megabytes(17) });
			// n8n may close the connection before it has read everything, which is tried again, too.
			const refusal = await post(messages, body).catch(() => undefined);
			expect([500, undefined]).toContain(refusal?.status);
			await post(messages, message('wamid.after'));
			expect(await upTo(messages, 'wamid.after')).toHaveLength(before.length + 1);
		});

		it('hands over a photo as binary data and marks its message as read', async () => {
			await real().simulator.configure({ wabaWebhookUrl: everything.url });
			const { messageId, fileId, execution } = await untilRunInTime(async () => {
				const sent = await real().simulator.wabaIncoming({
					from: '33600123462',
					type: 'image',
					file: { mimeType: 'image/jpeg', size: 300_001 },
				});
				return { ...sent, execution: (await upTo(everything, sent.messageId)).at(-1) };
			});
			expect(execution?.output.Trigger).toEqual([
				expect.objectContaining({ messageId, messageType: 'image', markedAsRead: true }),
			]);
			const [file] = execution?.files.Trigger ?? [];
			if (file === undefined) throw new Error('The execution holds no file');
			expect(file).toMatchObject({ mimeType: 'image/jpeg' });
			const photo = await real().simulator.file(fileId);
			expect((await storedBytes(real().api, file)).equals(photo)).toBe(true);
			const own = (await real().simulator.messages('33600123462')).at(-1);
			expect(own).toMatchObject({ messageId, isRead: true });
		});
	});
}
