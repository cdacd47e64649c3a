/** Events that answer: what resumes, what the workflow gets, and what the service is told. */
import { deliveryReports } from '../../../nodes/SmsboxDeliveryReportTrigger/deliveryReports';
import { incomingSms } from '../../../nodes/SmsboxIncomingSmsTrigger/incomingSms';
import { rcsWebhooks } from '../../../nodes/SmsboxRcsTrigger/rcsWebhooks';
import { wabaWebhooks } from '../../../nodes/SmsboxWabaTrigger/wabaWebhooks';
import { receive } from '../../../nodes/engine/webhook/receive';
import { endingOf, fakeCall, type Ending, type FakeCallSettings } from '../triggers/fakeContext';
import { reply } from '../triggers/rcsServed';
import { message, tap } from '../triggers/wabaServed';

const token = (button: string, nonce = 'abcdefghijklmnopx4Yj'): string =>
	`/webhook-waiting/17/5f2ab1e0?nonce=${nonce}${button === '' ? '' : `&button=${button}`}&signature=${'a'.repeat(64)}`;

const resumed = { statusCode: 200, body: 'RESUMED' };
const gone = { statusCode: 410, body: '' };

interface Received {
	ending: Ending;
	/** Headers of the calls to n8n. */
	told: unknown[];
	log: string[];
}

async function receiveEvent(
	kind: 'waba' | 'rcs' | 'report',
	content: string,
	settings: FakeCallSettings = {},
): Promise<Received> {
	const requests = {
		waba: { request: { method: 'POST', rawBody: Buffer.from(content) } },
		rcs: { request: { method: 'POST', rawBody: Buffer.from(content) } },
		report: { query: content },
	};
	const call = fakeCall({ resume: () => resumed, ...requests[kind], ...settings });
	const kinds = {
		waba: async () => await receive(call.context, wabaWebhooks),
		rcs: async () => await receive(call.context, rcsWebhooks),
		report: async () => await receive(call.context, deliveryReports),
	};
	const result = await kinds[kind]();
	return {
		ending: endingOf(result, call.response),
		told: call.resumeCalls.map(({ headers }) => headers),
		log: call.log,
	};
}

/** That an event has resumed nothing, and starts the workflow without a token and without an outcome. */
function expectOnlyStarted({ ending, told }: Received): void {
	expect(told).toEqual([]);
	expect(ending).toMatchObject({ ending: 'started' });
	expect(JSON.stringify(ending)).not.toMatch(/signature|"waiting"/);
}

const taps: Array<['waba' | 'rcs', (id: string) => string]> = [
	['waba', (id) => JSON.stringify(tap(id))],
	['rcs', (id) => JSON.stringify(reply('Yes', id))],
];

describe.each(taps)('a tap (%s)', (kind, webhook) => {
	it('resumes, tells nothing about the person, and starts no execution', async () => {
		await expect(receiveEvent(kind, webhook(token('1')))).resolves.toEqual({
			ending: { ending: 'acknowledged' },
			told: [{}],
			log: [],
		});
	});

	it('resumes also where the filters keep it from starting the workflow', async () => {
		const parameters = { requestTypes: ['status_update'] };
		const { told } = await receiveEvent(kind, webhook(token('1')), { parameters });
		expect(told).toHaveLength(1);
	});

	it('that does not resume starts the workflow, says why, and shows the position instead of the token', async () => {
		const { ending, log } = await receiveEvent(kind, webhook(token('1')), { resume: () => gone });
		expect(ending).toMatchObject({
			ending: 'started',
			json: { waiting: { result: 'notResumed', reason: 'the question is no longer open' } },
		});
		expect(JSON.stringify(ending)).toContain('"1"');
		expect(JSON.stringify([ending, log])).not.toMatch(/signature|webhook-waiting/);
	});

	it.each([
		['Yes', false],
		['STOP', true],
	])('on "%s" that does not resume is for an agent: %s', async (title, optOut) => {
		const content = webhook(token('1')).replace('"Yes"', `"${title}"`);
		const { ending } = await receiveEvent(kind, content, { resume: () => gone });
		expect(ending).toMatchObject({ json: { text: title, answer: { title }, optOut } });
		const members = new Set(JSON.stringify(ending).match(/"(chatInput|sessionId)"/g));
		expect(members.size).toBe(optOut ? 2 : 0);
	});

	it('starts the workflow where resuming is turned off, without the token', async () => {
		const parameters = { options: { resumeWaiting: false } };
		expectOnlyStarted(await receiveEvent(kind, webhook(token('1')), { parameters }));
	});

	it.each([
		['another base', `/other${token('1')}`],
		// The path in front of `/webhook-waiting/` is that of n8n's own address.
		['the path of webhooks', `/webhook/orders${token('1')}`],
		['a host', `https://example.com${token('1')}`],
		['a second slash', `/${token('1')}`],
		['the hash of another n8n', token('1', 'abcdefghijklmnop0000')],
		['a way up', token('1').replace('/17/', '/../17/')],
	])('of a button with %s calls nothing, and says why without the token', async (_what, id) => {
		const { ending, told } = await receiveEvent(kind, webhook(id));
		expect(told).toEqual([]);
		expect(ending).toMatchObject({
			json: { waiting: { result: 'failed', reason: 'the button is not from this n8n' } },
		});
		expect(JSON.stringify(ending)).not.toContain('signature');
	});

	it.each([
		['an own ID', 'approve'],
		['a shorter signature', token('1').slice(0, -1)],
		['a parameter more', `${token('1')}&x=1`],
	])('of a button with %s is a normal event', async (_what, id) => {
		const { ending, told } = await receiveEvent(kind, webhook(id));
		expect(told).toEqual([]);
		expect(ending).toMatchObject({ ending: 'started' });
		expect(JSON.stringify(ending)).not.toContain('"waiting"');
	});

	it('that names two tokens resumes nothing, and shows neither', async () => {
		const content = webhook(token('1')).replace('"Yes"', JSON.stringify(token('2')));
		expect(content).toContain('button=2');
		const { ending, told } = await receiveEvent(kind, content);
		expect(told).toEqual([]);
		expect(JSON.stringify(ending)).toContain('"2"');
		expect(ending).toMatchObject({
			json: { waiting: { result: 'failed', reason: 'the event names several answers' } },
		});
		expect(JSON.stringify(ending)).not.toMatch(/signature|webhook-waiting/);
	});

	it.each([
		'status_update',
		'STATUS_UPDATE',
		'Incoming_Message',
		'INCOMING_MESSAGE_REPLY',
		'incoming_message ',
		'incoming_error',
		'incoming_event',
		'incoming_message_action',
		'message_echo',
	])('in a %s resumes nothing, and passes without the token', async (requestType) => {
		const content = webhook(token('1')).replace(/incoming_message\w*/, requestType);
		expect(content).toContain(`"${requestType}"`);
		expectOnlyStarted(await receiveEvent(kind, content));
	});
});

it.each([
	['nothing', ['status_update'], 0],
	['its tasks', ['incoming_message'], 1],
])('a tap runs %s, by the filters', async (_what, requestTypes, count) => {
	const content = Buffer.from(JSON.stringify(tap(token('1'))));
	const { context } = fakeCall({
		request: { method: 'POST', rawBody: content },
		parameters: { requestTypes },
		resume: () => gone,
	});
	const runTasks = jest.fn(async () => await Promise.resolve({ json: {} }));
	await receive(context, wabaWebhooks, runTasks);
	expect(runTasks).toHaveBeenCalledTimes(count);
});

it.each<[string, 'waba' | 'rcs', object]>([
	['a text', 'waba', message({ type: 'text', text: { body: token('1') } })],
	['a caption', 'waba', message({ type: 'image', image: { id: '1', caption: token('1') } })],
	['a reaction', 'waba', message({ type: 'reaction', reaction: { message_id: token('1') } })],
	['another case', 'waba', message({ type: 'Interactive', interactive: { id: token('1') } })],
	['an unknown type', 'waba', message({ type: 'poll', poll: { id: token('1') } })],
	['no type', 'waba', message({ id: token('1') })],
	['a text', 'rcs', { ...reply('Yes', '1'), data: { type: 'text', text: token('1') } }],
	['an action', 'rcs', { ...reply('Yes', '1'), data: { type: 'action', postbackData: token('1') } }],
])('a message that is no tap, such as %s (%s), resumes nothing', async (_what, kind, content) => {
	expectOnlyStarted(await receiveEvent(kind, JSON.stringify(content)));
});

describe('an event of any kind', () => {
	it('shows no token that somebody has written', async () => {
		const text = `numero=33600123456&message=${encodeURIComponent(`See https://n8n.example.com${token('')}`)}&modem=36111`;
		const call = fakeCall({ query: text });
		const ending = endingOf(await receive(call.context, incomingSms), call.response);
		expect(ending).toMatchObject({
			json: { text: 'See https://n8n.example.com/webhook-waiting/17/5f2ab1e0?nonce=&signature=' },
		});
	});

	it('is not empty where somebody writes no more than the link of a page', async () => {
		const text = { text: { body: `https://n8n.example.com${token('')}` }, type: 'text' };
		const { ending } = await receiveEvent('waba', JSON.stringify(message(text)));
		expect(ending).toMatchObject({ json: { text: '***', chatInput: '***' } });
	});

	it.each(['simplified', 'raw', 'both'])('shows no token in the name of a parameter (%s)', async (output) => {
		const query = `numero=33600123456&accuse=0&${encodeURIComponent(token('1'))}=1`;
		const { ending } = await receiveEvent('report', query, { parameters: { output } });
		expect(JSON.stringify(ending)).toContain('"1":"1"');
		expect(JSON.stringify(ending)).not.toMatch(/signature|webhook-waiting/);
	});

	it('shows no token in the name of a member', async () => {
		const content = {
			...message({ type: 'text', text: { body: 'Hi' } }),
			[token('1')]: { [token('')]: 1 },
		};
		const { ending } = await receiveEvent('waba', JSON.stringify(content));
		expect(ending).toMatchObject({ json: { additionalFields: { 1: { '***': 1 } } } });
		expect(JSON.stringify(ending)).not.toMatch(/signature|webhook-waiting/);
	});
});

describe('a delivery report', () => {
	const report = (status: string): string =>
		`numero=33600123456&reference=1&accuse=${status}&ts=1705326600&waitingExecution=${encodeURIComponent(token(''))}`;

	it('with a final status resumes, and starts the workflow as always', async () => {
		const { ending, told } = await receiveEvent('report', report('0'));
		expect(told).toEqual([{ 'x-smsbox-status': '0' }]);
		expect(ending).toMatchObject({ ending: 'started', json: { status: { code: '0' } } });
		expect(JSON.stringify(ending)).not.toMatch(/signature|"waiting"/);
	});

	it.each(['9', '999', '00', ' 0x', ''])('with status %j starts the workflow only', async (status) => {
		const { ending, told } = await receiveEvent('report', report(status));
		expect(told).toEqual([]);
		expect(ending).toMatchObject({ ending: 'started' });
		expect(JSON.stringify(ending)).not.toMatch(/signature/);
	});

	it('that does not resume starts the workflow, and says so', async () => {
		const { ending } = await receiveEvent('report', report('0'), { resume: () => gone });
		expect(ending).toMatchObject({ ending: 'started', json: { waiting: { result: 'notResumed' } } });
	});
});
