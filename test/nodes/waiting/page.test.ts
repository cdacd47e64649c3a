/** The webhook of a waiting node: what shows, what answers, and what changes nothing. */
import { pageHeaders } from '../../../nodes/engine/waiting/answerPage';
import { type AnsweredQuestions, answeredStatus } from '../../../nodes/engine/waiting/waitingWebhook';
import { callWaiting, nonce, questions, until, type WaitingCall } from '../../support/waitingCall';

const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const reference = '123456789012';
const to = '+33600123456';
/** Of the address of a question's first button. */
const first = { nonce, button: '1' };
const statusOf = (status: string) => ({ 'x-smsbox-status': status });

describe('an answer', () => {
	const approved = { approved: true };
	const declined = { approved: false };
	/** As a browser sends line breaks, and as they were. */
	const [crLf, lf] = ['\r\n', '\n'].map((end) => `${'x'.repeat(499)}${end}${'y'.repeat(500)}`);

	it.each<[string, keyof typeof questions, WaitingCall, string, object, string]>([
		['on the page', 'approval', { body: { button: '1' } }, 'approved', approved, 'page'],
		[
			'by a tap, whatever number the call has as its sender',
			'approval',
			{ query: { nonce, button: '2' }, headers: { 'x-smsbox-from': '33699999999' } },
			...(['declined', declined, 'button'] as const),
		],
		[
			'by a tap of nobody knows whom',
			'choices',
			{ query: { nonce, button: '2' }, headers: { 'x-smsbox-from': '<b>' } },
			...(['answered', { choice: 'l', choiceLabel: 'Large' }, 'button'] as const),
		],
		[
			'on the page at the address of a button: what was chosen there counts',
			'approval',
			{ query: first, body: { button: '2' } },
			...(['declined', declined, 'page'] as const),
		],
		[
			'on the page at the address of a button, also with a text: a person reads what comes of it',
			'approval',
			{ query: { nonce, button: '2' }, body: { text: 'No, thanks' } },
			...(['declined', declined, 'page'] as const),
		],
		[
			'on the page, by one of several choices',
			'choices',
			{ body: { button: '1' } },
			...(['answered', { choice: 's', choiceLabel: 'Small' }, 'page'] as const),
		],
		['as a text', 'freeText', { body: { text: ' Tomorrow ' } }, 'answered', { text: 'Tomorrow' }, 'page'],
		['as a long text in lines', 'freeText', { body: { text: crLf } }, 'answered', { text: lf }, 'page'],
		[
			'by a delivery report',
			'deliveryStatus',
			{ headers: statusOf('3') },
			'failed',
			{ delivered: false, status: expect.objectContaining({ name: 'Inactive' }) },
			'report',
		],
	])('%s', async (_what, type, call, outcome, data, answeredBy) => {
		const result = await callWaiting(questions[type], call);
		expect(result.output).toEqual({ outcome, data: { ...data, respondedAt }, answeredBy, to, reference });
		expect(result.headers['cache-control']).toBe('no-store');
		// What a trigger takes for its own success; a person reads the page.
		const expected = answeredBy === 'page' ? 'Thank you.' : 'RESUMED';
		expect(/^RESUMED$|Thank you\./.exec(result.text)?.[0]).toBe(expected);
	});
});

it.each([
	['0', 'delivered'],
	['1', 'failed'],
	['-1', 'unknown'],
	['10', 'unknown'],
])('a report of status %s has the outcome %s', async (status, outcome) => {
	const { output } = await callWaiting(questions.deliveryStatus, { headers: statusOf(status) });
	expect(output).toMatchObject({ outcome });
});

describe('a question that was answered', () => {
	const known: AnsweredQuestions = new Map();
	const answer = async (button: string, asked = nonce, now = until - 86_400_000) =>
		await callWaiting(
			{ ...questions.approval, nonce: asked },
			{ query: { nonce: asked }, body: { button } },
			known,
			now,
		);

	it('stays closed in its process until its time is over: n8n may go on minutes later', async () => {
		expect((await answer('1')).output).toMatchObject({ data: { approved: true } });
		for (const now of [until - 86_400_000, until - 86_300_000, until - 1])
			expect(await answer('2', nonce, now)).toMatchObject({
				status: answeredStatus,
				output: undefined,
			});
		expect((await answer('2', 'another')).output).toMatchObject({ data: { approved: false } });
	});

	it.each([false, true])(
		'is open again where n8n could not go on; the caller is gone: %j',
		async (isGone) => {
			const asked = 'not stored';
			(await answer('1', asked)).end(200, isGone);
			expect(await answer('2', asked)).toMatchObject({ status: answeredStatus });
			known.delete(asked);
			(await answer('1', asked)).end(500, isGone);
			expect((await answer('2', asked)).output).toMatchObject({ data: { approved: false } });
			known.delete(asked);
		},
	);

	it('is forgotten then', async () => {
		expect([...known.keys()]).toEqual([nonce, 'another']);
		const later = { ...questions.approval, nonce: 'later', until: until + 1 };
		await callWaiting(later, { query: { nonce: 'later', button: '1' } }, known, until);
		expect([...known.keys()]).toEqual(['later']);
	});
});

describe('at the limit', () => {
	const calls: Array<[string, keyof typeof questions, WaitingCall]> = [
		['a tap', 'approval', { query: first }],
		['the page', 'approval', { body: { button: '1' } }],
		['a text', 'freeText', { body: { text: 'Yes' } }],
		['a delivery report', 'deliveryStatus', { headers: statusOf('0') }],
	];

	it.each(calls)('%s answers one millisecond before', async (_what, type, call) => {
		const { output } = await callWaiting(questions[type], call, undefined, until - 1);
		expect(output).toMatchObject({ data: {} });
	});

	it.each(calls)('%s answers nothing from then on', async (_what, type, call) => {
		for (const now of [until, until + 1, until + 86_400_000]) {
			const { output, status, text } = await callWaiting(questions[type], call, undefined, now);
			expect({ output, status }).toEqual({ output: undefined, status: 410 });
			expect(text).toContain('No longer open');
		}
	});

	it('the page has no form any more', async () => {
		const { status, text } = await callWaiting(questions.approval, { method: 'GET' }, undefined, until);
		expect(status).toBe(410);
		expect(text).not.toContain('<form');
	});
});

const noChoice = /Choose one of the answers/;
const noText = /Enter an answer of at most 1,000 characters\./;
const noReport = /Wait for the delivery report\./;

describe('what answers nothing', () => {
	it.each<[string, keyof typeof questions, WaitingCall, number, RegExp]>([
		['looking at the page', 'approval', { method: 'GET' }, 200, /Ship it\?/],
		['looking at the page of a button', 'approval', { method: 'GET', query: first }, 200, /Ship it\?/],
		['a preview that asks for the head', 'approval', { method: 'HEAD' }, 200, /Ship it\?/],
		['an older message', 'approval', { query: { nonce: 'x', button: '1' } }, 410, /No longer open/],
		['an older message, which says why', 'approval', { query: { nonce: 'x' } }, 410, /question is closed/],
		[
			'an unknown choice on the page of a button',
			'approval',
			{ query: first, body: { button: '3' } },
			422,
			noChoice,
		],
		['no nonce', 'approval', { query: { button: '1' } }, 410, /No longer open/],
		['two nonces', 'approval', { query: { nonce: [nonce, nonce] } }, 410, /No longer open/],
		['no choice', 'approval', {}, 422, noChoice],
		['an unknown choice', 'choices', { body: { button: '3' } }, 422, noChoice],
		['an unknown button', 'choices', { query: { nonce, button: '3' } }, 422, noChoice],
		['no button', 'choices', { query: { nonce, button: '0' } }, 422, noChoice],
		['an ID instead of a position', 'choices', { query: { nonce, button: 'l' } }, 422, noChoice],
		['a label instead of a position', 'choices', { body: { button: 'Large' } }, 422, noChoice],
		['a text where a choice is asked for', 'choices', { body: { text: 'l' } }, 422, noChoice],
		['a choice where a text is asked for', 'freeText', { body: { button: '1' } }, 422, noText],
		['an empty text', 'freeText', { body: { text: ' \n' } }, 422, noText],
		['a text that is too long', 'freeText', { body: { text: 'x'.repeat(1_001) } }, 422, noText],
		// A browser counts two characters for each.
		['a text of too many emoji', 'freeText', { body: { text: '🙂'.repeat(501) } }, 422, noText],
		['a page where a report answers', 'deliveryStatus', { body: { button: '1' } }, 422, noReport],
		['a status that another one follows', 'deliveryStatus', { headers: statusOf('9') }, 422, noReport],
		['an unknown status', 'deliveryStatus', { headers: statusOf('999') }, 422, noReport],
	])('%s', async (_what, type, call, status, text) => {
		const result = await callWaiting(questions[type], call);
		expect([result.output, result.status]).toEqual([undefined, status]);
		expect(result.text).toMatch(text);
	});

	it.each<[string, unknown]>([
		['there is nothing in the context', undefined],
		['something else is in the context', { nonce }],
		['the context cannot be read', new Error('Unexpected end of input')],
	])('answers 500 and goes on waiting where %s', async (_what, stored) => {
		const result = await callWaiting(stored, { method: 'GET' });
		expect([result.output, result.status]).toEqual([undefined, 500]);
		expect(result.log.join()).not.toContain('Unexpected');
	});
});

it.each<[number, WaitingCall, number | undefined]>([
	[200, { method: 'GET' }, undefined],
	[410, { method: 'GET' }, until],
	[422, { body: { button: '3' } }, undefined],
])('a page with status %d has all headers that protect it', async (status, call, now) => {
	const result = await callWaiting(questions.approval, call, undefined, now);
	expect([result.status, result.headers]).toEqual([status, pageHeaders]);
});

it('evaluates one expression only, which is ours', async () => {
	const { evaluated } = await callWaiting(questions.approval, { method: 'GET' });
	expect(evaluated).toEqual(['{{ $node["Ask \\"us\\""].context.smsboxQuestion }}']);
});
