/** Several runs of one question are queued: each asks for itself, whatever was answered before. */
import type { IDataObject, IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { SmsboxSms } from '../../../nodes/SmsboxSms/SmsboxSms.node';
import { changedContext } from '../../support/changedContext';
import { type RunOptions, type RunResult } from '../../support/engine';
import { nodeName } from '../../support/runNode';
import { PACKAGE, smsboxNodes } from '../../support/smsbox';
import { chain } from '../../support/workflowJson';
import { passed, questionsForEachTest } from './questions';

const questions = questionsForEachTest();
const { asked } = questions;

const question: INodeParameters = {
	resource: 'message',
	operation: 'sendAndWait',
	to: '33600123456',
	message: '=Ship order {{ $json.order }}?',
};

/** Of the second order on, the items say that they are approved, as no person has. */
const orders: IDataObject[] = [1, 2, 3].map((order) => ({
	order,
	...(order > 1 && { approved: true, data: { approved: true, by: 'nobody' } }),
}));

const ask = { name: nodeName, type: `${PACKAGE}.smsboxSms`, parameters: question };
const to = { node: nodeName, type: 'main', index: 0 };

/** Each order leaves a Switch by an output of its own, and all outputs lead to the question. */
async function start(count: number, options: Partial<RunOptions> = {}): Promise<RunResult> {
	const parameters = { mode: 'expression', numberOutputs: count, output: '={{ $json.order - 1 }}' };
	const nodes = [
		{ name: 'Which', type: 'n8n-nodes-base.switch', typeVersion: 3.2, parameters },
		ask,
		{ name: 'Done', type: 'n8n-nodes-base.noOp' },
	];
	const connections = {
		...chain('Start', 'Which'),
		Which: { main: Array.from({ length: count }, () => [to]) },
		...chain(nodeName, 'Done'),
	};
	const input = orders.slice(0, count).map((json) => ({ json }));
	return await questions.start(nodes, connections, { input, ...options });
}

const answers = [
	['approve', 'approve'],
	['approve', 'decline'],
	['decline', 'approve'],
	['decline', 'decline'],
	['approve', 'decline', 'approve'],
	['decline', 'approve', 'decline'],
] as const;

it.each(answers.map((choices) => ({ choices, name: choices.join(', ') })))(
	'answered in turn: $name',
	async ({ choices }) => {
		const started = await start(choices.length);
		let result = started;
		for (const [index, choice] of choices.entries()) {
			expect(result.status).toBe('waiting');
			expect(new Set(asked().map(({ text }) => text)).size).toBe(index + 1);
			expect(await questions.answer(choice, index)).toBe(200);
			result = await questions.outcome(started);
		}
		expect(result.status).toBe('success');
		expect(asked()).toHaveLength(choices.length);
		expect(passed(result)).toMatchObject(
			choices.map((choice) => ({ data: { approved: choice === 'approve' }, answeredBy: 'page' })),
		);
	},
);

it('asks the second one also where nobody has answered the first in time', async () => {
	const started = await start(2);
	const second = await questions.expire(started);
	expect([second.status, asked().length]).toEqual(['waiting', 2]);
	const ended = await questions.expire(started);
	expect(ended.status).toBe('success');
	expect(JSON.stringify(passed(ended))).not.toMatch(/approved|nobody/);
	expect(passed(ended).map(({ outcome }) => outcome)).toEqual(['noAnswer', 'noAnswer']);
});

type Entry = ReturnType<IExecuteFunctions['getExecuteData']>;

/** The node in an n8n that returns another entry for the run. */
function seeing(entryOf: (entry: Entry) => unknown): INodeType {
	const real = new SmsboxSms();
	return {
		description: real.description,
		methods: real.methods,
		async execute() {
			const getExecuteData = () => entryOf(this.getExecuteData());
			return await real.execute.call(changedContext(this, { getExecuteData }));
		},
	};
}

/** One object for the whole run: what the node puts in, it finds again. */
function lasting(entryOf: (entry: Entry) => unknown): (entry: Entry) => unknown {
	let lastingEntry: unknown;
	return (entry) => (lastingEntry ??= entryOf(entry));
}

describe('in an n8n that keeps its runs in another way', () => {
	it.each<[string, (entry: Entry) => unknown]>([
		['a run of another node', lasting((entry) => ({ ...entry, node: { ...entry.node, name: 'Other' } }))],
		['a run without a node', lasting((entry) => ({ ...entry, node: undefined }))],
		['no run', () => undefined],
		['a copy of the run, made again each time', (entry) => ({ ...entry })],
		['a run with another item', lasting((entry) => ({ ...entry, data: { main: [[{ json: {} }]] } }))],
		['a run without items', lasting((entry) => ({ ...entry, data: { main: [[]] } }))],
		['a run without inputs', lasting((entry) => ({ ...entry, data: { main: [] } }))],
		['a run without a main input', lasting((entry) => ({ ...entry, data: {} }))],
		['a run without data', lasting((entry) => ({ ...entry, data: undefined }))],
		['a run that cannot be changed', lasting((entry) => Object.freeze({ ...entry }))],
	])('nothing is asked where it returns %s', async (_what, entryOf) => {
		const nodeTypes = { ...smsboxNodes, [ask.type]: seeing(entryOf) };
		const result = await start(1, { nodeTypes });
		expect(result.status).toBe('error');
		expect(result.error?.message).toBe('Not sent: this n8n keeps waiting executions in an unknown way');
		expect(asked()).toEqual([]);
		expect(result.data).not.toHaveProperty('Done');
	});

	it('the same node asks where it returns the run itself', async () => {
		const nodeTypes = { ...smsboxNodes, [ask.type]: seeing((entry) => entry) };
		expect((await start(1, { nodeTypes })).status).toBe('waiting');
	});
});
