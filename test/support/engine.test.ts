import { NodeOperationError, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { jsonOf, runWorkflow } from './engine';
import { serveScript, type ScriptedServer } from './httpServer';
import { echo, keyCredential, text, tiny } from './tinyNodes';
import { chain } from './workflowJson';

const TINY = 'test.tiny';

function items(...values: IDataObject[]): INodeExecutionData[] {
	return values.map((value) => ({ json: value }));
}

describe('a workflow in the harness', () => {
	it('gives every item of the start node to the nodes behind it, paired', async () => {
		const result = await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					{ name: 'Echo', type: TINY, parameters: { text: '={{ $json.name + $itemIndex }}' } },
				],
				connections: chain('Start', 'Echo'),
			},
			{ nodeTypes: { [TINY]: echo }, input: items({ name: 'a' }, { name: 'b' }) },
		);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'Echo')).toEqual([{ text: 'a0' }, { text: 'b1' }]);
		expect(result.data['Echo']?.[0]?.map((item) => item.pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('evaluates expressions across nodes, in the given time zone', async () => {
		const result = await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					{ name: 'First', type: TINY, parameters: { text: '={{ $json.name.toUpperCase() }}' } },
					{
						name: 'Second',
						type: TINY,
						parameters: { text: "={{ $('Start').item.json.name }}-{{ $json.text }}-{{ $now.zoneName }}" },
					},
				],
				connections: chain('Start', 'First', 'Second'),
			},
			{
				nodeTypes: { [TINY]: echo },
				input: items({ name: 'x' }, { name: 'y' }),
				timezone: 'Asia/Tokyo',
			},
		);
		expect(jsonOf(result, 'Second')).toEqual([{ text: 'x-X-Asia/Tokyo' }, { text: 'y-Y-Asia/Tokyo' }]);
	});

	it('runs n8n’s own nodes beside ours and follows their branches', async () => {
		const result = await runWorkflow(
			{
				nodes: [
					{ name: 'Schedule', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2 },
					{
						name: 'Set',
						type: 'n8n-nodes-base.set',
						typeVersion: 3.4,
						parameters: {
							assignments: {
								assignments: [{ id: '1', name: 'low', value: '={{ $json.credit < 10 }}', type: 'boolean' }],
							},
							includeOtherFields: true,
						},
					},
					{
						name: 'If',
						type: 'n8n-nodes-base.if',
						typeVersion: 2.2,
						parameters: {
							conditions: {
								options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
								combinator: 'and',
								conditions: [
									{
										id: '1',
										leftValue: '={{ $json.low }}',
										rightValue: '',
										operator: { type: 'boolean', operation: 'true', singleValue: true },
									},
								],
							},
						},
					},
					{ name: 'Warn', type: TINY, parameters: { text: '={{ $json.credit }}' } },
				],
				connections: chain('Schedule', 'Set', 'If', 'Warn'),
			},
			{ nodeTypes: { [TINY]: echo }, input: items({ credit: 3 }, { credit: 300 }) },
		);
		expect(jsonOf(result, 'If', 1)).toEqual([{ credit: 300, low: false }]);
		expect(jsonOf(result, 'Warn')).toEqual([{ text: 3 }]);
	});

	it('refuses to begin where n8n would: a required parameter is empty', async () => {
		const demanding = tiny(async (given) => [given], { properties: [text('to', { required: true })] });
		const run = runWorkflow({ nodes: [{ name: 'A', type: TINY }] }, { nodeTypes: { [TINY]: demanding } });
		await expect(run).rejects.toThrow(/issues/);
	});

	it('does not know a node type that nobody gave', async () => {
		const run = runWorkflow({ nodes: [{ name: 'A', type: 'nobody.knows' }] }, { nodeTypes: {} });
		await expect(run).rejects.toThrow('Unrecognized node type: nobody.knows');
	});

	it('shows hints and logs', async () => {
		const talkative = tiny(async function (given) {
			this.addExecutionHints({ message: 'Mind this', location: 'outputPane' });
			this.logger.info('Working', { count: given.length });
			return [given];
		});
		const result = await runWorkflow(
			{ nodes: [{ name: 'A', type: TINY }] },
			{ nodeTypes: { [TINY]: talkative } },
		);
		expect(result.hints['A']).toEqual([{ message: 'Mind this', location: 'outputPane' }]);
		expect(result.logs).toContainEqual({ level: 'info', message: 'Working', metadata: { count: 1 } });
	});

	it('keeps static data in the object it was given', async () => {
		const counting = tiny(async function (given) {
			const data = this.getWorkflowStaticData('node');
			data['count'] = Number(data['count'] ?? 0) + 1;
			return [given];
		});
		const staticData: IDataObject = {};
		const workflow = { nodes: [{ name: 'A', type: TINY }] };
		await runWorkflow(workflow, { nodeTypes: { [TINY]: counting }, staticData });
		await runWorkflow(workflow, { nodeTypes: { [TINY]: counting }, staticData });
		expect(staticData).toEqual({ 'node:A': { count: 2 } });
	});
});

describe('credentials in the harness', () => {
	let server: ScriptedServer;

	beforeAll(async () => {
		server = await serveScript(() => ({ body: '42' }));
	});
	afterAll(async () => server.close());

	const asking = tiny(
		async function () {
			const { host } = await this.getCredentials<{ host: string }>('tinyApi');
			const reply: unknown = await this.helpers.httpRequestWithAuthentication.call(this, 'tinyApi', {
				url: `${host}/there?x=%E9`,
				method: 'POST',
				body: 'a=%E9',
				headers: { 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' },
				encoding: 'text',
			});
			return [[{ json: { reply: String(reply) } }]];
		},
		{ credentials: [{ name: 'tinyApi', required: true }] },
	);

	it('are applied by their own description and sent over the network', async () => {
		const result = await runWorkflow(
			{ nodes: [{ name: 'Ask', type: TINY }] },
			{
				nodeTypes: { [TINY]: asking },
				credentials: { tinyApi: { key: 'secret', host: server.url } },
				credentialTypes: [keyCredential],
			},
		);
		expect(jsonOf(result, 'Ask')).toEqual([{ reply: '42' }]);
		const request = server.requests.at(-1);
		expect(request?.headers.authorization).toBe('App secret');
		expect(request?.path).toBe('/there?x=%E9');
	});

	it('have their defaults filled in', async () => {
		const result = await runWorkflow(
			{ nodes: [{ name: 'Ask', type: TINY }] },
			{
				nodeTypes: { [TINY]: asking },
				credentials: { tinyApi: { key: 'secret' } },
				credentialTypes: [keyCredential],
			},
		);
		expect(result.status).toBe('error');
		expect(result.error?.message).toContain('refused the connection');
	});

	it('are missed by a node that needs them', async () => {
		const result = await runWorkflow(
			{ nodes: [{ name: 'Ask', type: TINY }] },
			{ nodeTypes: { [TINY]: asking } },
		);
		expect(result.error?.message).toContain('does not have any credentials set');
	});
});

describe('failures in the harness', () => {
	/** Remembers in the node's context how often it was tried, fails until the given try. */
	function failingUntil(tries: number): ReturnType<typeof tiny> {
		return tiny(async function (given) {
			const context = this.getContext('node');
			context['tries'] = Number(context['tries'] ?? 0) + 1;
			if (Number(context['tries']) < tries) throw new NodeOperationError(this.getNode(), 'Not yet');
			return [given.map((_item, index) => ({ json: { tries: Number(context['tries']), index } }))];
		});
	}

	it('are retried with all items when the node says Retry On Fail', async () => {
		const result = await runWorkflow(
			{ nodes: [{ name: 'A', type: TINY, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }] },
			{ nodeTypes: { [TINY]: failingUntil(3) }, input: items({}, {}) },
		);
		expect(jsonOf(result, 'A')).toEqual([
			{ tries: 3, index: 0 },
			{ tries: 3, index: 1 },
		]);
	});

	it('end the execution otherwise, and the stored execution can be retried with what the node remembered', async () => {
		const workflow = {
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'A', type: TINY },
			],
			connections: chain('Start', 'A'),
		};
		const nodeTypes = { [TINY]: failingUntil(2) };
		const failed = await runWorkflow(workflow, { nodeTypes, input: items({}, {}) });
		expect(failed.status).toBe('error');
		expect(failed.error?.message).toBe('Not yet');
		expect(failed.data['A']).toBeUndefined();

		const again = [
			await runWorkflow(workflow, { nodeTypes, retryOf: failed }),
			await runWorkflow(workflow, { nodeTypes, retryOf: failed }),
		];
		for (const retried of again) {
			expect(retried.status).toBe('success');
			expect(jsonOf(retried, 'A').map((item) => item['tries'])).toEqual([2, 2]);
		}
	});

	it('put the input through when the node continues on its regular output', async () => {
		const result = await runWorkflow(
			{
				nodes: [
					{ name: 'A', type: TINY, onError: 'continueRegularOutput', parameters: { text: 'fail' } },
					{ name: 'B', type: TINY, parameters: { text: '={{ $json.was }}' } },
				],
				connections: chain('A', 'B'),
			},
			{ nodeTypes: { [TINY]: echo }, input: items({ was: 1 }) },
		);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'B')).toEqual([{ text: 1 }]);
		expect(result.runData['A']?.[0]?.error?.message).toBe('Asked to');
	});

	it('leave by the error output when the node says so', async () => {
		const saying = tiny(async (given) => [
			given.map((_item, index) => ({
				json: index === 0 ? { error: 'No' } : { fine: true },
				pairedItem: { item: index },
			})),
		]);
		const result = await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					{ name: 'A', type: TINY, onError: 'continueErrorOutput' },
				],
				connections: chain('Start', 'A'),
			},
			{ nodeTypes: { [TINY]: saying }, input: items({ n: 1 }, { n: 2 }) },
		);
		expect(jsonOf(result, 'A', 0)).toEqual([{ fine: true }]);
		expect(jsonOf(result, 'A', 1)).toEqual([{ n: 1, error: 'No' }]);
	});

	it('come from Stop too: the node sees the signal, the execution is canceled', async () => {
		const stop = new AbortController();
		const waiting = tiny(async function () {
			const signal = this.getExecutionCancelSignal();
			const canceled = new Promise<void>((resolve) => {
				signal?.addEventListener('abort', () => {
					resolve();
				});
			});
			stop.abort();
			await canceled;
			return [[{ json: { stopped: true } }]];
		});
		const result = await runWorkflow(
			{
				nodes: [
					{ name: 'A', type: TINY },
					{ name: 'B', type: 'test.echo' },
				],
				connections: chain('A', 'B'),
			},
			{ nodeTypes: { [TINY]: waiting, 'test.echo': echo }, signal: stop.signal },
		);
		expect(result.status).toBe('canceled');
		expect(result.runData['B']).toBeUndefined();
	});
});
