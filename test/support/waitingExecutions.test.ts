import { z } from 'zod';
import { jsonOf, runWorkflow, type RunResult } from './engine';
import { WaitingExecutions } from './waitingExecutions';
import { chain } from './workflowJson';

const wait = (name: string) => ({
	name,
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'webhook', httpMethod: 'POST', options: {} },
});

/** It stores its URL, and waits twice. */
const workflow = {
	nodes: [
		{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
		{
			name: 'Own URL',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				assignments: {
					assignments: [{ id: 'url', name: 'url', value: '={{ $execution.resumeUrl }}', type: 'string' }],
				},
				options: {},
			},
		},
		wait('First'),
		wait('Second'),
	],
	connections: chain('Start', 'Own URL', 'First', 'Second'),
};

describe('executions that wait', () => {
	let waiting: WaitingExecutions;
	let started: RunResult;
	let url: string;
	beforeEach(async () => {
		waiting = await WaitingExecutions.start();
		started = await runWorkflow(workflow, { nodeTypes: {}, ...waiting.options });
		url = z.string().parse(jsonOf(started, 'Own URL')[0]?.['url']);
	});
	afterEach(async () => {
		await waiting.close();
		expect(waiting.errors).toEqual([]);
	});

	const post = async (to: string, answer = '') => {
		const headers = { 'content-type': 'application/json' };
		const { status } = await fetch(to, { method: 'POST', headers, body: JSON.stringify({ answer }) });
		return status;
	};
	const bodyOf = ({ data }: RunResult, node: string) => data[node]?.[0]?.[0]?.json['body'];

	it('wait, go on with what was posted, and can wait again', async () => {
		expect(started.status).toBe('waiting');
		expect(await post(url, 'one')).toBe(200);
		const second = await waiting.outcome(started);
		expect([second.status, bodyOf(second, 'First')]).toEqual(['waiting', { answer: 'one' }]);
		expect(await post(url, 'two')).toBe(200);
		const ended = await waiting.outcome(started);
		expect([ended.status, bodyOf(ended, 'Second')]).toEqual(['success', { answer: 'two' }]);
		expect(await post(url, 'three')).toBe(409);
	});

	it('pass their input on when the time of the wait is over', async () => {
		expect((await waiting.expire(started)).status).toBe('waiting');
		const ended = await waiting.expire(started);
		expect([ended.status, jsonOf(ended, 'Second')]).toEqual(['success', [{ url }]]);
	});

	it.each([
		['another token', () => url.replace(/.$/, (last) => (last === '0' ? '1' : '0')), 401],
		['no token', () => url.replace(/\?.*/, ''), 401],
		['another execution', () => url.replace(/\/\d+\?/, '/999999?'), 404],
		['another path', () => url.replace('?', '/other?'), 404],
	])('are not resumed by a call with %s', async (_what, called, status) => {
		expect(await post(called())).toBe(status);
		expect((await waiting.outcome(started)).status).toBe('waiting');
	});
});
