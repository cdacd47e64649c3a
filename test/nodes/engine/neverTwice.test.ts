/** Where features meet: batches, keys, quotas, retries after an edit, agents. Nobody gets a message twice. */
import type { IDataObject } from 'n8n-workflow';
import type { RunResult } from '../../support/engine';
import { type Reaction } from '../../support/httpServer';
import { serviceForEachTest } from '../../support/service';
import {
	goOn,
	nodeName,
	number,
	outputOf,
	people,
	plain,
	retrying,
	sendPerItem,
	sendPersonalized,
	twoRequests,
} from '../../support/runNode';
import { inLists } from '../../support/inLists';

const server = serviceForEachTest();

const { run } = server;
const oneRetry = { ...retrying, maxTries: 2 };

const { sentTo } = server;

it('a key that two items have stays an error on a retry', async () => {
	server.script = [plain('ERROR 04')];
	const result = await run({
		parameters: { ...sendPerItem, safetyOptions: { deduplicationKey: '={{ $json.key }}' } },
		items: [1, 2, 2].map((key, index) => ({ ...people(3)[index], key })),
		settings: { ...goOn, ...oneRetry },
	});
	expect(sentTo()).toEqual([number(0), number(1), number(0)]);
	expect(outputOf(result)).toMatchObject([
		{ accepted: true },
		{ accepted: true },
		{ error: expect.stringContaining('The second item has the same key') },
	]);
});

describe.each([{ options: {} }, { options: { deduplicationKey: '={{ $json.order }}' } }])(
	'a retry after an edit of the node, with %j',
	({ options }) => {
		it.each([
			['the text', { text: 'Bonsoir' }],
			['the validity', inLists({ ...options, validityPeriod: 30 })],
			['the recipient', { to: '33600999999' }],
		])('does not send again what was accepted: %s', async (_what, edit) => {
			server.script = [plain('OK 123456789012'), plain('ERROR 04')];
			const items = people(2);
			const first = await run({ parameters: { ...sendPerItem, ...inLists(options) }, items });
			expect(first.status).toBe('error');
			const parameters = { ...sendPerItem, ...inLists(options), ...edit };
			const retried = await run({ parameters, items, retryOf: first });
			expect(server.requests).toHaveLength(3);
			expect(sentTo().filter((to) => to === number(0))).toHaveLength(1);
			expect(outputOf(retried)[0]).toMatchObject({ accepted: true, to: [`+${number(0)}`] });
			expect(retried.hints[nodeName]?.[0]?.message).toContain('even if the node has changed');
		});
	},
);

describe('two retries of one execution that was partly sent, with a deduplication key', () => {
	const parameters = { ...sendPersonalized, safetyOptions: { deduplicationKey: '={{ $json.order }}' } };
	const items = [{ order: 1, list: twoRequests }] satisfies IDataObject[];
	/** Of the two requests that the item takes, the second is rejected. */
	const partlySent = async (): Promise<RunResult> => {
		server.script = [plain('OK 123456789012'), plain('ERROR 04')];
		const first = await run({ parameters, items });
		expect(first.error?.message).toContain('Partly sent: 1 of 2');
		return first;
	};

	it('send nothing: the rest is left to Retry On Fail, as a second retry would know nothing of the first', async () => {
		const first = await partlySent();
		for (const retried of [
			await run({ parameters, items, retryOf: first }),
			await run({ parameters, items, retryOf: first }),
		]) {
			expect(retried.error?.message).toContain('Partly sent: 1 of 2');
			expect(retried.error?.description).toContain('a retry skips the rest of a message');
		}
		expect(server.requests).toHaveLength(2);
	});

	it('are named where the execution is stopped while a later item is sent', async () => {
		const stop = new AbortController();
		const reactions: Reaction[] = [plain('OK 123456789012'), plain('ERROR 04'), 'hang'];
		server.react = (_request, index) => {
			if (index === 2) stop.abort();
			return reactions[index] ?? 'cut';
		};
		const stopped = await run({
			parameters: { ...parameters, options: { maxConcurrentRequests: 1 } },
			items: [...items, { order: 2, list: [{ to: number(0), variables: ['soir'] }] }],
			settings: { ...goOn, ...oneRetry },
			signal: stop.signal,
		});
		const error = stopped.runData[nodeName]?.[0]?.error;
		expect(error?.message).toContain('May have been sent');
		expect(error?.description).toContain('Other items were partly sent');
		expect(error?.description).not.toContain('carried out');
	});
});

it('Max Messages counts what an earlier try has sent', async () => {
	const parameters = { ...sendPerItem, ...inLists({ maxMessages: 10, maxConcurrentRequests: 1 }) };
	const ten = people(10);
	server.script = [...Array.from({ length: 9 }, () => plain('OK 123456789012')), plain('ERROR 04')];
	const first = await run({ parameters, items: ten });
	const edited = { ...parameters, to: '={{ $json.order === 9 ? "33600000009, 33600000010" : $json.to }}' };
	const retried = await run({ parameters: edited, items: ten, retryOf: first });
	expect(retried.error?.message).toContain('would send 11 messages');
	expect(server.requests).toHaveLength(10);
});
