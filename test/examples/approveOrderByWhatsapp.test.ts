import { z } from 'zod';
import { jsonOf, type RunResult } from '../support/engine';
import { setUpExample } from './setUpExample';

const approver = '+33600123456';
const node = 'WhatsApp message';
const closed = 'This question is closed. Your tap changed nothing.';

const button = z.object({ reply: z.object({ id: z.string(), title: z.string() }) });
const buttons = z.object({
	interactive: z.object({
		header: z.object({ text: z.string() }),
		body: z.object({ text: z.string() }),
		action: z.object({ buttons: z.array(button) }),
	}),
});

describe('the example "approve an order by WhatsApp"', () => {
	const at = setUpExample('approve-order-by-whatsapp', { published: 'waba' });
	beforeEach(async () => {
		await at.harness.write('waba', { from: approver, type: 'text', text: 'Hello' });
	});

	/** Runs the upper flow up to where it waits. */
	const ask = async (order = 'A-1001'): Promise<RunResult> => await at.runToWait({ 'A-1001': order });

	/** The n-th question on the phone, counted from 0. */
	async function question(index = 0) {
		const { content } = (await at.harness.sentByWhatsApp())[index] ?? {};
		const { header, body, action } = buttons.parse(content).interactive;
		return { title: header.text, text: body.text, buttons: action.buttons.map(({ reply }) => reply) };
	}

	/** The approver taps a button. */
	async function tap(title: string, index = 0): Promise<void> {
		const tapped = (await question(index)).buttons.find((one) => one.title === title);
		await at.harness.write('waba', { from: approver, type: 'button_reply', ...tapped });
		await at.harness.pass(0);
	}

	it('asks with two buttons', async () => {
		await ask();
		expect(await question()).toEqual({
			title: 'Order A-1001',
			text: 'Approve the order for 80 €?',
			buttons: [expect.objectContaining({ title: 'Approve' }), expect.objectContaining({ title: 'Decline' })],
		});
	});

	it.each([
		['Approve', 'Approved', { order: 'A-1001', asked: approver, todo: 'Ship A-1001' }],
		['Decline', 'Not approved', { order: 'A-1001', why: 'declined' }],
	])('goes on after a tap on %s, and starts nothing else', async (title, branch, output) => {
		const waiting = await ask();
		await tap(title);
		const result = await at.resumed(waiting);
		expect(jsonOf(result, branch)).toEqual([output]);
		expect(Object.keys(result.data)).not.toContain(branch === 'Approved' ? 'Not approved' : 'Approved');
		expect(at.served.executions).toEqual([]);
	});

	it('approves nothing where nobody answers in time', async () => {
		const result = await at.expired(await ask());
		expect(jsonOf(result, 'Not approved')).toEqual([{ order: 'A-1001', why: 'no answer in time' }]);
	});

	it.each([
		['alreadySent', '{ "deduplicationKey": "A-1001" }'],
		['dryRun', '{ "dryRun": true }'],
	])('says that nobody was asked: %s', async (why, options) => {
		const edits = { '"answerWith"': `"safetyOptions": ${options}, "answerWith"` };
		if (why === 'alreadySent') await at.runToWait(edits);
		expect(jsonOf(await at.run(edits), 'Not approved')).toEqual([{ order: 'A-1001', why }]);
	});

	it('replies to a second tap that the question is closed', async () => {
		const waiting = await ask();
		await tap('Decline');
		await at.harness.resumed(waiting);
		await tap('Approve');
		expect(jsonOf(await at.started(), node)).toMatchObject([
			{ waiting: { result: 'notResumed', reason: 'the question is no longer open' } },
		]);
		const [, reply] = await at.harness.sentByWhatsApp();
		expect(reply).toMatchObject({ number: approver, content: { text: { body: closed } } });
		expect(jsonOf(await at.resumed(waiting), 'Not approved')).toHaveLength(1);
	});

	it.each([
		['unknown', 'n8n was busy. Your tap may have answered this question.'],
		['notResumed', closed],
		['failed', 'Your tap did not arrive. This question may still be open.'],
	])('replies to a tap of result %s what it can be sure of', async (result, body) => {
		const { messageId } = await at.harness.receiveByWhatsApp({ from: approver, type: 'text', text: 'Tap' });
		const agent = { wabaId: '100100100100100', phoneId: '200200200200200' };
		await at.run({}, node, { from: approver, messageId, agent, waiting: { result } });
		expect(await at.harness.sentByWhatsApp()).toMatchObject([{ content: { text: { body } } }]);
	});

	it.each([
		['a message that answers no question', { from: approver }],
		['a tap without a phone number', { fromUserId: 'FR.1', waiting: { result: 'notResumed' } }],
	])('starts nothing more for %s', async (_what, event) => {
		await at.run({}, node, { ...event, messageId: 'wamid.1' });
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
	});

	it('keeps the answers to two orders apart', async () => {
		const [first, second] = [await ask('A-1001'), await ask('A-1002')];
		await tap('Approve', 1);
		expect(jsonOf(await at.resumed(second), 'Approved')).toMatchObject([{ order: 'A-1002' }]);
		await tap('Decline', 0);
		expect(jsonOf(await at.resumed(first), 'Not approved')).toEqual([{ order: 'A-1001', why: 'declined' }]);
	});
});
