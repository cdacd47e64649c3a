/** What an earlier try has sent, or may have sent, a later one does not deny: what it puts out takes the place of the first. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../support/engine';
import { serviceForEachTest } from '../../support/service';
import { acceptedAnswer, failure, recipientsOf } from '../../support/jsonAnswers';
import {
	formOf,
	goOn,
	hintsOf,
	nodeName,
	type NodeRun,
	outputOf,
	plain,
	retrying,
	sendPerItem,
	sendPersonalized,
	sendToGroup,
	twoRequests,
} from '../../support/runNode';
import { wabaPerItem } from '../../support/runChannels';

const numbers = ['33600123401', '33600123402', '33600123403'];
const items = numbers.map((to, index) => ({ to, text: `Text ${index}` }));
const oneRetry = { ...retrying, maxTries: 2 };
const mayHaveBeenSent =
	'May have been sent: an earlier attempt at this or an equal item ended without a known outcome';

const server = serviceForEachTest();

const oneByOne = { ...sendPerItem, options: { maxConcurrentRequests: 1 } };
const run = async (given: Partial<NodeRun>): Promise<RunResult> =>
	await server.run({ parameters: oneByOne, items, ...given });

it('an accepted message stays accepted, and an unknown outcome unknown, where a retry finds the balance empty', async () => {
	server.scripts = { '33600123401': [plain('ERROR 04'), plain('ERROR 03')], '33600123402': ['cut'] };
	const output = outputOf(await run({ settings: { ...oneRetry, ...goOn } }));
	expect(output.map(({ accepted, error }) => accepted ?? error)).toEqual([
		expect.stringContaining('ERROR 03'),
		expect.stringContaining('May have been sent'),
		true,
	]);
	expect(numbers.map((number) => server.countOf(number))).toEqual([2, 1, 1]);
});

it.each<[string, INodeParameters, string, number]>([
	['a dry run', { safetyOptions: { dryRun: true } }, 'Not sent: Dry Run is on.', 2],
	[
		'another operation',
		{ resource: 'history', operation: 'count' },
		'Not sent: text, recipients, options or account have changed since an earlier attempt sent a part.',
		3,
	],
])('%s does not replace a message that was partly sent', async (_what, edited, reason, requests) => {
	server.script = [plain('OK 1'), plain('ERROR 04'), plain('HISTORIQUE 1')];
	const given = { parameters: sendPersonalized, items: [{ list: twoRequests }] };
	const failed = await run(given);
	const parameters = { ...sendPersonalized, ...edited };
	const retried = await run({ ...given, parameters, retryOf: failed });
	expect(retried.error?.message).toBe('Partly sent: 1 of 2 requests were accepted');
	expect(retried.error?.description).toContain(`Reason: ${reason}`);
	expect(server.requests).toHaveLength(requests);
});

it('what was under way at Stop is not called unsent by Retry On Fail', async () => {
	const stop = new AbortController();
	server.react = (request) => {
		if (formOf(request).get('dest') !== '33600123401') return plain('OK 1');
		stop.abort();
		return 'hang';
	};
	const result = await run({ settings: oneRetry, signal: stop.signal });
	expect(result.status).toBe('canceled');
	const error = result.runData[nodeName]?.[0]?.error;
	expect(error?.message).toContain('May have been sent');
});

it.each([
	['group cannot be looked up any more', sendToGroup('Staff', 'name')],
	['members cannot be counted any more', { ...sendToGroup('8'), safetyOptions: { maxMessages: 9 } }],
])('a message to a group that may have been sent stays unknown where its %s', async (_, parameters) => {
	server.groups = '8;Staff;3';
	server.script = ['cut'];
	const failed = await server.run({ parameters });
	expect(failed.error?.message).toContain('May have been sent: the connection was cut');
	server.groups = 'ERREUR';
	const retried = await server.run({ parameters, retryOf: failed });
	expect(retried.error?.message).toContain(mayHaveBeenSent);
	expect(server.sends()).toHaveLength(1);
});

it.each(['stopWorkflow', 'continueRegularOutput'])(
	'a message that was accepted is not called unsent where the node is wrong at the retry (%s)',
	async (onError) => {
		server.scripts = { '33600123402': [plain('ERROR 04')] };
		const failed = await run({});
		const parameters = { ...oneByOne, text: '={{ "" }}' };
		const retried = await run({ parameters, retryOf: failed, settings: { onError } });
		expect(numbers.map((number) => server.countOf(number))).toEqual([1, 1, 0]);
		if (onError === 'stopWorkflow') {
			expect(retried.error?.message).toBe('Text: The text is empty.');
			expect(retried.error?.description).toContain('One other item was carried out.');
			return;
		}
		expect(outputOf(retried)[0]).toMatchObject({ accepted: true, to: ['+33600123401'] });
		expect(outputOf(retried)[1]?.error).toBe('Text: The text is empty.');
		expect(retried.hints[nodeName]?.map(({ message }) => message)).toEqual([
			'Items of an earlier attempt were not repeated, even if the node has changed since.',
		]);
	},
);

it('items of a shared request that was accepted keep their outputs where the node is wrong at the retry', async () => {
	const options = { batchItems: true, maxConcurrentRequests: 1 };
	const parameters = { ...sendPerItem, text: 'Hello', options };
	// A number stands in a request once: the third item takes a second one.
	const twice = [...items.slice(0, 2), ...items.slice(0, 1)];
	server.scripts = { '33600123401': [plain('ERROR 04')] };
	const failed = await run({ parameters, items: twice });
	expect(failed.error?.message).toContain('ERROR 04');
	const wrong = { ...parameters, text: '={{ "" }}' };
	const retried = await run({ parameters: wrong, items: twice, retryOf: failed, settings: goOn });
	expect(outputOf(retried)).toEqual([
		expect.objectContaining({ accepted: true, to: ['+33600123401'] }),
		expect.objectContaining({ accepted: true, to: ['+33600123402'] }),
		expect.objectContaining({ error: 'Text: The text is empty.' }),
	]);
});

it('an error that ends the run says nothing of that kind where to run again does no harm', async () => {
	server.react = (_, index) => (index === 0 ? 'cut' : { status: 500, body: 'busy' });
	const result = await server.run({
		node: 'smsboxRcs',
		parameters: { resource: 'capability', operation: 'check', agentId: 'agent', to: '={{ $json.to }}' },
		items,
	});
	expect(result.error?.message).toContain('No valid response');
	expect(result.error?.description).not.toMatch(/no known outcome|A retry stops/);
});

it('of a shared request that may have left, the error that ends the run names all items', async () => {
	server.react = () => 'cut';
	const parameters = { ...sendPerItem, text: 'Hello', options: { batchItems: true } };
	const result = await run({ parameters });
	expect(result.error?.description).toContain('Affected: first item.');
	expect(result.error?.description).toContain('no known outcome: items 2, 3.');
});

describe('messages of WABA that shared a request', () => {
	const parameters = { ...wabaPerItem, options: { batchItems: true } };
	const together = [
		{ to: '33600123401', text: 'Hello' },
		{ to: '33600123402', text: 'Hello' },
		{ to: '33600123403', text: 'Other' },
	];

	it('keep each its own answer where the others are left out of the retry', async () => {
		let refusals = 1;
		server.react = (request) => {
			const to = recipientsOf(request);
			if (to.includes('33600123403') && refusals-- > 0) return { status: 503, body: '{}' };
			return acceptedAnswer(to, '7001', (number) => (number.endsWith('1') ? 'REJECTED' : 'ACCEPTED'));
		};
		const first = await server.run({ node: 'smsboxWaba', parameters, items: together });
		expect(first.status).toBe('error');
		const retried = await server.run({
			node: 'smsboxWaba',
			parameters: { ...parameters, to: "={{ $json.to.endsWith('1') ? '' : $json.to }}" },
			items: together,
			retryOf: first,
			settings: goOn,
		});
		expect(outputOf(retried)[1]).toMatchObject({
			accepted: true,
			to: ['+33600123402'],
			recipients: [{ number: '+33600123402' }],
			rejected: [],
		});
		expect(server.requests.filter((request) => recipientsOf(request).includes('33600123402'))).toHaveLength(
			1,
		);
	});

	it('go out again by Retry On Fail where all their recipients were rejected', async () => {
		const answers = [
			(to: string[]) => acceptedAnswer(to, '7001', () => 'REJECTED'),
			() => failure(400, 'Bad request', 'x'),
		];
		server.react = (request, index) => (answers[index] ?? acceptedAnswer)(recipientsOf(request));
		const result = await server.run({
			node: 'smsboxWaba',
			parameters: { ...parameters, options: oneByOne.options },
			items: together.slice(1),
			settings: retrying,
		});
		expect(outputOf(result)).toMatchObject([{ accepted: true }, { accepted: true }]);
		expect(hintsOf(result)).toEqual([]);
	});

	it.each([[['999600123402', '9990600123402']], [['9990600123402', '999600123402']]])(
		'are told apart by the number that was submitted, in the order %j',
		async (order) => {
			server.react = (request) => {
				const { body = '' } = acceptedAnswer(
					order.filter((number) => recipientsOf(request).includes(number)),
					'7001',
					(number) => (number.startsWith('9990') ? 'REJECTED' : 'ACCEPTED'),
				);
				return {
					status: 202,
					headers: { 'content-type': 'application/json' },
					body: String(body).replaceAll('"rewrited":"9990600123402"', '"rewrited":"999600123402"'),
				};
			};
			const result = await server.run({
				node: 'smsboxWaba',
				parameters: { ...parameters, text: 'Hello' },
				items: [{ to: '+999600123402' }, { to: '+9990600123402' }],
			});
			expect(outputOf(result).map(({ accepted }) => accepted)).toEqual([true, false]);
		},
	);
});
