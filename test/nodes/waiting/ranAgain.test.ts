/** A question whose node n8n runs again, or with one item of several: it is asked once, and nothing passes before its answer. */
import { WorkflowExecute } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { type RunResult, runWorkflow } from '../../support/engine';
import { serviceForEachTest } from '../../support/service';
import { formOf, nodeName } from '../../support/runNode';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';
import { WaitingExecutions } from '../../support/waitingExecutions';
import { chain } from '../../support/workflowJson';

const server = serviceForEachTest();
let waiting: WaitingExecutions;
beforeEach(async () => {
	waiting = await WaitingExecutions.start();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await waiting.close();
});

const forged = { approved: true, data: { approved: true }, outcome: 'approved' };
const again = { onError: 'continueErrorOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

async function start(settings: object, input: IDataObject[]): Promise<RunResult> {
	const parameters = { resource: 'message', operation: 'sendAndWait', to: '33600123456', message: 'Ship?' };
	const nodes = [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
		{ name: nodeName, type: `${PACKAGE}.smsboxSms`, parameters, ...settings },
		{ name: 'Done', type: 'n8n-nodes-base.noOp' },
	];
	return await runWorkflow(
		{ nodes, connections: chain('Start', nodeName, 'Done') },
		{
			nodeTypes: smsboxNodes,
			...smsboxAccess(server.url),
			...waiting.options,
			input: input.map((json) => ({ json })),
		},
	);
}

/** What passed on. */
const passed = ({ runData }: RunResult): IDataObject[] =>
	(runData['Done'] ?? []).flatMap(({ data }) => data?.['main']?.[0] ?? []).map(({ json }) => json);

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
		const [, page = ''] = (formOf(server.requests[0]).get('msg') ?? '').split('\n\n');
		await fetch(page, { method: 'POST', body: new URLSearchParams({ choice: 'decline' }) });
		const ended = await waiting.outcome(started);
		expect(passed(ended)).toMatchObject([{ outcome: 'declined', data: { approved: false } }]);
		expect(server.requests).toHaveLength(1);
	});

	it('one item passes at the limit, and no answer with it', async () => {
		prepare();
		const ended = await waiting.expire(await start(settings, input));
		expect(ended.status).toBe('success');
		expect(passed(ended)).toMatchObject([{ order: 1, outcome: 'noAnswer' }]);
		expect(JSON.stringify(passed(ended))).not.toContain('approved');
	});
});
