import { createServer } from 'node:http';
import { storedBytes, type Execution } from '../../playground/src/executions';
import { textAt, type JsonObject } from '../../playground/src/json';
import { saveCredential } from '../../playground/src/prepare';
import { credentialData, rcsAgent, type Stage } from './realN8n';
import { everyRequestType, file, status, text, typing } from './rcsWebhook';
import { message as wabaMessage } from './wabaWebhook';
import { acknowledged, attemptsOf, json, post, toBeTriedAgain } from './webhooks';
import { done, endedExecutions, executionsUntil, publishChain, trigger, type Published } from './workflow';

const type = 'smsboxRcsTrigger';
const eventOf = ({ output }: Execution): string => textAt(output.Trigger, 0, 'event');
const textOf = ({ output }: Execution): string => textAt(output.Trigger, 0, 'text');

/** A host that never answers. */
async function servingNothing(use: (url: string) => Promise<void>): Promise<void> {
	const server = createServer(() => undefined);
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	try {
		await use(`http://127.0.0.1:${textAt(server.address(), 'port')}`);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

/** The RCS trigger over real HTTP, as the service calls it. */
export function rcsTriggerChecks({ real, credential }: Stage): void {
	describe('the RCS trigger', () => {
		/** As it is when it is new. */
		let messages: Published;
		/** Everything starts it. It has no credential. */
		let everything: Published;
		/** Everything starts it, and files are fetched; from the simulator too, which its credential names. */
		let fetching: Published;

		const publish = async (parameters: JsonObject, using = credential()): Promise<Published> => {
			const first = trigger(type, { options: {}, ...parameters });
			const node = 'atOnce' in parameters ? { ...first, credentials: { smsboxApi: {} } } : first;
			return await publishChain(real(), using, 'rcs', node, done);
		};
		const fetchingEverything = { requestTypes: [], atOnce: ['downloadFiles'] };

		beforeAll(async () => {
			messages = await publish({});
			everything = await publish({ requestTypes: [] });
			fetching = await publish(fetchingEverything);
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

		it('hands over a file as binary data, byte for byte', async () => {
			await real().simulator.configure({ rcsWebhookUrl: fetching.url });
			const { fileId } = await real().simulator.rcsIncoming({
				from: '33600123482',
				type: 'file',
				fileName: 'Reçu €.jpg',
				file: { mimeType: 'image/jpeg', size: 300_001 },
			});
			const named = ({ output }: Execution): boolean =>
				textAt(output.Trigger, 0, 'file', 'fileName') === 'Reçu €.jpg';
			const execution = (await executionsUntil(real(), fetching, named)).find(named);
			expect(execution?.output.Trigger?.[0]).not.toHaveProperty('fileNotDownloaded');
			const [stored, ...others] = execution?.files.Trigger ?? [];
			expect(others).toEqual([]);
			if (stored === undefined) throw new Error('The execution holds no file');
			expect(stored).toMatchObject({ fileName: 'Reçu €.jpg', mimeType: 'image/jpeg' });
			const sent = await real().simulator.rcsFile(fileId);
			expect(sent).toHaveLength(300_001);
			expect((await storedBytes(real().api, stored)).equals(sent)).toBe(true);
		});

		/** The item of a file whose bytes did not come. */
		const withoutFile = async (published: Published, address: string): Promise<unknown> => {
			expect(await post(published, file(address))).toEqual(acknowledged);
			const isIts = ({ output }: Execution): boolean => textAt(output.Trigger, 0, 'file', 'url') === address;
			const execution = (await executionsUntil(real(), published, isIts)).find(isIts);
			expect(execution?.files.Trigger).toEqual([]);
			return execution?.output.Trigger;
		};

		it('answers OK while the host of a file does not, and starts the workflow with its address', async () => {
			await servingNothing(async (url) => {
				const data = { ...credentialData(real().simulator.url), rcsBaseUrl: url };
				const silent = await saveCredential(real().api, 'SMSBOX (silent)', data);
				const published = await publish(fetchingEverything, silent);
				expect(await withoutFile(published, `${url}/photo`)).toEqual([
					expect.objectContaining({ fileNotDownloaded: expect.stringMatching(/2 seconds/) }),
				]);
			});
		});

		it("does not open an address inside n8n's network, whoever names it", async () => {
			expect(await withoutFile(fetching, `${real().n8n.url}/rest/settings`)).toEqual([
				expect.objectContaining({ fileNotDownloaded: expect.stringMatching(/not opened/) }),
			]);
		});

		it('satisfies the service: every status of a message that is read is acknowledged at the first attempt', async () => {
			await real().simulator.configure({ rcsWebhookUrl: fetching.url });
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
			const executions = await executionsUntil(real(), fetching, (execution) =>
				codes([execution]).includes('READ'),
			);
			expect(codes(executions).sort()).toEqual(['DELIVERED', 'READ', 'SENT']);
			expect(new Set(await attemptsOf(real(), 'rcs_webhook'))).toEqual(new Set([1]));
		});
	});
}
