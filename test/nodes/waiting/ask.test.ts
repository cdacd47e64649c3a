/** Questions of all channels: what leaves, and when the execution waits. */
import { type IDataObject, type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { isOwnToken } from '../../../nodes/engine/waiting/resumeToken';
import { jsonOf, type RunResult } from '../../support/engine';
import { type Answer } from '../../support/httpServer';
import { acceptedAnswer, bodyOf } from '../../support/jsonAnswers';
import { formOf, nodeName, type NodeRun, outputOf, plain, retrying } from '../../support/runNode';
import { agent, agentId } from '../../support/runChannels';
import { PACKAGE, smsboxNode, smsboxNodes } from '../../support/smsbox';
import { chain } from '../../support/workflowJson';
import { questionsForEachTest } from './questions';

const questions = questionsForEachTest();
const { server } = questions;

const to = '33600123456';

interface AskingNode {
	node: 'smsboxSms' | 'smsboxWaba' | 'smsboxRcs';
	parameters: INodeParameters;
	accepted: Answer;
	rejected: Answer;
}

const asking = { resource: 'message', operation: 'sendAndWait', to, message: 'Ship order 7?' };
const sms: AskingNode = {
	node: 'smsboxSms',
	parameters: asking,
	accepted: plain('OK 123456789012'),
	rejected: plain('ERROR 04'),
};
const waba: AskingNode = {
	node: 'smsboxWaba',
	parameters: { ...asking, ...agent, title: 'Order 7' },
	accepted: acceptedAnswer([to]),
	rejected: acceptedAnswer([to], '7001', () => 'REJECTED'),
};
const rcs: AskingNode = {
	node: 'smsboxRcs',
	parameters: { ...asking, agentId, title: 'Order 7' },
	accepted: acceptedAnswer([to]),
	rejected: acceptedAnswer([to], '7001', () => 'REJECTED'),
};
const channels: Array<[string, AskingNode]> = [
	['SMS', sms],
	['WhatsApp', waba],
	['RCS', rcs],
];

async function ask(
	{ node, parameters, accepted }: AskingNode,
	more: INodeParameters = {},
	{ answer = accepted, ...rest }: Partial<NodeRun> & { answer?: Answer } = {},
): Promise<RunResult> {
	server.react = () => answer;
	return await server.run({ node, parameters: { ...parameters, ...more }, ...rest });
}

const labelled = (...labels: string[]): INodeParameters => ({
	responseType: 'choices',
	choices: { choice: labels.map((label) => ({ label, id: '' })) },
});

/** What the service was asked to send, by WABA or RCS. */
const content = (): unknown => bodyOf(server.requests[0]);
const textsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: typeof value === 'object' && value !== null
			? Object.values(value).flatMap(textsIn)
			: [];
const tokens = (): Array<string | undefined> =>
	textsIn(content())
		.filter((text) => isOwnToken(text, '/webhook-waiting'))
		.map((text) => new URL(text, 'http://n8n').searchParams.get('button') ?? '');
const formField = (name: string): string => formOf(server.requests[0]).get(name) ?? '';

describe.each(channels)('%s', (_name, channel) => {
	it('keeps whom it has asked', async () => {
		const { executionData } = await ask(channel);
		const kept = JSON.stringify(executionData.executionData?.contextData);
		expect(kept).toContain(`"to":"+${to}"`);
	});

	it('waits once the question is accepted', async () => {
		const result = await ask(channel);
		expect(result.error).toBeUndefined();
		expect(result.status).toBe('waiting');
		expect(server.requests).toHaveLength(1);
	});

	it.each([
		[179, { status: 'error', requests: 0 }],
		[180, { status: 'waiting', requests: 1 }],
		[0, { status: 'waiting', requests: 1 }],
		[-1, { status: 'waiting', requests: 1 }],
	])(
		'of a minute is asked only if the workflow has time for the wait: %d seconds',
		async (time, expected) => {
			const values = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'minutes' };
			const more = { deliveryOptions: { limitWaitTime: { values } } };
			const { status } = await ask(channel, more, { executionTimeout: time });
			expect({ status, requests: server.requests.length }).toEqual(expected);
		},
	);

	it('keeps what is asked from the moment its message leaves: a tap may come before the response', async () => {
		const result = await ask(channel, {}, { answer: { status: 500 } });
		expect(result.error?.message).toContain('May have been sent');
		const { contextData } = result.executionData.executionData ?? {};
		expect(JSON.stringify(contextData)).toContain(asking.message);
	});

	it.each<[string, INodeParameters]>([
		['a rejected question', {}],
		['one under Continue On Fail', { continued: true }],
	])('does not wait for an answer to %s', async (_what, { continued }) => {
		const settings = continued === true ? { onError: 'continueRegularOutput' } : {};
		const result = await ask(channel, {}, { answer: channel.rejected, settings });
		expect(result.status).toBe(continued === true ? 'success' : 'error');
		expect(JSON.stringify(result.data[nodeName] ?? [])).not.toContain('approved');
		expect(outputOf(result).map((json) => Object.keys(json))).toEqual(
			continued === true ? [['error', 'message']] : [],
		);
	});

	it('leaves by the error output where it is rejected, and may be asked again', async () => {
		const settings = { onError: 'continueErrorOutput' };
		const result = await ask(channel, {}, { answer: channel.rejected, settings, items: [{ order: 7 }] });
		const [answered = [], failed = []] = result.data[nodeName] ?? [];
		expect([answered, failed.map(({ json }) => json.order)]).toEqual([[], [7]]);
		expect(failed[0]?.json.error).toContain('Rejected by SMSBOX');
		const again = { ...retrying, maxTries: 2 };
		await ask(channel, {}, { answer: channel.rejected, settings: again });
		expect(server.requests).toHaveLength(3);
	});

	it('is not asked again where the service does not say whether it took the recipient', async () => {
		if (channel.node === 'smsboxSms') return;
		const answer = acceptedAnswer([to], '7001', () => 'PENDING');
		const result = await ask(channel, {}, { answer });
		expect(result.error?.message).toBe(
			'May have been sent: SMSBOX did not say whether it accepted the recipient',
		);
		const retried = await ask(channel, {}, { answer, settings: { ...retrying, maxTries: 2 } });
		expect(retried.error?.message).toContain('May have been sent');
		expect(server.requests).toHaveLength(2);
	});

	it('says why where its only recipient is rejected', async () => {
		if (channel.node === 'smsboxSms') return;
		const { error } = await ask(channel, {}, { answer: channel.rejected });
		expect(error?.message).toBe('Rejected by SMSBOX: the question has no valid recipient');
		expect(error?.description).toContain(
			'Check the number, and the reason (PROCESSING), or ask on another channel.',
		);
		const body = String(channel.rejected.body).replace(',"reason_code":"PROCESSING"', '');
		const unexplained = await ask(channel, {}, { answer: { ...channel.rejected, body } });
		expect(unexplained.error?.description).toContain('Check the number, or ask on another channel.');
	});

	it.each<IDataObject>([
		{ outcome: 'approved', approved: true, data: { approved: true } },
		{ outcome: 'noAnswer' },
		{ approved: false },
		{ data: { approved: true } },
	])('puts nothing of an earlier answer out behind an error output: %j', async (earlier) => {
		const settings = { onError: 'continueErrorOutput' };
		const result = await ask(channel, {}, { answer: { status: 500 }, settings, items: [earlier] });
		const [answered = [], failed = []] = result.data[nodeName] ?? [];
		expect(answered).toEqual([]);
		expect(failed.map(({ json }) => Object.keys(json))).toEqual([['error', 'message']]);
	});

	it('does not ask again, nor wait, under a deduplication key that was used', async () => {
		const more = { safetyOptions: { deduplicationKey: 'order-7' } };
		const first = await ask(channel, more);
		const second = await ask(channel, more);
		expect([first.status, second.status]).toEqual(['waiting', 'success']);
		const expected = { outcome: 'alreadySent', alreadySent: true, deduplicationKey: 'order-7' };
		expect(outputOf(second)).toEqual([expected]);
		expect(server.requests).toHaveLength(1);
	});

	it('refuses two items before anything is sent', async () => {
		const result = await ask(channel, {}, { items: [{}, {}] });
		expect(result.error?.message).toMatch(/One item is asked at a time, and the input has 2/);
		expect(server.requests).toEqual([]);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['two recipients', { to: '33600123456, 33600123457' }, /one recipient, and this one to 2/],
		['no recipient', { to: '={{ "" }}' }, /To/],
	])('refuses %s before anything is sent', async (_what, parameters, error) => {
		const result = await ask(channel, parameters);
		expect(`${result.error?.message} ${result.error?.description}`).toMatch(error);
		expect(server.requests).toEqual([]);
		expect(result.status).toBe('error');
	});
});

describe('a question on WhatsApp', () => {
	it.each<[string, INodeParameters, string[]]>([
		['approve and decline', {}, ['1', '2']],
		['approve only', { approvalType: 'single', approveLabel: 'OK' }, ['1']],
		['three buttons', labelled('One', 'Two', 'Three'), ['1', '2', '3']],
		['a list of four', labelled('One', 'Two', 'Three', 'Four'), ['1', '2', '3', '4']],
	])('has %s, each with its token', async (_what, parameters, ids) => {
		await ask(waba, parameters);
		expect(tokens()).toEqual(ids);
	});

	const withIds = (count: number, length: number): INodeParameters => {
		const ids = ['a', 'b', 'c', 'd'].slice(0, count).map((letter) => letter.repeat(length));
		const choice = ids.map((id, index) => ({ label: `No. ${index}`, id }));
		return { responseType: 'choices', choices: { choice } };
	};
	/** As long as n8n makes them. */
	const settings = { id: '0b5c1d2e-3f40-4a51-8b62-7c73d8e49f05' };

	it.each([3, 4])('takes IDs of any length on %i choices', async (count) => {
		await ask(waba, withIds(count, 1_000), { settings });
		expect(tokens()).toHaveLength(count);
	});

	it.each([
		['an approval', {}, 150],
		['choices', withIds(2, 1), 150],
		['a list of choices', withIds(4, 1), 100],
	])('has no room for %s where the ID of the node is very long', async (_what, parameters, length) => {
		const result = await ask(waba, parameters, { settings: { id: 'x'.repeat(length) } });
		expect(result.error?.message).toBe(
			'Answer With: The path in WEBHOOK_URL and the ID of the node are too long for a button.',
		);
		expect(server.requests).toEqual([]);
	});

	it('has the link to the page where that was chosen, and no button', async () => {
		await ask(waba, { answerWith: 'page' });
		expect(JSON.stringify(content())).toMatch(/\*Order 7\*.*Ship order 7\?.*webhook-waiting.*signature=/);
		expect(tokens()).toEqual([]);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['a label over 20 characters', labelled('x'.repeat(21)), /^Label: /],
		['a text over 1,024 characters', { message: 'x'.repeat(1_025) }, /^Message: /],
		['a title over 60 characters', { title: 'x'.repeat(61) }, /^Title: /],
		['no title, where it is the header above buttons', { title: '={{ "" }}' }, /^Title: /],
	])('refuses %s', async (_what, parameters, message) => {
		const result = await ask(waba, parameters);
		expect(result.error?.message).toMatch(message);
		expect(server.requests).toEqual([]);
	});
});

it.each<[string, AskingNode]>([
	['on WhatsApp with a link', { ...waba, parameters: { ...waba.parameters, answerWith: 'page' } }],
	['by RCS', rcs],
])('a question %s needs no title', async (_where, channel) => {
	await ask(channel, { title: '={{ "" }}' });
	expect(textsIn(content())).toContainEqual(expect.stringMatching(/^Ship order 7\?/));
});

it.each(['smsboxSms', 'smsboxWaba', 'smsboxRcs'] as const)(
	'%s shows both labels of an approval, and has no title of its own',
	(name) => {
		const { properties } = smsboxNode(name).description;
		const values = {
			resource: 'message',
			operation: 'sendAndWait',
			responseType: 'approval',
			approvalType: 'double',
		};
		const shown = properties.filter((one) => NodeHelpers.displayParameter(values, one, null, null));
		const names = shown.map((one) => one.name);
		expect(names).toEqual(expect.arrayContaining(['approvalType', 'approveLabel', 'declineLabel']));
		expect(shown.filter((one) => one.name === 'title').map((one) => one.default)).toEqual(
			name === 'smsboxSms' ? [] : [''],
		);
	},
);

it('a question by RCS has a suggestion for each of eleven choices', async () => {
	await ask(rcs, labelled(...'abcdefghijk'));
	expect(tokens()).toEqual(Array.from({ length: 11 }, (_one, index) => String(index + 1)));
});

describe('a question by SMS', () => {
	it('has a link to the page, is an alert, and says how many segments it takes', async () => {
		const result = await ask(sms);
		expect(formField('msg')).toMatch(
			/^Ship order 7\?\n\nhttps?:\S+webhook-waiting\/\S+signature=[0-9a-f]{64}$/,
		);
		expect(formField('strategy')).toBe('2');
		expect(result.hints[nodeName]?.map(({ message }) => message)).toEqual([
			'The message uses 2 segments. Each segment is charged.',
		]);
	});

	it('waits for its delivery report by a token in the callback data', async () => {
		await ask(sms, { responseType: 'deliveryStatus' });
		expect(formField('msg')).toBe('Ship order 7?');
		expect(formField('callback')).toBe('1');
		const data = new URLSearchParams(formField('cvar')).get('waitingExecution') ?? '';
		expect(isOwnToken(data, '/webhook-waiting')).toBe(true);
		expect(data).not.toContain('button=');
	});

	it.each(['none', 'sevenBytes'])(
		'arrives in one piece, also where a workflow has another header: %s',
		async (header) => {
			const values = { encoding: 'unicode', concatenationHeader: header };
			const result = await ask(sms, { contentOptions: { textEncoding: { values } } });
			expect(result.status).toBe('waiting');
			expect([formField('coding'), formField('udh')]).toEqual(['unicode', '']);
		},
	);

	it('is refused over the 8 segments of the service, the link included', async () => {
		const result = await ask(sms, { message: 'x'.repeat(1_100) });
		expect(result.error?.message).toMatch(/^Message: .*9 segments/);
		expect(server.requests).toEqual([]);
	});
});

const unanswered = { outcome: 'noAnswer', to: '+33600123456', reference: '123456789012' };

it('without an answer, the input passes on but for what would count as one, and stays whole where it came from', async () => {
	server.react = () => sms.accepted;
	const given = {
		...{ order: 7, approved: true, data: { approved: true } },
		...{ outcome: 'approved', answeredBy: 'button', to: '+33600000009', reference: '1' },
	};
	const parameters = { mode: 'raw', jsonOutput: JSON.stringify(given), options: {} };
	const nodes = [
		{ name: 'Order', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters },
		{ name: nodeName, type: `${PACKAGE}.${sms.node}`, parameters: sms.parameters },
	];
	const started = await questions.start(nodes, chain('Start', 'Order', nodeName));
	const ended = await questions.expire(started);
	expect(outputOf(ended)).toEqual([{ order: 7, ...unanswered }]);
	expect(jsonOf(ended, 'Order')).toEqual([given]);
});

it('without an answer, an earlier reference does not pass for that of a question which has none', async () => {
	server.react = () => plain('OK');
	const parameters = { mode: 'raw', jsonOutput: '{"order":7,"reference":"1"}', options: {} };
	const nodes = [
		{ name: 'Order', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters },
		{ name: nodeName, type: `${PACKAGE}.${sms.node}`, parameters: sms.parameters },
	];
	const ended = await questions.expire(await questions.start(nodes, chain('Start', 'Order', nodeName)));
	expect(outputOf(ended)).toEqual([{ order: 7, outcome: 'noAnswer', to: '+33600123456' }]);
});

it('without an answer, nothing that a model has said passes on', async () => {
	server.react = () => sms.accepted;
	const type = `${PACKAGE}.${sms.node}HitlTool`;
	const json = { to: '1', approved: true, data: { approved: true }, chatInput: 'approve', toolCallId: 'c' };
	const nodes = [{ name: nodeName, type, parameters: sms.parameters }];
	const nodeTypes = { ...smsboxNodes, [type]: smsboxNode(sms.node) };
	const started = await questions.start(nodes, chain('Start', nodeName), { nodeTypes, input: [{ json }] });
	const ended = await questions.expire(started);
	expect([started.status, ended.status]).toEqual(['waiting', 'success']);
	expect(outputOf(ended)).toEqual([unanswered]);
});

it('a review asks again for an equal call of the tool: nobody answered that one', async () => {
	server.react = () => sms.accepted;
	const type = `${PACKAGE}.${sms.node}HitlTool`;
	const call = (name: string) => ({ name, type: 'n8n-nodes-base.noOp' });
	const review = [{ node: nodeName, type: 'main', index: 0 }];
	const started = await questions.start(
		[call('One'), call('Other'), { name: nodeName, type, parameters: sms.parameters }],
		{
			Start: { main: [['One', 'Other'].map((name) => ({ node: name, type: 'main', index: 0 }))] },
			One: { main: [review] },
			Other: { main: [review] },
		},
		{ nodeTypes: { ...smsboxNodes, [type]: smsboxNode(sms.node) } },
	);
	const asked = await questions.expire(started);
	expect(asked.error).toBeUndefined();
	expect(asked.status).toBe('waiting');
	expect(server.requests).toHaveLength(2);
});

it('an item after the question does not run the node again', async () => {
	const output: IDataObject[] = outputOf(await ask(sms));
	expect(output).toEqual([{}]);
});

it.each(channels)('a dry run of a question by %s neither asks nor waits', async (_name, channel) => {
	const result = await ask(channel, { safetyOptions: { dryRun: true } });
	expect(server.requests).toHaveLength(0);
	expect(result.status).toBe('success');
	const expected = { outcome: 'dryRun', dryRun: true, to: [`+${to}`], requests: 1 };
	expect(outputOf(result)).toEqual([expect.objectContaining(expected)]);
	expect(JSON.stringify(result.executionData.executionData?.contextData ?? {})).not.toContain(
		'smsboxQuestion',
	);
});

it.each(channels)(
	'a dry run of a question by %s that would fail is no unanswered one',
	async (_name, channel) => {
		const result = await ask(channel, { to: '12', safetyOptions: { dryRun: true } });
		expect(outputOf(result)).toEqual([{ outcome: 'dryRun', dryRun: true, problem: expect.any(String) }]);
	},
);
