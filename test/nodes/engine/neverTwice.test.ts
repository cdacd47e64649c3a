/** Where features meet: batches, keys, quotas, retries after an edit, agents. Nobody gets a message twice. */
import type { IDataObject } from 'n8n-workflow';
import { runAgent } from '../../support/agentHarness';
import type { RunResult } from '../../support/engine';
import { type Reaction, type ScriptedServer, serveScript } from '../../support/httpServer';
import { clearProcessedData } from '../../support/processedData';
import {
	formOf,
	nodeName,
	type NodeRun,
	number,
	outputOf,
	people,
	plain,
	recipientsSentTo,
	runNode,
	sendParameters,
	sendPerItem,
} from '../../support/runNode';

const goOn = { onError: 'continueRegularOutput' };

let server: ScriptedServer;
let script: Reaction[];

beforeEach(async () => {
	await clearProcessedData();
	script = [];
	server = await serveScript(() => script.shift() ?? plain('OK 123456789012'));
});
afterEach(async () => {
	await server.close();
	await clearProcessedData();
});

const run = async ({ settings, ...given }: Partial<NodeRun>): Promise<RunResult> =>
	await runNode({
		url: server.url,
		parameters: sendPerItem,
		settings: { id: 'a1b2c3d4', ...settings },
		...given,
	});

const sentTo = (): string[] => recipientsSentTo(server.requests);

describe('batched items, each with two texts for one number', () => {
	const personalized = {
		...sendParameters,
		to: '={{ $json.list }}',
		text: 'Bonjour %1%',
		options: { batchItems: true },
	};
	const items = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, index) => ({
			list: ['matin', 'soir'].map((time) => ({ to: number(index), variables: [time] })),
		}));

	it('are all sent, in requests of at most 500 entries', async () => {
		const result = await run({
			parameters: { ...personalized, category: 'nonMarketingGroup' },
			items: items(300),
		});
		expect(sentTo()).toHaveLength(600);
		expect(server.requests.map((request) => formOf(request).get('dest')?.split(',').length)).toEqual([
			500, 100,
		]);
		expect(outputOf(result).map(({ accepted }) => accepted)).toEqual(Array(300).fill(true));
	});

	it('are valid as alerts, of which a request takes 50', async () => {
		const result = await run({ parameters: personalized, items: items(40) });
		expect(result.status).toBe('success');
		expect(sentTo()).toHaveLength(80);
	});
});

describe('keys of batched items', () => {
	const parameters = {
		...sendParameters,
		category: 'nonMarketingGroup',
		to: '={{ $json.to }}',
		options: { batchItems: true, deduplicationKey: '={{ $json.order }}' },
	};

	it('are all known to the next run', async () => {
		await run({ parameters, items: people(9_900) });
		const again = await run({ parameters, items: people(9_900) });
		expect(sentTo()).toHaveLength(9_900);
		expect(outputOf(again).map(({ alreadySent }) => alreadySent)).toEqual(Array(9_900).fill(true));
	});

	it('stay pending where a request was cut, and accepted where it was not', async () => {
		script = [plain('OK 123456789012'), 'cut'];
		await run({ parameters, items: people(9_900), settings: goOn });
		const again = await run({ parameters, items: people(9_900), settings: goOn });
		expect(sentTo()).toHaveLength(9_900);
		const outputs = outputOf(again);
		const cut = outputs.filter(
			({ error }) => typeof error === 'string' && error.startsWith('May have been sent'),
		);
		expect(outputs.filter(({ alreadySent }) => alreadySent === true).length + cut.length).toBe(9_900);
		expect([4_900, 5_000]).toContain(cut.length);
	});

	it('are refused where they are more than the node remembers', async () => {
		const result = await run({ parameters, items: people(20_001) });
		expect(result.error?.message).toContain('The run has more than 20,000 keys');
		expect(server.requests).toHaveLength(0);
	});
});

it('a key that two items have stays an error on a retry', async () => {
	script = [plain('ERROR 04')];
	const result = await run({
		parameters: { ...sendPerItem, options: { deduplicationKey: '={{ $json.key }}' } },
		items: [1, 2, 2].map((key, index) => ({ ...people(3)[index], key })),
		settings: { ...goOn, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
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
			['the validity', { options: { ...options, validityPeriod: 30 } }],
			['the recipient', { to: '33600999999' }],
		])('does not send again what was accepted: %s', async (_what, edit) => {
			script = [plain('OK 123456789012'), plain('ERROR 04')];
			const items = people(2);
			const first = await run({ parameters: { ...sendPerItem, options }, items });
			expect(first.status).toBe('error');
			const parameters = { ...sendPerItem, options, ...edit };
			const retried = await run({ parameters, items, retryOf: first });
			expect(server.requests).toHaveLength(3);
			expect(sentTo().filter((to) => to === number(0))).toHaveLength(1);
			expect(outputOf(retried)[0]).toMatchObject({ accepted: true, to: [`+${number(0)}`] });
			expect(retried.hints[nodeName]?.[0]?.message).toContain('even if the node has changed');
		});
	},
);

describe('two retries of one execution that was partly sent, with a deduplication key', () => {
	const parameters = {
		...sendParameters,
		to: '={{ $json.list }}',
		category: 'nonMarketingGroup',
		text: 'Bonjour %1%',
		options: { deduplicationKey: '={{ $json.order }}' },
	};
	const items = [
		{ order: 1, list: people(600).map(({ to }) => ({ to, variables: ['matin'] })) },
	] satisfies IDataObject[];
	/** Of the two requests that the item takes, the second is rejected. */
	const partlySent = async (): Promise<RunResult> => {
		script = [plain('OK 123456789012'), plain('ERROR 04')];
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
			expect(retried.error?.description).toContain('a retry leaves the rest of a message');
		}
		expect(server.requests).toHaveLength(2);
	});

	it('do not report success for it after a change to an operation that sends nothing', async () => {
		const first = await partlySent();
		script = [plain('OK 123456789012')];
		const edited = { resource: 'sender', operation: 'getDefault', options: {} };
		const second = await run({ parameters: edited, items, retryOf: first });
		expect(second.error?.message).toContain('Partly sent: 1 of 2');
	});

	it('do not report success for it in a dry run', async () => {
		const first = await partlySent();
		const dry = { ...parameters, options: { ...parameters.options, dryRun: true } };
		const second = await run({ parameters: dry, items, retryOf: first });
		expect(second.error?.message).toContain('Partly sent: 1 of 2');
		expect(second.error?.description).toContain('Reason: Not sent: Dry Run is on');
		expect(server.requests).toHaveLength(2);
	});

	it('are named where the execution is stopped while a later item is sent', async () => {
		const stop = new AbortController();
		const reactions: Reaction[] = [plain('OK 123456789012'), plain('ERROR 04'), 'hang'];
		await server.close();
		server = await serveScript((_request, index) => {
			if (index === 2) stop.abort();
			return reactions[index] ?? 'cut';
		});
		const stopped = await run({
			parameters: { ...parameters, options: { maxConcurrentRequests: 1 } },
			items: [...items, { order: 2, list: [{ to: number(0), variables: ['soir'] }] }],
			settings: { ...goOn, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			signal: stop.signal,
		});
		const error = stopped.runData[nodeName]?.[0]?.error;
		expect(error?.message).toContain('May have been sent');
		expect(error?.description).toContain('Other items were partly sent');
		expect(error?.description).not.toContain('carried out');
	});
});

it('a recipient that depends on the time: a retry reports the one who got the message', async () => {
	script = [plain('OK 123456789012'), plain('ERROR 04')];
	const to = '={{ $json.order === 0 ? 33600000000 + Math.floor(Math.random() * 9999999) : $json.to }}';
	const items = people(2);
	const first = await run({ parameters: { ...sendPerItem, to }, items });
	const retried = await run({ parameters: { ...sendPerItem, to }, items, retryOf: first });
	expect(outputOf(retried)[0]?.to).toEqual([`+${sentTo()[0] ?? ''}`]);
	expect(server.requests).toHaveLength(3);
});

describe.each(['engine', 'direct'] as const)('an agent (%s) that calls again', (agent) => {
	const parameters = { ...sendParameters, to: "={{ $fromAI('to') }}", text: "={{ $fromAI('text') }}" };

	it('for the same number in other digits sends one message', async () => {
		const { told } = await runAgent({
			url: server.url,
			agent,
			parameters,
			script: [[{ to: '+33600123456', text: 'Bonjour' }], [{ to: '0033 6 00 12 34 56', text: 'Bonjour' }]],
		});
		expect(server.requests).toHaveLength(1);
		expect(told[1]).toContain('Not sent again');
	});

	it('for the same number in other digits and a text that holds the time sends one message', async () => {
		await runAgent({
			url: server.url,
			agent,
			parameters: { ...parameters, text: "={{ $fromAI('text') + Math.random() }}" },
			script: [[{ to: '+33600123456', text: 'Bonjour' }], [{ to: '0033 6 00 12 34 56', text: 'Bonjour' }]],
		});
		expect(server.requests).toHaveLength(1);
	});

	it('with the same input and a text that holds the time sends one message', async () => {
		const { told } = await runAgent({
			url: server.url,
			agent,
			parameters: { ...parameters, text: "={{ $fromAI('text') + Math.random() }}" },
			script: [[{ to: '+33600123456', text: 'Bonjour' }], [{ to: '+33600123456', text: 'Bonjour' }]],
		});
		expect(server.requests).toHaveLength(1);
		expect(told[1]).toContain('Not sent again');
	});
});

describe('Max Messages', () => {
	it('counts what an earlier try has sent', async () => {
		const parameters = { ...sendPerItem, options: { maxMessages: 10, maxConcurrentRequests: 1 } };
		const ten = people(10);
		script = [...Array.from({ length: 9 }, () => plain('OK 123456789012')), plain('ERROR 04')];
		const first = await run({ parameters, items: ten });
		const edited = { ...parameters, to: '={{ $json.order === 9 ? "33600000009, 33600000010" : $json.to }}' };
		const retried = await run({ parameters: edited, items: ten, retryOf: first });
		expect(retried.error?.message).toContain('would send 11 messages');
		expect(server.requests).toHaveLength(10);
	});

	it('does not count items that were never begun', async () => {
		const parameters = { ...sendPerItem, options: { maxMessages: 4, maxConcurrentRequests: 1 } };
		script = [plain('OK 123456789012'), plain('ERROR 03')];
		const { result } = await runAgent({
			url: server.url,
			agent: 'engine',
			parameters: { ...parameters, to: '={{ $json.to }}' },
			script: [
				[{ to: '33600000000, 33600000001', text: 'one' }],
				[{ to: '33600000002, 33600000003', text: 'two' }],
				[{ to: '33600000004, 33600000005', text: 'three' }],
			],
		});
		expect(result.status).toBe('success');
		expect(server.requests).toHaveLength(3);
		const items = people(4);
		script = [plain('OK 123456789012'), plain('ERROR 03')];
		const first = await run({ parameters, items, settings: { ...goOn, retryOnFail: false } });
		expect(outputOf(first)).toHaveLength(4);
		expect(first.executionData.executionData?.contextData[`node:${nodeName}`]).toMatchObject({
			smsboxSendLog: { sent: 1 },
		});
	});
});

it('batches never reverse two messages to one person', async () => {
	const a = number(1);
	const b = number(2);
	const items = [
		{ to: a, text: 'first' },
		{ to: b, text: 'second' },
		{ to: b, text: 'first' },
		{ to: a, text: 'second' },
		{ to: a, text: 'first' },
	];
	await run({
		parameters: { ...sendPerItem, options: { batchItems: true, maxConcurrentRequests: 1 } },
		items,
	});
	const received = (to: string): Array<string | null> =>
		server.requests.flatMap((request) =>
			(formOf(request).get('dest') ?? '').split(',').includes(to) ? [formOf(request).get('msg')] : [],
		);
	expect(received(a)).toEqual(['first', 'second', 'first']);
	expect(received(b)).toEqual(['second', 'first']);
});
