/** Items that come back: behind an error output, in a loop, in another execution, after n8n threw. Nobody gets a message twice. */
import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentKinds, toolOf } from '../../support/agentHarness';
import type { RunResult } from '../../support/engine';
import { gate } from '../../support/gate';
import type { Reaction } from '../../support/httpServer';
import { acceptedAnswer, failure } from '../../support/jsonAnswers';
import { serviceForEachTest } from '../../support/service';
import { errorsOfRounds, type LoopOptions, runLoop } from '../../support/loopBack';
import { clearProcessedData } from '../../support/processedData';
import {
	formOf,
	goOn,
	nodeName,
	number,
	outputOf,
	people,
	plain,
	retrying,
	sendParameters,
	sendPerItem,
	sendPersonalized,
	twoRequests,
} from '../../support/runNode';
import { wabaPerItem } from '../../support/runChannels';
import { inLists } from '../../support/inLists';

const server = serviceForEachTest();
afterEach(() => {
	jest.restoreAllMocks();
});

const { run } = server;

const { sentTo } = server;
const errorOutput = { onError: 'continueErrorOutput' };
const keyed = { ...sendPerItem, safetyOptions: { deduplicationKey: '={{ $json.order }}' } };

describe('n8n throws after the node has returned, and runs it again', () => {
	const throwOnce = (): void =>
		void jest.spyOn(WorkflowExecute.prototype, 'handleNodeErrorOutput').mockImplementationOnce(() => {
			throw new Error('Paired items do not fit');
		});

	it.each<[string, INodeParameters]>([
		['one by one', sendPerItem],
		['batched', { ...sendPerItem, options: { batchItems: true } }],
		['with keys', keyed],
	])('nothing is sent twice, unknown outcomes included, and outputs stay: %s', async (_what, parameters) => {
		const plainRun = await run({ parameters, items: people(3), settings: errorOutput });
		await clearProcessedData();
		const sent = sentTo().length;
		throwOnce();
		const result = await run({ parameters, items: people(3), settings: { ...errorOutput, ...retrying } });
		expect(result.status).toBe('success');
		expect(sentTo()).toHaveLength(2 * sent);
		expect(outputOf(result)).toEqual(outputOf(plainRun));
	});

	it('what may have been sent stays unknown', async () => {
		server.script = [plain('OK 123456789012'), 'cut', plain('OK 123456789013')];
		throwOnce();
		const result = await run({ items: people(3), settings: { ...errorOutput, ...retrying } });
		expect(sentTo().sort()).toEqual([number(0), number(1), number(2)]);
		expect(outputOf(result)).toHaveLength(2);
		expect(JSON.stringify(result.data[nodeName]?.[1])).toContain('May have been sent');
	});

	it('a retry of such an execution sends nothing either', async () => {
		throwOnce();
		const failed = await run({ items: people(3), settings: errorOutput });
		expect(failed.status).toBe('error');
		const retried = await run({ items: people(3), settings: errorOutput, retryOf: failed });
		expect(retried.status).toBe('success');
		expect(sentTo()).toHaveLength(3);
	});
});

describe('the error output leads back to the node', () => {
	const looped = async (
		items: IDataObject[],
		parameters = sendPerItem,
		more?: LoopOptions,
	): Promise<RunResult> => await runLoop(server.url, items, parameters, more);
	const mayHaveBeenSent: unknown = expect.stringContaining('May have been sent');

	it('what may have been sent is not sent again, in any round', async () => {
		server.script = ['cut'];
		const result = await looped(people(1));
		expect(result.status).toBe('success');
		expect(errorsOfRounds(result)).toEqual(Array(3).fill(mayHaveBeenSent));
		expect(sentTo()).toEqual([number(0)]);
	});

	const [anna, ben] = [number(0), number(1)];

	/** Recipients that depend on the time: the first and third try are to other people than the second. */
	const changing = {
		...sendPerItem,
		category: 'nonMarketingGroup',
		to: '={{ $now.second % 2 === 0 ? $json.to : $json.later }}',
	};

	it.each([
		['to one of them', [anna, ben]],
		['to a list beyond what is stored of it', [anna, ...people(5_001).map((_, index) => number(index + 1))]],
	])('who may have got it at a try to others does not get it later: %s', async (_what, later) => {
		server.freeze('2026-01-05T10:00:00+01:00', 1_000);
		server.script = [plain('ERROR 04'), 'cut'];
		const item = { to: anna, later, text: 'Hello' };
		const result = await looped([item], changing, { settings: retrying });
		expect(server.requests).toHaveLength(2);
		expect(errorsOfRounds(result)).toEqual([
			expect.stringMatching(/May have been sent|Partly sent/),
			mayHaveBeenSent,
			mayHaveBeenSent,
		]);
	});

	it('others get the same text, and who may have got another text gets it', async () => {
		server.script = ['cut', 'cut'];
		const again = `={{ { ...$json, to: $runIndex === 0 ? '${ben}' : '${anna}', text: $runIndex === 0 ? 'Hello' : 'Bye' } }}`;
		await looped([{ to: anna, text: 'Hello' }], sendPerItem, { again });
		expect(sentTo()).toEqual([anna, ben, anna]);
	});

	const benOptsOut = `={{ $runIndex > 0 ? ["+${ben}"] : [] }}`;

	it('who may have got it gets it once, also if somebody else opts out before it comes back', async () => {
		server.script = ['cut'];
		const parameters = { ...sendPerItem, safetyOptions: { excludedRecipients: benOptsOut } };
		await looped([{ to: [anna, ben], text: 'Hello' }], parameters);
		expect(sentTo()).toEqual([anna, ben]);
	});

	it.each<[string, INodeParameters, string]>([
		['not called excluded', { excludedRecipients: benOptsOut }, '"excluded"'],
		['not in a dry run', { dryRun: '={{ $runIndex > 0 }}' }, '"dryRun":true'],
	])('who may have got it is %s when it comes back', async (_what, safetyOptions, denied) => {
		server.script = ['cut'];
		const result = await looped([{ to: ben, text: 'Hello' }], { ...sendPerItem, safetyOptions });
		expect(JSON.stringify(result.data[nodeName])).not.toContain(denied);
	});

	it('what was rejected is sent in the next round', async () => {
		server.script = [plain('ERROR 04')];
		const result = await looped(people(1));
		expect(sentTo()).toEqual([number(0), number(0)]);
		expect(outputOf(result)).toMatchObject([{ accepted: true }]);
	});

	const [list, personalized] = [twoRequests, sendPersonalized];
	const requestSizes = (): Array<number | undefined> =>
		server.requests.map((request) => formOf(request).get('dest')?.split(',').length);

	const everybody = list.map((_, index) => `+${number(index)}`);

	const nothingMore =
		'Not sent: text, recipients, options or account have changed since an earlier attempt sent a part';

	it.each([
		['in a loop', 1, {}],
		['at another try', 0, { ...retrying, maxTries: 2 }],
	])('who may have got the rest does not get it in another list: %s', async (_what, round, settings) => {
		server.script = [plain('OK 1'), plain('ERROR 04'), 'cut'];
		const again = `={{ { list: $('Start').first().json.list.slice($runIndex < ${round} ? 0 : 500) } }}`;
		await looped([{ list }], personalized, { again, settings });
		expect(requestSizes()).toEqual([500, 100, 100]);
	});

	it('of what was partly sent, nobody gets it in another list, whatever list was tried in between', async () => {
		server.freeze('2026-01-05T10:00:00+01:00', '2026-01-05T10:00:01+01:00');
		server.script = [plain('OK 1'), plain('ERROR 04')];
		const others = [{ to: number(600), variables: ['soir'] }];
		const all = `$now.second === 0 ? $json.list : ${JSON.stringify(others)}`;
		const to = `={{ $runIndex > 0 ? $json.list.slice(0, 10) : ${all} }}`;
		const settings = { ...retrying, maxTries: 2 };
		await looped([{ list }], { ...personalized, text: 'Bonjour', to }, { settings });
		expect(requestSizes()).toEqual([500, 100]);
	});

	const changingOptions: INodeParameters[] = [
		{ deliveryOptions: { callbackData: { entry: [{ name: 'round', value: '={{ $runIndex }}' }] } } },
		{ deliveryOptions: { validityPeriod: '={{ 60 - $runIndex }}' } },
		{ senderType: "={{ $runIndex === 0 ? 'shortCode' : 'twoWay' }}" },
		{ deliveryOptions: { scheduleAt: '={{ $now.plus({ days: $runIndex + 1 }).toISO() }}' } },
		{ deliveryOptions: { scheduleAt: '={{ $now.plus({ hours: 1 }).toISO() }}' } },
	];

	const scheduled = { deliveryOptions: { scheduleAt: '2026-01-05T10:01:00+01:00' } };
	const marketing = { category: 'marketing', text: 'Sale. STOP 36180' };

	const aMinute = ['2026-01-05T10:00:00+01:00', '2026-01-05T10:01:10+01:00'] as const;

	it.each<[INodeParameters, now: string, later: string]>([
		...[...changingOptions, scheduled].map((given): [INodeParameters, string, string] => [given, ...aMinute]),
		[marketing, '2026-01-05T22:00:00+01:00', '2026-01-06T09:00:00+01:00'],
	])('who may have got it does not get it later or with other options: %j', async (given, now, later) => {
		server.freeze(now, later);
		server.script = ['cut'];
		const result = await looped(people(1), { ...sendPerItem, ...given });
		expect(errorsOfRounds(result)).toHaveLength(3);
		expect(sentTo()).toEqual([number(0)]);
	});

	const withOtherKey = "={{ { list: $('Start').first().json.list, key: 'b' } }}";
	const others = "={{ { list: $('Start').first().json.list.slice(500) } }}";
	const byKey = { credential: { apiKey: '={{ $json.key }}' }, again: withOtherKey };
	const excluded = inLists({
		excludedRecipients: `={{ $runIndex > 0 ? ${JSON.stringify(everybody)} : [] }}`,
	});
	const dryOnce = inLists({ dryRun: '={{ $runIndex === 1 }}' });
	const ownKey = inLists({ deduplicationKey: '={{ $json.key }}' });
	const [all, rest, nothing] = [{ output: [{ accepted: true, requests: 2 }] }, [500, 100, 100], [500, 100]];

	it.each<[string, number[], { error?: string; output?: object[] }, INodeParameters?, LoopOptions?]>([
		['only the rest goes out', rest, all],
		['only the rest goes out once its time has come', rest, all, scheduled],
		['others get it in another list', rest, { output: [{ recipientCount: 100 }] }, {}, { again: others }],
		['nobody gets it from another account', nothing, { error: nothingMore }, {}, byKey],
		...changingOptions.map((given): [string, number[], object, INodeParameters] => [
			`nobody gets it later or with other options (${JSON.stringify(given)})`,
			...([nothing, { error: nothingMore }, given] as const),
		]),
		['nobody is called excluded', nothing, { error: 'Partly sent' }, excluded],
		['the rest is in no dry run', rest, { error: 'Partly sent', ...all }, dryOnce],
		['one with its own key goes to all', [...nothing, ...nothing], all, ownKey, { again: withOtherKey }],
	])(
		'of a partly sent list that comes back, %s',
		async (_what, sizes, { error = '', output = [] }, given = {}, more = {}) => {
			server.freeze(...aMinute);
			server.script = [plain('OK 1'), plain('ERROR 04')];
			const result = await looped([{ list, key: 'a' }], { ...personalized, ...given }, more);
			expect(requestSizes()).toEqual(sizes);
			expect(errorsOfRounds(result)[1] ?? '').toContain(error);
			expect(outputOf(result)).toMatchObject(output);
		},
	);

	it('of an equal dry run and message, the message continues what was partly sent', async () => {
		server.script = [plain('OK 1'), plain('ERROR 04'), plain('ERROR 04')];
		const options = { dryRun: '={{ $json.isDry === true }}', maxConcurrentRequests: 1 };
		const rejected = { list: [{ to: number(700), variables: ['soir'] }] };
		const again = "={{ { list: $('Start').first().json.list, isDry: $itemIndex === 0 } }}";
		await looped([{ list }, rejected], { ...personalized, ...inLists(options) }, { again });
		expect(requestSizes()).toEqual([500, 100, 1, 100]);
	});

	it.each([[false], [true]])(
		'a message that was partly sent takes no other one with it when somebody has opted out, batched: %s',
		async (batchItems) => {
			server.script = [plain('OK 1'), plain('ERROR 04'), plain('ERROR 04')];
			const options = {
				batchItems,
				maxConcurrentRequests: 1,
				excludedRecipients: `={{ $runIndex > 0 ? ${JSON.stringify(everybody.slice(400))} : [] }}`,
			};
			const other = { list: [{ to: '33611111111', variables: ['soir'] }] };
			await looped([{ list }, other], { ...personalized, ...inLists(options) });
			expect(sentTo().filter((entry) => entry === '33611111111;soir')).toHaveLength(2);
		},
	);

	it.each([{}, { deduplicationKey: '={{ $json.key }}' }])(
		'Max Messages counts what a message that came back has sent, also where an equal one follows: %j',
		async (keys) => {
			server.script = [plain('OK 1'), plain('ERROR 04')];
			const options = { maxMessages: 1_000, ...keys };
			// The third round brings another message of the same content.
			const again = `={{ { list: $('Start').first().json.list, key: $runIndex === 0 ? 'a' : 'b' } }}`;
			await looped([{ list, key: 'a' }], { ...personalized, ...inLists(options) }, { again, fromBoth: true });
			expect(requestSizes()).toEqual([500, 100, 100]);
		},
	);

	it('a message whose key was used before is not sent as the rest of another one', async () => {
		const withKey = { ...personalized, ...ownKey };
		await run({ parameters: withKey, items: [{ list, key: 'december' }] });
		server.script = [plain('OK 1'), plain('ERROR 04')];
		const again = `={{ { list: $('Start').first().json.list, key: 'december' } }}`;
		const result = await looped([{ list, key: 'january' }], withKey, { again });
		expect(requestSizes()).toEqual([500, 100, 500, 100]);
		expect(outputOf(result)).toMatchObject([{ alreadySent: true }]);
	});

	it('who may have got it does not get it from another account', async () => {
		server.script = ['cut'];
		const again = `={{ { ...$('Start').first().json, account: 'key-b' } }}`;
		const credential = { apiKey: '={{ $json.account }}' };
		await looped([{ ...people(1)[0], account: 'key-a' }], sendPerItem, { credential, again });
		expect(sentTo()).toEqual([number(0)]);
	});

	it('who may have got a WhatsApp message does not get it from another phone', async () => {
		server.script = ['cut'];
		const settings = { type: 'n8n-nodes-smsbox.smsboxWaba' };
		await looped(people(1), { ...wabaPerItem, phoneId: '={{ $runIndex }}' }, { settings });
		expect(server.requests).toHaveLength(1);
	});

	it('another message of the same batch is sent, and only the one that may be out fails', async () => {
		server.script = ['cut'];
		const items = [...people(2), { ...people(1)[0] }];
		const result = await run({
			items,
			parameters: { ...sendPerItem, options: { maxConcurrentRequests: 1 } },
			settings: goOn,
		});
		// The third item says the same to the same person as the first.
		expect(sentTo()).toEqual([number(0), number(1)]);
		expect(outputOf(result).map(({ error }) => typeof error)).toEqual(['string', 'undefined', 'string']);
	});
});

it.each([['stopWorkflow'], ['continueRegularOutput'], ['continueErrorOutput']])(
	'a transfer of credits is made once where the service reports a temporary error: %s',
	async (onError) => {
		server.script = [plain('ERROR 05')];
		const parameters = { resource: 'credit', operation: 'transfer', subAccount: 'shop', amount: 5 };
		const result = await run({ node: 'smsboxAccount', parameters, settings: { ...retrying, onError } });
		expect(server.requests).toHaveLength(1);
		const said = JSON.stringify([result.data, result.error?.message]);
		expect(said).toContain('May have been carried out');
		expect(said).not.toMatch(/may have been sent|message was/i);
	},
);

describe('a deduplication key', () => {
	const waba = { ...wabaPerItem, text: 'Bonjour', ...inLists({ deduplicationKey: '={{ $json.order }}' }) };
	/** The answer to a request that says the same of each of these numbers. */
	const answer = (numbers: readonly string[], state: string): Reaction =>
		acceptedAnswer(numbers, 'r1', () => state);
	const invalid = failure(400, 'Bad request', '');
	/** The recipients of a message that takes two requests, the second of one person. */
	const all = Array.from({ length: 5_001 }, (_, index) => number(index));
	const sendWaba = async (items: IDataObject[]): Promise<RunResult> =>
		await run({ node: 'smsboxWaba', parameters: waba, items });

	it('stays open where the service does not say whether it took the message', async () => {
		server.script = [answer([number(0)], 'PONDERING')];
		const first = await sendWaba(people(1));
		expect(outputOf(first)[0]).toMatchObject({ accepted: null });
		const second = await sendWaba(people(1));
		expect(second.error?.message).toContain('May have been sent');
		expect(server.requests).toHaveLength(1);
	});

	it('of two requests, the open one is not sent again to one of its recipients, although the other was accepted', async () => {
		server.script = [answer(all.slice(0, 5_000), 'PONDERING'), answer(all.slice(5_000), 'ACCEPTED')];
		const items = [{ to: all.join() }, { to: number(0) }];
		const parameters = { ...waba, safetyOptions: {}, options: { maxConcurrentRequests: 1 } };
		const result = await run({ node: 'smsboxWaba', parameters, items });
		expect(server.requests).toHaveLength(2);
		expect(result.error?.message).toContain('May have been sent');
	});

	const openOf = ['Partly sent: 0 of 2', 'May have been sent: recipients 1 to 5,000.'];

	it.each<[string, number, string[]]>([
		['PONDERING', 5_000, openOf],
		['REJECTED', 1, openOf],
		['REJECTED', 5_000, ['Rejected by SMSBOX', '(400)']],
	])('of two requests, the first %s for %d, none counts as accepted', async (state, count, said) => {
		server.script = [answer(all.slice(0, count), state), invalid];
		const result = await sendWaba([{ to: all.join(), order: 1 }]);
		const text = `${result.error?.message} ${JSON.stringify(result.error)}`;
		for (const words of said) expect(text).toContain(words);
		expect(text).not.toContain('Accepted: ');
	});

	it('of a message whose recipients were all rejected, request by request, is free', async () => {
		for (const attempt of [1, 2]) {
			server.script = [answer(all.slice(0, 5_000), 'REJECTED'), invalid];
			const result = await sendWaba([{ to: all.join(), order: 1 }]);
			expect(result.error?.message).toMatch(/^Rejected/);
			expect(server.requests).toHaveLength(2 * attempt);
		}
	});

	it.each([['ACCEPTED'], ['REJECTED']])(
		'stays used where a batch has two answers for a number, and the last is %s',
		async (last) => {
			const states = [last === 'ACCEPTED' ? 'REJECTED' : 'ACCEPTED', last, 'ACCEPTED'];
			const answered = [number(0), number(0), number(1)];
			server.script = [acceptedAnswer(answered, 'r1', () => states.shift() ?? '')];
			const parameters = { ...waba, options: { batchItems: true } };
			const sendBatch = async (): Promise<IDataObject[]> =>
				outputOf(await run({ node: 'smsboxWaba', parameters, items: people(2) }));
			expect(await sendBatch()).toMatchObject([
				{ accepted: true, rejected: [] },
				{ accepted: true, rejected: [] },
			]);
			expect(await sendBatch()).toMatchObject([{ alreadySent: true }, { alreadySent: true }]);
			expect(server.requests).toHaveLength(1);
		},
	);

	it('says who was excluded, also where the message was sent before', async () => {
		const options = { deduplicationKey: 'a', excludedRecipients: number(1) };
		const parameters = { ...sendParameters, to: `${number(0)}, ${number(1)}`, safetyOptions: options };
		await run({ parameters });
		const again = await run({ parameters });
		expect(outputOf(again)).toEqual([
			{ alreadySent: true, deduplicationKey: 'a', excluded: [`+${number(1)}`] },
		]);
	});

	it('that another execution is sending now is in progress, and free once that was rejected', async () => {
		const { open, opened } = gate();
		let count = 0;
		server.react = async () => {
			if ((count += 1) > 1) return plain('OK 123456789012');
			await opened;
			return plain('ERROR 04');
		};
		const sending = run({ parameters: keyed, items: people(1) });
		while (count === 0) await new Promise(setImmediate);
		const second = await run({ parameters: keyed, items: people(1) });
		expect(second.error?.message).toContain('another execution is sending the message');
		open();
		await sending;
		expect((await run({ parameters: keyed, items: people(1) })).status).toBe('success');
		expect(count).toBe(2);
	});

	it('of items that were sent before does not count as carried out', async () => {
		await run({ parameters: keyed, items: people(2) });
		server.script = [plain('ERROR 04')];
		const result = await run({ parameters: keyed, items: people(3) });
		expect(result.error?.description).not.toContain('carried out');
	});
});

it.each(['+5511961234567, +551161234567', '+5491123456789, +541123456789'])(
	'a person whose number is in the list in both forms gets one message: %s',
	async (to) => {
		const result = await run({ parameters: { ...sendParameters, to } });
		expect(sentTo()).toHaveLength(1);
		expect(outputOf(result)).toMatchObject([{ recipientCount: 1, duplicatesRemoved: 1 }]);
	},
);

describe('Max Messages', () => {
	const limited = (options: INodeParameters): INodeParameters => ({
		...sendPerItem,
		...inLists({ deduplicationKey: '={{ $json.order }}', maxMessages: 2, ...options }),
	});

	it('names the right number, and gives the keys back', async () => {
		await run({ parameters: keyed, items: people(3) });
		const over = await run({ parameters: limited({}), items: people(6) });
		expect(over.error?.message).toContain('would send 3 messages (limit: 2)');
		await run({ parameters: keyed, items: people(6) });
		expect(sentTo()).toHaveLength(6);
	});

	it.each([
		['is rejected', plain('ERROR 04')],
		['ends the account', plain('ERROR 03')],
		['may have been sent', 'cut' as const],
	])('gives back the keys of what does not leave because a message before it %s', async (_what, reaction) => {
		await run({ parameters: keyed, items: people(1) });
		server.script = [reaction];
		const parameters = limited({ maxMessages: 3, maxConcurrentRequests: 1 });
		const ended = await run({ parameters, items: people(4) });
		expect(ended.status).toBe('error');
		const rest = await run({ parameters: keyed, items: people(4).slice(2) });
		expect(outputOf(rest)).toMatchObject([{ accepted: true }, { accepted: true }]);
	});

	it('counts dry runs apart', async () => {
		const dry = { dryRun: '={{ $json.order > 1 }}' };
		const result = await run({ parameters: limited(dry), items: people(4) });
		expect(outputOf(result).map(({ dryRun, accepted }) => dryRun ?? accepted)).toEqual(Array(4).fill(true));
		expect(sentTo()).toHaveLength(2);
	});
});

it.each(agentKinds)('dry runs of a tool are no repetitions, at the same time either: %s', async (agent) => {
	const parameters = { ...sendParameters, safetyOptions: { dryRun: true } };
	const told = await toolOf(server)(agent, [[{}, {}], [{}]], parameters);
	expect(told.map((answer) => answer.includes('dryRun'))).toEqual([true, true, true]);
});

it.each(agentKinds)('a limit never says that what may have been sent was not sent: %s', async (agent) => {
	server.script = ['cut'];
	const parameters = { ...sendParameters, safetyOptions: { maxMessages: 1 } };
	const told = await toolOf(server)(agent, [[{}], [{}]], parameters, { settings: retrying });
	expect(server.requests).toHaveLength(1);
	expect(told.map((answer) => answer.includes('May have been sent'))).toEqual([true, true]);
	expect(told[1]).toContain('an earlier, similar call of this tool was not completed; this call did nothing');
});
