/** Events that answer: what resumes, what the workflow gets, and what the service is told. */
import { deliveryReports } from '../../../nodes/SmsboxDeliveryReportTrigger/deliveryReports';
import { rcsWebhooks } from '../../../nodes/SmsboxRcsTrigger/rcsWebhooks';
import { wabaWebhooks } from '../../../nodes/SmsboxWabaTrigger/wabaWebhooks';
import { receive } from '../../../nodes/engine/webhook/receive';
import { endingOf, fakeCall, type Ending, type FakeCallSettings } from '../triggers/fakeContext';
import { reply } from '../triggers/rcsServed';
import { message } from '../triggers/wabaServed';

const token = (choice: string, nonce = 'abcdefghijklmnop'): string =>
	`/webhook-waiting/17/5f2ab1e0?nonce=${nonce}${choice === '' ? '' : `&choice=${choice}`}&signature=${'a'.repeat(64)}`;

const resumed = { statusCode: 200, body: 'RESUMED' };
const gone = { statusCode: 410, body: '' };

interface Received {
	ending: Ending;
	/** Headers of the calls to n8n. */
	told: unknown[];
	log: string[];
}

let calls = 0;
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
	calls += 1;
	const call = fakeCall({ resume: () => resumed, workflowId: `w${calls}`, ...requests[kind], ...settings });
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

const taps: Array<['waba' | 'rcs', (id: string) => string]> = [
	[
		'waba',
		(id) => {
			const tapped = { type: 'button_reply', button_reply: { id, title: 'Yes' } };
			return JSON.stringify(message({ type: 'interactive', interactive: tapped }));
		},
	],
	['rcs', (id) => JSON.stringify(reply('Yes', id))],
];

describe.each(taps)('a tap (%s)', (kind, webhook) => {
	it('resumes, tells who tapped, and starts no execution', async () => {
		await expect(receiveEvent(kind, webhook(token('approve')))).resolves.toEqual({
			ending: { ending: 'acknowledged' },
			told: [{ 'x-smsbox-from': expect.stringContaining('33600123456') }],
			log: [],
		});
	});

	it('resumes also where the filters keep it from starting the workflow', async () => {
		const parameters = { requestTypes: ['status_update'] };
		const { told } = await receiveEvent(kind, webhook(token('approve')), { parameters });
		expect(told).toHaveLength(1);
	});

	it('that does not resume starts the workflow, says why, and shows the choice instead of the token', async () => {
		const { ending, log } = await receiveEvent(kind, webhook(token('approve')), { resume: () => gone });
		expect(ending).toMatchObject({
			ending: 'started',
			json: { waiting: { outcome: 'notResumed', reason: 'the question is no longer open' } },
		});
		expect(JSON.stringify(ending)).toContain('"approve"');
		expect(JSON.stringify([ending, log])).not.toMatch(/signature|webhook-waiting/);
	});

	it('starts the workflow where resuming is turned off, without the token', async () => {
		const parameters = { options: { resumeWaiting: false } };
		const { ending, told } = await receiveEvent(kind, webhook(token('approve')), { parameters });
		expect(told).toEqual([]);
		expect(ending).toMatchObject({ ending: 'started' });
		expect(JSON.stringify(ending)).not.toMatch(/signature|waiting"/);
	});

	it.each([
		['an own ID', 'approve'],
		['another path', token('approve').replace('webhook-waiting', 'rest/workflows')],
		['a host', `https://example.com${token('approve')}`],
		['a second slash', `/${token('approve')}`],
		['a way up', token('approve').replace('/17/', '/../17/')],
		['a shorter signature', token('approve').slice(0, -1)],
		['a parameter more', `${token('approve')}&x=1`],
	])('of a button with %s is a normal event', async (_what, id) => {
		const { ending, told } = await receiveEvent(kind, webhook(id));
		expect(told).toEqual([]);
		expect(ending).toMatchObject({ ending: 'started' });
		expect(JSON.stringify(ending)).not.toContain('"waiting"');
	});

	it('that names two tokens resumes nothing, and shows neither', async () => {
		const tap = webhook(token('approve')).replace('"Yes"', JSON.stringify(token('decline')));
		expect(tap).toContain('choice=decline');
		const { ending, told } = await receiveEvent(kind, tap);
		expect(told).toEqual([]);
		expect(JSON.stringify(ending)).toContain('"decline"');
		expect(JSON.stringify(ending)).not.toMatch(/signature|webhook-waiting/);
	});

	it('in a status resumes nothing, as that may repeat what was sent', async () => {
		const { told } = await receiveEvent(
			kind,
			webhook(token('approve')).replace(/incoming_message\w*/, 'status_update'),
		);
		expect(told).toEqual([]);
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

	it.each(['9', '999'])('with status %s starts the workflow only', async (status) => {
		const { ending, told } = await receiveEvent('report', report(status));
		expect(told).toEqual([]);
		expect(ending).toMatchObject({ ending: 'started' });
		expect(JSON.stringify(ending)).not.toMatch(/signature/);
	});

	it.each([
		['is still ending', () => ({ statusCode: 409, body: '' })],
		['fails', () => ({ statusCode: 500, body: '' })],
		[
			'does not answer in time',
			() => {
				throw Object.assign(new Error('timeout'), { code: 'ECONNABORTED' });
			},
		],
	])('is refused for now while its execution %s', async (_what, resume) => {
		const { ending, log } = await receiveEvent('report', report('0'), { resume });
		expect(ending).toEqual({ ending: 'refused' });
		expect(log.join()).not.toMatch(/signature|33600123456/);
	});

	it('passes and says so for any other reason', async () => {
		const { ending } = await receiveEvent('report', report('0'), { resume: () => gone });
		expect(ending).toMatchObject({ ending: 'started', json: { waiting: { outcome: 'notResumed' } } });
	});
});
