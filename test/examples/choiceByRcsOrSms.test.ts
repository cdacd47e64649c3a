import { z } from 'zod';
import { jsonOf, type RunResult } from '../support/engine';
import { refusing, setUpExample } from './setUpExample';
import { withoutPauses } from '../support/withoutPauses';

withoutPauses();

const name = 'choice-by-rcs-or-sms';
const phone = '+33600123456';

const question = z.object({
	text: z.string(),
	suggestions: z.array(z.object({ reply: z.object({ text: z.string(), postbackData: z.string() }) })),
});

describe('the example "a choice by RCS, or by SMS with a web page"', () => {
	const at = setUpExample(name, { published: 'rcs' });

	/** Runs the upper flow up to where it waits. */
	async function ask(): Promise<RunResult> {
		return await at.runToWait();
	}

	/** The link in the SMS. */
	async function link(): Promise<string> {
		const [sms] = await at.harness.sent();
		return /http\S+/.exec(sms?.text ?? '')?.[0] ?? '';
	}
	const choose = async (choice: string): Promise<Response> =>
		await fetch(await link(), { method: 'POST', body: new URLSearchParams({ choice }) });

	it.each([
		['Tomorrow morning', 'morning'],
		['At the shop', 'shop'],
	])('goes on with the suggestion "%s" where the phone has RCS', async (label, delivery) => {
		const waiting = await ask();
		const [sent] = await at.harness.sentByRcs();
		const { text, suggestions } = question.parse(sent?.content);
		expect(text).toBe('Order A-1001\n\nWhen may we deliver?');
		expect(suggestions.map(({ reply }) => reply.text)).toEqual([
			'Tomorrow morning',
			'Tomorrow afternoon',
			'At the shop',
		]);
		const tapped = suggestions.find(({ reply }) => reply.text === label)?.reply;
		await at.harness.receiveByRcs({ from: phone, type: 'reply', ...tapped });
		await at.harness.pass(0);
		const result = await at.resumed(waiting);
		expect(jsonOf(result, 'Delivery chosen')).toEqual([{ order: 'A-1001', delivery, label }]);
		expect(at.served.executions).toEqual([]);
		expect(await at.harness.sent()).toEqual([]);
	});

	it.each([
		['has no RCS', async () => await at.harness.setPhone(phone, 'unreachable')],
		[
			'was not checked, as the service refused it',
			async () => await at.harness.break(refusing('rcs.capability.check', 503, 3)),
		],
	])('asks by a page in an SMS where the phone %s', async (_what, prepare) => {
		await prepare();
		const waiting = await ask();
		const page = await fetch(await link());
		expect([page.status, await page.text()]).toEqual([
			200,
			expect.stringMatching(/Order A-1001[^]*Tomorrow morning[^]*Tomorrow afternoon[^]*At the shop/),
		]);
		expect((await at.harness.resumed(waiting)).status).toBe('waiting');
		expect((await choose('afternoon')).status).toBe(200);
		const result = await at.resumed(waiting);
		expect(jsonOf(result, 'Delivery chosen')).toEqual([
			{ order: 'A-1001', delivery: 'afternoon', label: 'Tomorrow afternoon' },
		]);
		expect(await at.harness.sentByRcs()).toEqual([]);
	});

	it('takes no choice that was not offered, and no second answer', async () => {
		await at.harness.setPhone(phone, 'unreachable');
		const waiting = await ask();
		expect((await choose('by drone')).status).toBe(422);
		expect((await at.harness.resumed(waiting)).status).toBe('waiting');
		await choose('shop');
		await at.harness.resumed(waiting);
		expect(await (await choose('morning')).text()).not.toContain('Thank you');
		expect(jsonOf(await at.harness.resumed(waiting), 'Delivery chosen')).toMatchObject([
			{ delivery: 'shop' },
		]);
	});

	it.each(['Tomorrow morning', 'STOP'])(
		'starts the lower flow with a typed "%s", and goes on waiting',
		async (text) => {
			const waiting = await ask();
			await at.harness.receiveByRcs({ from: phone, type: 'text', text });
			expect(jsonOf(await at.started(), 'RCS message')).toMatchObject([{ from: phone, text }]);
			expect((await at.harness.resumed(waiting)).status).toBe('waiting');
		},
	);

	it('goes on without a choice after one day', async () => {
		const result = await at.expired(await ask());
		expect(jsonOf(result, 'No answer')).toEqual([{ order: 'A-1001', todo: `Call ${phone}` }]);
	});
});
