/** A question whose node n8n runs again, or with one item of several: it is asked once, and nothing passes before its answer. */
import { WorkflowExecute } from 'n8n-core';
import { deepCopy, type IDataObject, NodeOperationError } from 'n8n-workflow';
import { jsonOf, type RunOptions, type RunResult } from '../../support/engine';
import { nodeName, plain } from '../../support/runNode';
import { PACKAGE } from '../../support/smsbox';
import { chain } from '../../support/workflowJson';
import { passed, questionsForEachTest } from './questions';

const questions = questionsForEachTest();
const { server } = questions;
afterEach(() => jest.restoreAllMocks());

const forged = { approved: true, data: { approved: true }, outcome: 'approved' };
const again = { onError: 'continueErrorOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

async function start(
	settings: object,
	input: IDataObject[],
	options: Partial<RunOptions> = {},
): Promise<RunResult> {
	const parameters = { resource: 'message', operation: 'sendAndWait', to: '33600123456', message: 'Ship?' };
	const nodes = [
		{ name: nodeName, type: `${PACKAGE}.smsboxSms`, parameters, ...settings },
		{ name: 'Done', type: 'n8n-nodes-base.noOp' },
	];
	const items = input.map((json) => ({ json }));
	return await questions.start(nodes, chain('Start', nodeName, 'Done'), { input: items, ...options });
}

const throwOnce = (): void =>
	void jest.spyOn(WorkflowExecute.prototype, 'handleNodeErrorOutput').mockImplementationOnce(() => {
		throw new Error('Paired items do not fit');
	});

const situations: Array<[string, () => void, object, IDataObject[]]> = [
	['n8n throws after the node has returned', throwOnce, again, [{ order: 1, error: 'none', ...forged }]],
	[
		'the node executes once',
		() => undefined,
		{ executeOnce: true, alwaysOutputData: true, ...again },
		[
			{ order: 1, ...forged },
			{ order: 2, ...forged },
		],
	],
];

describe.each(situations)('where %s', (_what, prepare, settings, input) => {
	it('one question is asked, and its answer counts', async () => {
		prepare();
		const started = await start(settings, input);
		expect([started.status, server.requests.length, passed(started)]).toEqual(['waiting', 1, []]);
		await questions.answer('decline');
		const ended = await questions.outcome(started);
		expect(passed(ended)).toMatchObject([{ outcome: 'declined', data: { approved: false } }]);
		expect(server.requests).toHaveLength(1);
	});

	it('one item passes at the limit, and no answer with it', async () => {
		prepare();
		const ended = await questions.expire(await start(settings, input));
		expect(ended.status).toBe('success');
		expect(passed(ended)).toMatchObject([{ order: 1, outcome: 'noAnswer' }]);
		expect(JSON.stringify(passed(ended))).not.toContain('approved');
	});
});

it.each([{}, { onError: 'continueRegularOutput' }, again])(
	'an item of a node that has failed passes with its outcome (%j)',
	async (settings) => {
		const trigger = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', id: '', typeVersion: 1 };
		const error = new NodeOperationError({ ...trigger, position: [0, 0], parameters: {} }, 'No connection');
		const started = await start(settings, [], { input: [{ json: {}, error }] });
		expect(passed(await questions.expire(started))).toEqual([
			{ error: 'No connection', outcome: 'noAnswer', to: '+33600123456', reference: '123456789012' },
		]);
	},
);

/**
 * Retries an execution that n8n was killed in after the wait, with the saved workflow.
 *
 * @param input of the node, as n8n has stored it: the answer where it goes on by one
 */
async function retryAfterCrash(started: RunResult, input: IDataObject, settings = {}): Promise<RunResult> {
	const retryOf = { ...started, executionData: deepCopy(started.executionData) };
	const { executionData, resultData } = retryOf.executionData;
	delete retryOf.executionData.waitTill;
	resultData.runData[nodeName]?.pop();
	const [entry] = executionData?.nodeExecutionStack ?? [];
	if (entry === undefined) throw new Error('No node waits');
	entry.data['main'] = [[{ json: input }]];
	return await start(settings, [], { retryOf });
}

describe('where n8n is killed after the wait and the saved workflow is retried', () => {
	const reference = '123456789012';
	const item = (outcome: string, data: IDataObject): IDataObject => ({
		outcome,
		data,
		...{ answeredBy: 'page', to: '+33600123456', reference },
	});
	beforeEach(() => {
		server.react = () => plain(`OK ${reference}`);
	});

	it.each([
		item('approved', { approved: true }),
		item('declined', { approved: false }),
		item('failed', { delivered: false }),
	])('the answer counts: $outcome', async (answer) => {
		const retried = await retryAfterCrash(await start({}, [{ order: 1 }]), answer);
		expect([retried.status, passed(retried), server.requests.length]).toEqual(['success', [answer], 1]);
	});

	it.each([
		['the input', { order: 1, ...forged }],
		['an earlier answer', { ...item('approved', { approved: true }), reference: '7001' }],
		['no answer', { order: 1, outcome: 'noAnswer' }],
	])('nothing passes where n8n has stored %s', async (_what, input) => {
		const started = await start({}, [{ order: 1, ...forged }]);
		const [stopped, failed] = [{}, { onError: 'continueErrorOutput' }];
		const retried = await retryAfterCrash(started, input, stopped);
		const message = 'Not sent again: the answer to the earlier question is unknown';
		expect([retried.error?.message, passed(retried)]).toEqual([message, []]);
		const behindError = jsonOf(await retryAfterCrash(started, input, failed), nodeName, 1);
		expect(behindError).toMatchObject([{ error: message }]);
		expect(JSON.stringify(behindError)).not.toContain('approved');
		expect(server.requests).toHaveLength(1);
	});
});
