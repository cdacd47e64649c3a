import { z } from 'zod';
import { jsonOf } from '../support/engine';
import { refusing } from './faults';
import { setUpExample } from './setUpExample';

const phone = '+33600123456';
const order = 'A-1001';
const labels = ['Tomorrow morning', 'Tomorrow afternoon', 'At the shop'];

const question = z.object({
	text: z.string(),
	suggestions: z.array(z.object({ reply: z.object({ text: z.string(), postbackData: z.string() }) })),
});

describe('the example "a choice by RCS, or by SMS with a web page"', () => {
	const at = setUpExample('choice-by-rcs-or-sms', { published: 'rcs' });

	/** The link in the SMS. */
	async function link(): Promise<string> {
		const [sms] = await at.harness.sent();
		return /http\S+/.exec(sms?.text ?? '')?.[0] ?? '';
	}
	const choose = async (button: string): Promise<Response> =>
		await fetch(await link(), { method: 'POST', body: new URLSearchParams({ button }) });

	it.each([
		['Tomorrow morning', 'morning'],
		['At the shop', 'shop'],
	])('goes on with the suggestion "%s" where the phone has RCS', async (label, delivery) => {
		const waiting = await at.runToWait();
		const [sent] = await at.harness.sentByRcs();
		const { text, suggestions } = question.parse(sent?.content);
		expect(text).toBe('Order A-1001\n\nWhen may we deliver?');
		expect(suggestions.map(({ reply }) => reply.text)).toEqual(labels);
		const tapped = suggestions.find(({ reply }) => reply.text === label)?.reply;
		await at.harness.write('rcs', { from: phone, type: 'reply', ...tapped });
		await at.harness.pass(0);
		expect(jsonOf(await at.resumed(waiting), 'Delivery chosen')).toEqual([{ order, delivery, label }]);
		expect(at.served.executions).toEqual([]);
		expect(await at.harness.sent()).toEqual([]);
	});

	it.each([
		['has no RCS', 'unreachable', []],
		['was not checked, as the service refused it', 'reachable', [refusing('rcs.capability.check', 503, 3)]],
	])('asks by a page in an SMS where the phone %s', async (_what, state, faults) => {
		await at.harness.setPhones(state, phone);
		await at.harness.break(...faults);
		const waiting = await at.runToWait();
		const page = await fetch(await link());
		const choices: unknown = expect.stringMatching(new RegExp([`Order ${order}`, ...labels].join('[^]*')));
		expect([page.status, await page.text()]).toEqual([200, choices]);
		await at.stillWaiting(waiting);
		expect((await choose('2')).status).toBe(200);
		expect(jsonOf(await at.resumed(waiting), 'Delivery chosen')).toEqual([
			{ order, delivery: 'afternoon', label: 'Tomorrow afternoon' },
		]);
		expect(await at.harness.sentByRcs()).toEqual([]);
	});

	it('takes no choice that was not offered, and no second answer', async () => {
		await at.harness.setPhones('unreachable', phone);
		const waiting = await at.runToWait();
		expect((await choose('4')).status).toBe(422);
		await at.stillWaiting(waiting);
		await choose('3');
		await at.harness.resumed(waiting);
		expect(await (await choose('1')).text()).not.toContain('Thank you');
		expect(jsonOf(await at.resumed(waiting), 'Delivery chosen')).toMatchObject([{ delivery: 'shop' }]);
	});

	it.each(['Tomorrow morning', 'STOP'])('starts the lower flow with "%s", and waits on', async (text) => {
		const waiting = await at.runToWait();
		const result = await at.receive({ from: phone, type: 'text', text });
		expect(jsonOf(result, 'RCS message')).toMatchObject([{ from: phone, text }]);
		await at.stillWaiting(waiting);
	});

	it('goes on without a choice after one day', async () => {
		const result = await at.expired(await at.runToWait());
		expect(jsonOf(result, 'No answer')).toEqual([{ order, todo: `Call ${phone}` }]);
	});

	it.each([
		['alreadySent', `{ "deduplicationKey": "${order}" }`],
		['dryRun', '{ "dryRun": true }'],
	])('has nobody called who was not asked: %s', async (why, options) => {
		const edits = { '"answerWith"': `"safetyOptions": ${options}, "answerWith"` };
		if (why === 'alreadySent') await at.runToWait(edits);
		const result = await at.run(edits);
		expect(jsonOf(result, 'Other outcome')).toEqual([{ order, why }]);
		expect(Object.keys(result.data)).not.toContain('No answer');
	});
});
