import { jsonOf } from '../support/engine';
import { rcsTrigger, readExample, wabaTrigger } from './exampleHarness';
import { refusing, setUpExample } from './setUpExample';

const name = 'opt-out-list';
const smsTrigger = 'n8n-nodes-smsbox.smsboxIncomingSmsTrigger';
const table = 'smsbox_opt_outs';
const start = 'Run by hand';
const from = '+33600123456';
const other = '+33600123457';
const third = '+33600123458';
const text = 'The club is closed on Friday. Reply STOP to get no more messages.';

describe('the example "opt-out list"', () => {
	const at = setUpExample(name);

	const numbers = async (): Promise<string[]> => (await at.harness.sent()).map(({ number }) => number).sort();

	it('sends to everyone while the table is empty', async () => {
		await at.run();
		expect(await at.harness.sent()).toEqual(
			expect.arrayContaining([
				{ number: from, text },
				{ number: other, text },
			]),
		);
	});

	it('stores a STOP by SMS once, and leaves the person out from then on', async () => {
		await at.harness.run(readExample(name), start);
		const served = await at.harness.serve(readExample(name), smsTrigger);
		await at.harness.configure({ incomingSmsUrl: served.url });
		await at.harness.receive({ from, text: 'STOP' });
		await at.harness.execution(served, 0);
		await at.harness.receive({ from, text: 'Stop svp' });
		await at.harness.execution(served, 1);
		await at.harness.receive({ from: other, text: 'Thank you' });
		expect(at.tables.rows(table)).toEqual([
			{ phone: from, channel: 'sms', text: 'Stop svp', since: expect.stringMatching(/^\d{4}-/) },
		]);
		const result = await at.harness.run(readExample(name), start);
		expect(jsonOf(result, 'Send to the others')).toEqual([
			expect.objectContaining({ outcome: 'excluded', excluded: [from] }),
			expect.objectContaining({ accepted: true, to: [other] }),
		]);
		expect(await numbers()).toEqual([from, other, other]);
	});

	it('sends to each person once, however many have opted out', async () => {
		await at.harness.run(readExample(name), start);
		const served = await at.harness.serve(readExample(name), smsTrigger);
		await at.harness.configure({ incomingSmsUrl: served.url });
		for (const [index, stranger] of ['+33600123470', '+33600123471', '+33600123472'].entries()) {
			await at.harness.receive({ from: stranger, text: 'STOP' });
			await at.harness.execution(served, index);
		}
		expect(at.tables.rows(table)).toHaveLength(3);
		await at.harness.run(readExample(name), start);
		expect(await numbers()).toEqual([from, from, other, other]);
	});

	it('sends to nobody twice, and reads the table again, when it is run again after an error', async () => {
		await at.run();
		const first = await numbers();
		const key = '"deduplicationKey": "={{ $json.phone + \' 27 November\' }}", "excludedRecipients"';
		const keyed = readExample(name, { '"excludedRecipients"': key });
		await at.harness.break({ ...refusing('sms.message.send', 503, 3), match: { dest: other.slice(1) } });
		expect((await at.harness.run(keyed, start)).status).toBe('error');
		expect(await numbers()).toEqual([...first, from].sort());
		await at.harness.break();
		at.tables.restore(table, { phone: other });
		const { status } = await at.harness.run(keyed, start);
		expect({ status, numbers: await numbers() }).toEqual({
			status: 'success',
			numbers: [...first, from].sort(),
		});
	});

	it('sends to all others although SMSBOX rejects one number, in the first run', async () => {
		const keyed = readExample(name, {
			'"excludedRecipients"': '"deduplicationKey": "={{ $json.phone }}", "excludedRecipients"',
			'"rows\\": [': '"rows\\": [ { \\"phone\\": \\"+33600123458\\" },',
		});
		await at.harness.break({
			on: 'request',
			kind: 'body',
			body: 'ERROR',
			times: 0,
			match: { dest: third.slice(1) },
		});
		for (let run = 0; run < 2; run += 1) {
			const result = await at.harness.run(keyed, start);
			expect(result.error?.message).toMatch(/^Rows with an error: 1, .*Rejected/);
			expect(await numbers()).toEqual([from, other]);
		}
	});

	it.each(['36180', 'AMAZON'])(
		'stores no STOP of %s, which no send could compare with its recipients',
		async (sender) => {
			await at.harness.run(readExample(name), start);
			const served = await at.harness.serve(readExample(name), smsTrigger);
			await fetch(`${served.url}?numero=${sender}&message=STOP&ts=1705326600&reference=1`);
			expect((await at.harness.execution(served, 0)).status).toBe('success');
			const { status } = await at.harness.run(readExample(name), start);
			expect({ status, rows: at.tables.rows(table) }).toEqual({ status: 'success', rows: [] });
		},
	);

	it('stores opt-outs by WhatsApp and by RCS, and nothing else', async () => {
		await at.harness.run(readExample(name), start);
		const whatsApp = await at.harness.serve(readExample(name), wabaTrigger);
		const rcs = await at.harness.serve(readExample(name), rcsTrigger);
		await at.harness.configure({ wabaWebhookUrl: whatsApp.url, rcsWebhookUrl: rcs.url });
		await at.harness.receiveByWhatsApp({ from, type: 'text', text: 'Arrêt' });
		await at.harness.receiveByWhatsApp({ from: other, type: 'text', text: "Don't stop" });
		await at.harness.receiveByRcs({ from: other, type: 'text', text: 'unsubscribe' });
		await at.harness.receiveByRcs({ from: third, type: 'action', text: 'STOP', postbackData: 'stop' });
		for (const result of [
			await at.harness.execution(whatsApp, 0),
			await at.harness.execution(whatsApp, 1),
			await at.harness.execution(rcs, 0),
			await at.harness.execution(rcs, 1),
		])
			expect(result.status).toBe('success');
		expect(at.tables.rows(table)).toEqual([
			expect.objectContaining({ phone: from, channel: 'waba', text: 'Arrêt' }),
			expect.objectContaining({ phone: other, channel: 'rcs', text: 'unsubscribe' }),
			expect.objectContaining({ phone: third, channel: 'rcs', text: 'STOP' }),
		]);
	});
});
