/** Dry Run: everything happens up to the request, and nothing leaves but reads. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type ExchangeCase, exchangeCases } from '../../support/contractFixtures';
import type { RunResult } from '../../support/engine';
import { parametersOf } from '../../support/fixtureServer';
import { serviceForEachTest } from '../../support/service';
import {
	hintsOf,
	number,
	outputOf,
	people,
	plain,
	retrying,
	sendPerItem,
	sendPersonalized,
	sendToGroup,
} from '../../support/runNode';
import { isRecord } from '../../../nodes/engine/operations/values';
import { sendingOperations } from '../../support/registry';
import { smsboxNode } from '../../support/smsbox';
import { inLists, optionsIn } from '../../support/inLists';

const server = serviceForEachTest();

const withOptions = (parameters: INodeParameters, more: INodeParameters): INodeParameters => ({
	...parameters,
	...inLists({ ...optionsIn(parameters), ...more }),
});
const dry = (parameters: INodeParameters): INodeParameters => withOptions(parameters, { dryRun: true });
const toGroup = (value: string): INodeParameters => dry(sendToGroup(value));
const { sends } = server;

const items = (count: number): IDataObject[] => people(count).map(({ to }) => ({ to, text: 'Hello' }));
const run = async (options: INodeParameters, input = items(3), settings: object = {}): Promise<RunResult> =>
	await server.run({
		parameters: withOptions({ ...sendPerItem, category: 'nonMarketingGroup' }, options),
		items: input,
		settings,
	});

const problemsOf = (result: RunResult): Array<string | undefined> =>
	outputOf(result).map(({ problem }) => (typeof problem === 'string' ? problem : undefined));

const nodes = ['smsboxSms', 'smsboxWaba', 'smsboxRcs'] as const;

const sending = nodes.flatMap((node) => sendingOperations(smsboxNode(node)).map(({ title }) => title));
const operationOf = ({ operation: { node, resource, operation } }: ExchangeCase): string =>
	`${node}: ${resource}.${operation}`;
/** Successful sends with all their options, each as the wire has it. */
const cases = exchangeCases('sms', 'waba', 'rcs').filter(
	(fixture) => fixture.output !== undefined && sending.includes(operationOf(fixture)),
);

it('has the hints of one run, not of each batch', async () => {
	const input = [1, 200, 400].map((length, index) => ({
		to: `3360000000${index}`,
		text: 'é'.repeat(length),
	}));
	const real = await run({}, input);
	expect(hintsOf(await run({ dryRun: true }, input)).slice(0, -1)).toEqual(hintsOf(real));
});

it('is an option of every operation that sends, each of which a fixture shows', () => {
	const shown = new Set(cases.map(operationOf));
	const waiting = nodes.map((node) => `${node}: message.sendAndWait`);
	expect([...shown, ...waiting].sort()).toEqual([...sending].sort());
});

describe.each(nodes)('%s', (node) => {
	const own = cases.filter((fixture) => fixture.operation.node === node);

	it.each(own.map((fixture) => [fixture.name, fixture] as const))(
		'sends nothing: %s',
		async (_name, fixture) => {
			server.freeze(fixture.now);
			const group: unknown = parametersOf(fixture)['group'];
			const value = isRecord(group) ? String(group['value']) : '';
			server.groups = /^\d+$/.test(value) ? `${value};Staff;40` : `5;${value};40`;
			const result = await server.run({
				node,
				parameters: dry(parametersOf(fixture)),
				timezone: fixture.timezone,
			});
			expect(result.error).toBeUndefined();
			expect(sends()).toEqual([]);
			const [output] = outputOf(result);
			const requests = fixture.exchanges.filter(({ request }) => !request.path.includes('groupes')).length;
			expect(output).toMatchObject({ dryRun: true, requests, recipientCount: expect.any(Number) });
			expect(output).not.toHaveProperty('accepted');
			expect(hintsOf(result)).toContainEqual(
				expect.stringMatching(/^Dry run: nothing was sent\. 1 item would/),
			);
		},
	);
});

describe('together with another option', () => {
	it('reserves no deduplication key: the message leaves afterwards', async () => {
		const deduplicationKey = '={{ $json.to }}';
		await run({ dryRun: true, deduplicationKey });
		expect(sends()).toHaveLength(0);
		const real = await run({ deduplicationKey });
		expect(sends()).toHaveLength(3);
		expect(outputOf(real).map(({ accepted }) => accepted)).toEqual([true, true, true]);
	});

	it('still finds two messages with the same key', async () => {
		const result = await run({ dryRun: true, deduplicationKey: 'order 1' });
		expect(problemsOf(result)).toEqual([
			undefined,
			expect.stringContaining('has the same key'),
			expect.stringContaining('has the same key'),
		]);
	});

	it('batches, and says what a request would hold', async () => {
		const parameters = dry({ ...sendPerItem, ...inLists({ batchItems: true }) });
		const result = await server.run({ parameters, items: items(1_001) });
		expect(sends()).toHaveLength(0);
		expect(hintsOf(result)).toContain(
			'Dry run: nothing was sent. 1,001 items would take 21 requests and 1,001 segments.',
		);
		expect(outputOf(result)[0]).toEqual({
			dryRun: true,
			to: ['+33600000000'],
			recipientCount: 1,
			requests: 1,
			segments: 1,
			encoding: 'gsm7',
			charactersLeft: 155,
			duplicatesRemoved: 0,
			batchSize: 50,
		});
	});

	it('adds up the segments of personalized texts of different lengths', async () => {
		const list = ['ê'.repeat(200), 'a', 'b'].map((name, index) => ({ to: number(index), variables: [name] }));
		const parameters = dry({ ...sendPersonalized, text: '%1%' });
		const hints = hintsOf(await server.run({ parameters, items: [{ list }] }));
		expect(hints).toEqual([
			expect.stringContaining('the run takes 5 credits'),
			'Dry run: nothing was sent. 1 item would take 1 request and 5 segments.',
		]);
	});

	it('says what batching would save', async () => {
		const result = await run({ dryRun: true }, items(30));
		expect(hintsOf(result)).toEqual([
			expect.stringContaining('With Batch Items, it takes 1'),
			'Dry run: nothing was sent. 30 items would take 30 requests and 30 segments.',
		]);
	});

	it.each([
		['Allowed Recipients', { allowedRecipients: '33600000000' }, "isn't in the list", 2],
		['Max Messages', { maxMessages: 2 }, 'would send 3 messages (limit: 2)', 3],
		['Send At', { scheduleAt: '2020-01-01T10:00:00Z' }, 'The time is in the past', 3],
		['Max Concurrent Requests', { maxConcurrentRequests: 51 }, 'from 1 to 50', 3],
	])('is held to %s', async (_option, options, message, count) => {
		const result = await run({ dryRun: true, ...options });
		expect(result.error).toBeUndefined();
		expect(problemsOf(result).filter((problem) => problem?.includes(message) === true)).toHaveLength(count);
		expect(sends()).toHaveLength(0);
	});

	it('uses no quota, Retry On Fail included', async () => {
		const result = await run({ dryRun: true, maxMessages: 3 }, items(3), retrying);
		expect(result.error).toBeUndefined();
		const [log] = Object.values(result.executionData.executionData?.contextData ?? {});
		expect(log?.['smsboxSendLog']).toMatchObject({ items: {}, sent: 0 });
		expect(sends()).toHaveLength(0);
	});

	it('sends the items for which it is off', async () => {
		const input = items(4).map((item, index) => ({ ...item, isTest: index % 2 === 0 }));
		const result = await run({ dryRun: '={{ $json.isTest }}', batchItems: true }, input);
		expect(sends()).toHaveLength(1);
		const [tested, sent] = [
			[true, undefined],
			[undefined, true],
		];
		expect(outputOf(result).map(({ dryRun, accepted }) => [dryRun, accepted])).toEqual([
			...[tested, sent],
			...[tested, sent],
		]);
	});

	it.each([
		['nothing', '={{ undefined }}', 'no value'],
		['a word', '={{ "maybe" }}', 'true or false'],
	])('of an expression that returns %s is an error, and nothing is sent', async (_what, dryRun, message) => {
		const result = await run({ dryRun });
		expect(result.error?.message).toContain(message);
		expect(sends()).toHaveLength(0);
	});
});

describe('with a bad row', () => {
	const bad: IDataObject[] = [
		{ to: '33600000000', text: 'Hello' },
		{ to: '12AB', text: 'Hello' },
		{ to: '33600000002', text: '' },
		{ to: '33600000003' },
		{ to: '33600000004', text: 'Hello' },
	];

	it.each([
		['scheduleAt', '={{ $json.at.toDateTime() }}'],
		['deduplicationKey', '={{ $json.at.toDateTime().toISO() }}'],
		['excludedRecipients', "={{ $('Opt-outs').all().map((row) => row.json.phone) }}"],
	])('of which the expression of %s fails, goes on', async (option, expression) => {
		const [soon, later] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
		const input = [soon, 'tomorrow', later].map((at, index) => ({
			...{ at, text: 'Hello' },
			to: String(33600000000 + index),
		}));
		const result = await run({ dryRun: true, [option]: expression }, input);
		expect(result.error).toBeUndefined();
		expect(outputOf(result).map(({ dryRun }) => dryRun)).toEqual([true, true, true]);
		expect(problemsOf(result)[1]).toContain('The expression failed');
		expect(sends()).toHaveLength(0);
		expect((await run({ [option]: expression }, input)).error?.message).toContain('The expression failed');
		expect(sends()).toHaveLength(0);
	});

	it.each([
		['stops', {}],
		['stops, with Retry On Fail', retrying],
		['continues', { onError: 'continueRegularOutput' }],
		['has an error output', { onError: 'continueErrorOutput' }],
	])('goes on where the node %s after an error, with the problem in the row', async (_what, settings) => {
		const result = await run({ dryRun: true }, bad, settings);
		expect(result.error).toBeUndefined();
		const output = outputOf(result);
		expect(output).toHaveLength(5);
		expect(output.filter((json) => 'error' in json)).toEqual([]);
		expect(problemsOf(result)).toEqual([
			undefined,
			expect.stringMatching(/^To: .+Affected: second item\.$/),
			expect.stringMatching(/^Text: The text is empty\. .+Affected: third item\.$/),
			expect.stringMatching(/^Text: The item has no field “text”\. .+Affected: fourth item\.$/),
			undefined,
		]);
		expect(output[1]).toEqual({ dryRun: true, problem: expect.any(String) });
		expect(output[4]).toMatchObject({ dryRun: true, to: ['+33600000004'], requests: 1 });
		expect(hintsOf(result)).toContain(
			'Dry run: nothing was sent. 2 items would take 2 requests and 2 segments. 3 items would fail: see the column "problem".',
		);
		expect(server.requests).toHaveLength(0);
	});

	it('goes on where every row is bad, and in batches', async () => {
		const result = await run({ dryRun: true, batchItems: true }, bad.slice(1, 4));
		expect(problemsOf(result)).toEqual(Array(3).fill(expect.any(String)));
		expect(hintsOf(result)).toContainEqual(expect.stringContaining('3 items would fail'));
	});

	it('stops at a bad row that would be sent, before anything leaves', async () => {
		const input = bad.map((item, index) => ({ ...item, isTest: index === 1 }));
		const result = await run({ dryRun: '={{ $json.isTest }}' }, input);
		expect(result.error?.message).toContain('Text: The text is empty');
		expect(server.requests).toHaveLength(0);
	});

	it.each([
		['the service rejects', plain('ERREUR'), 'Rejected by SMSBOX'],
		['has no answer', 'cut' as const, 'No valid response: the connection was cut'],
		['has an answer that nobody can read', plain('<html>'), 'No valid response: unexpected response'],
	])('has in its row what is wrong with a look-up that %s', async (_what, reaction, problem) => {
		server.react = () => reaction;
		const result = await server.run({ parameters: toGroup('7') });
		expect(result.error).toBeUndefined();
		expect(problemsOf(result)).toEqual([expect.stringContaining(problem)]);
	});
});

describe('to a group', () => {
	beforeEach(() => {
		server.groups = '7;Staff;40';
	});

	it('says how many people it has', async () => {
		const result = await server.run({ parameters: toGroup('7') });
		const expected = { dryRun: true, groupId: '7', recipientCount: 40, requests: 1 };
		expect(outputOf(result)).toMatchObject([expected]);
		expect(sends()).toEqual([]);
	});

	it('finds one that the account does not have', async () => {
		const result = await server.run({ parameters: toGroup('12') });
		expect(problemsOf(result)).toEqual([expect.stringContaining('no group with this ID')]);
	});

	it.each([
		['7;Staff;60', 'There are 60 recipients, but this category allows only 50.'],
		['7;Staff;', 'The group has no numbers.'],
	])('finds one that cannot be sent to, as a limit does: %s', async (groups, problem) => {
		server.groups = groups;
		const result = await server.run({ parameters: toGroup('7') });
		expect(problemsOf(result)).toEqual([expect.stringContaining(problem)]);
		const limited = await server.run({
			parameters: withOptions(toGroup('7'), { dryRun: false, maxMessages: 99 }),
		});
		expect(limited.error?.message).toContain(problem);
		expect(sends()).toEqual([]);
	});

	it('is alreadySent under a used key, though its group has grown too large since', async () => {
		const keyed = withOptions(toGroup('7'), { dryRun: false, deduplicationKey: 'news', maxMessages: 99 });
		await server.run({ parameters: keyed });
		server.groups = '7;Staff;60';
		const again = await server.run({ parameters: keyed });
		expect(outputOf(again)).toMatchObject([{ alreadySent: true }]);
	});

	it('has a category to check if the service says no more than that a parameter is invalid', async () => {
		server.script = [plain('ERROR 01')];
		const { error } = await server.run({ parameters: withOptions(toGroup('7'), { dryRun: false }) });
		expect(error?.description).toContain('With this message category, a group may have at most 50 people.');
	});
});
