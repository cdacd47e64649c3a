import { jsonOf } from '../support/engine';
import { refusing, rejecting } from './faults';
import { setUpExample } from './setUpExample';

const table = 'smsbox_opt_outs';
const from = '+33600123456';
const other = '+33600123457';
const third = '+33600123458';
const text = 'The club is closed on Friday. Reply STOP to get no more messages.';
const options = '"excludedRecipients"';

describe('the example "opt-out list"', () => {
	const at = setUpExample('opt-out-list');
	const recipients = async (): Promise<string[]> => (await at.harness.recipients()).sort();

	it('sends to everyone while the table is empty', async () => {
		await at.run();
		expect(await recipients()).toEqual([from, other]);
		expect((await at.harness.sent()).map((sms) => sms.text)).toEqual([text, text]);
	});

	it('stores a STOP by SMS once, and leaves the person out from then on', async () => {
		await at.run();
		await at.publish('sms');
		await at.receive({ from, text: 'STOP' });
		await at.receive({ from, text: 'Stop svp' });
		await at.harness.write('sms', { from: other, text: 'Thank you' });
		expect(at.tables.rows(table)).toEqual([
			{ phone: from, channel: 'sms', text: 'Stop svp', since: expect.stringMatching(/^\d{4}-/) },
		]);
		expect(jsonOf(await at.run(), 'Send to the others')).toEqual([
			expect.objectContaining({ outcome: 'excluded', excluded: [from] }),
			expect.objectContaining({ accepted: true, to: [other] }),
		]);
		expect(await recipients()).toEqual([from, other, other]);
	});

	it('sends to each person once, however many have opted out', async () => {
		await at.run();
		await at.publish('sms');
		for (const stranger of ['+33600123470', '+33600123471', '+33600123472'])
			await at.receive({ from: stranger, text: 'STOP' });
		expect(at.tables.rows(table)).toHaveLength(3);
		await at.run();
		expect(await recipients()).toEqual([from, from, other, other]);
	});

	it('sends to nobody twice, and reads the table again, when it is run again after an error', async () => {
		await at.run();
		const first = await recipients();
		const keyed = { [options]: `"deduplicationKey": "={{ $json.phone + ' 27 November' }}", ${options}` };
		await at.harness.break({ ...refusing('sms.message.send', 503, 3), match: { dest: other.slice(1) } });
		await at.fail(keyed);
		expect(await recipients()).toEqual([...first, from].sort());
		await at.harness.break();
		at.tables.restore(table, { phone: other });
		await at.run(keyed);
		expect(await recipients()).toEqual([...first, from].sort());
	});

	it('sends to all others although SMSBOX rejects one number, in the first run', async () => {
		const keyed = {
			[options]: `"deduplicationKey": "={{ $json.phone }}", ${options}`,
			'"rows\\": [': `"rows\\": [ { \\"phone\\": \\"${third}\\" },`,
		};
		await at.harness.break(rejecting(third));
		for (let run = 0; run < 2; run += 1) {
			const { error } = await at.fail(keyed);
			expect(error?.message).toMatch(/^Rows with an error: 1, .*Rejected/);
			expect(await recipients()).toEqual([from, other]);
		}
	});

	/** No person has such a number: a short code, a name, a national number, and what anybody can make up. */
	const odd = ['36180', 'AMAZON', '3336180', '+3336180', '33700123456789', '123456789012345', '0600123456'];
	it.each(odd)('stores no STOP of %s, which no send could compare with its recipients', async (sender) => {
		await at.run();
		await at.publish('sms');
		await at.call(`numero=${encodeURIComponent(sender)}&message=STOP&ts=1705326600&reference=1&modem=36180`);
		await at.started();
		await at.run();
		expect(at.tables.rows(table)).toEqual([]);
		expect(await recipients()).toEqual([from, from, other, other]);
	});

	it('stores opt-outs by WhatsApp and by RCS, and nothing else', async () => {
		await at.run();
		await at.publish('waba');
		await at.receive({ from, type: 'text', text: 'Arrêt' });
		await at.receive({ from: other, type: 'text', text: "Don't stop" });
		await at.publish('rcs');
		await at.receive({ from: other, type: 'text', text: 'unsubscribe' });
		await at.receive({ from: third, type: 'action', text: 'STOP', postbackData: 'stop' });
		expect(at.tables.rows(table)).toEqual([
			expect.objectContaining({ phone: from, channel: 'waba', text: 'Arrêt' }),
			expect.objectContaining({ phone: other, channel: 'rcs', text: 'unsubscribe' }),
			expect.objectContaining({ phone: third, channel: 'rcs', text: 'STOP' }),
		]);
	});
});
