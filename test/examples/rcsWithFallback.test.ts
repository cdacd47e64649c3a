import { jsonOf } from '../support/engine';
import type { Fault } from './exampleHarness';
import {
	allByRcs,
	asked,
	camille,
	everybody,
	failed,
	fallbackHarness,
	ines,
	jean,
	name,
	noneByRcs,
	table,
	told,
} from './fallbackHarness';
import { answering, cut, meaningless, perhaps, perhapsReference, refusing, reportedTwice } from './faults';
import { setUpExample } from './setUpExample';
import { waitOnClock } from './waitOnClock';

describe('the example "RCS, with WhatsApp or SMS where it cannot be shown"', () => {
	const at = fallbackHarness();
	const { phones, tellAll, pass, arrived } = at;
	const smsAsked = async () => (await at.harness.asked()).filter((operation) => operation === asked.sms);

	it('tells everybody by RCS whose phone can show it, and keeps what was sent', async () => {
		await tellAll();
		expect(await arrived()).toEqual(allByRcs);
		const action = {
			text: 'Follow my parcel',
			postbackData: '{"order":"A-1001"}',
			openUrlAction: { url: 'https://example.com/orders/A-1001' },
		};
		const [sent] = await at.harness.sentByRcs();
		expect(sent?.content).toMatchObject({ suggestions: [{ action }] });
		const references = await at.harness.references('rcs');
		expect(at.tables.rows(table)).toEqual(
			told(...everybody).map(({ number: phone, text }, index) => {
				const [order, reference] = [`A-100${index + 1}`, references[index]];
				return { order, phone, text, channel: 'rcs', accepted: 'rcs', reference };
			}),
		);
		expect(at.served.executions).toEqual([]);
	});

	it('tells the others by WhatsApp, if they wrote there today, or by SMS, and nobody in a second run', async () => {
		await phones('unreachable', jean, ines);
		for (let run = 0; run < 2; run += 1) {
			await tellAll();
			expect(await arrived()).toEqual({ ...noneByRcs, rcs: told(camille), sms: told(ines) });
		}
	});

	it('tells those who opted out by no other channel', async () => {
		const opening = '"validityPeriod": 240\n\t\t\t\t},\n\t\t\t\t"safetyOptions": {';
		const result = await at.run({ [opening]: `${opening} "excludedRecipients": "${camille},${jean}",` });
		await pass(60);
		expect(await arrived()).toEqual({ rcs: told(ines), whatsApp: [], sms: [] });
		const why = 'This person gets no message: see Excluded Recipients';
		expect(jsonOf(result, 'To be checked')).toMatchObject([{ why }, { why }]);
	});

	const unknownWords = (submitted: string) => ({
		response: { response_code: '200', response_desc: 'Request successfully processed.' },
		recipients: [{ submitted, rewrited: submitted.slice(1), state: 'SUCCESS', reason_code: 'PERHAPS' }],
	});
	it.each([
		['in words that nobody knows', answering(asked.check, unknownWords(camille))],
		['of another number only', answering(asked.check, unknownWords('+33600123499'))],
		['not at all', refusing(asked.check, 400, 1)],
		['by a cut connection', cut(asked.check, 'cut-mid')],
	])('takes no answer of the check for a yes when it comes %s', async (_how, fault) => {
		await tellAll(fault);
		expect(await arrived()).toEqual({ rcs: told(jean, ines), whatsApp: [], sms: told(camille) });
	});

	it.each(['A 1001', 'n° 12/3', '#1001', '10%', '12?3'])('links to the order "%s"', async (order) => {
		await at.run({ 'A-1001': order });
		await at.run({ 'A-1001': order });
		const [first, ...others] = await at.harness.sentByRcs();
		expect(others).toHaveLength(2);
		expect(JSON.stringify(first)).toContain(`https://example.com/orders/${encodeURIComponent(order)}"`);
	});

	/** An order whose button is too long for RCS. */
	const longButton = { '"text": "Follow my parcel"': '"text": "Follow my parcel on its long way"' };
	const allBySms = { rcs: [], whatsApp: [], sms: told(...everybody) };

	const whatsAppRefuses = refusing(asked.whatsApp, 402);
	it.each<[string, object, Record<string, string>, Fault[], string[]]>([
		['RCS did not take the message', noneByRcs, {}, [refusing(asked.rcs)], []],
		['the check failed', noneByRcs, {}, [refusing(asked.check)], []],
		['RCS cannot show the message', noneByRcs, longButton, [], []],
		['RCS and WhatsApp did not take it', allBySms, {}, [refusing(asked.rcs, 402), whatsAppRefuses], []],
		['no phone has RCS and WhatsApp did not take it', allBySms, {}, [whatsAppRefuses], everybody],
	])('goes to the next channel where %s, and to no other one later', async (...row) => {
		const [, expected, edits, faults, unreachable] = row;
		await phones('unreachable', ...unreachable);
		await at.harness.break(...faults);
		await at.run(edits);
		await pass(60);
		const before = await arrived();
		const sms = [...before.sms].sort((one, other) => one.number.localeCompare(other.number));
		expect({ ...before, sms }).toEqual(expected);
		await phones('reachable', ...unreachable);
		await at.harness.break();
		const result = await at.run(edits);
		await pass(60);
		expect(jsonOf(result, 'Still open?')).toEqual([]);
		expect(await arrived()).toEqual(before);
	});

	it('goes to no other channel for an order that may have been sent before', async () => {
		await tellAll(cut(asked.rcs));
		const result = await at.run(longButton);
		expect(jsonOf(result, 'To be checked')).toMatchObject([{ order: 'A-1001', channel: 'rcs' }]);
		expect(await arrived()).toEqual(allByRcs);
	});

	const limit = '"safetyOptions": { "allowedRecipients": "+33600123457, +33600123458",';
	it.each([
		['a wrong number', { '\\"+33600123456\\"': '\\"+3360012\\"' }],
		['a limit', { '"safetyOptions": {': limit }],
	])('tells nobody by any channel because of %s, and lists the order', async (_what, edits) => {
		const result = await at.run(edits);
		expect(jsonOf(result, 'To be checked')).toMatchObject([{ order: 'A-1001' }]);
		expect(await arrived()).toEqual({ rcs: told(jean, ines), whatsApp: [], sms: [] });
	});

	const mayBeSent: unknown = expect.stringMatching(/^May have been sent/);
	it.each([
		['there is no answer', cut(asked.rcs), mayBeSent],
		['the answer means nothing', meaningless(asked.rcs), mayBeSent],
		['the answer does not say', perhaps(asked.rcs, camille), expect.stringContaining('does not say')],
	])('sends nothing more where %s, and lists the order', async (_what, fault, why) => {
		const result = await tellAll(fault);
		expect(jsonOf(result, 'To be checked')).toEqual([{ order: 'A-1001', channel: 'rcs', why }]);
		expect(await arrived()).toEqual(allByRcs);
	});

	it('sends the SMS once a status says that what the service perhaps took has failed', async () => {
		await tellAll(perhaps(asked.rcs, camille));
		await at.harness.write('rcs', failed(perhapsReference));
		await pass(60);
		expect(await at.harness.sent()).toEqual(told(camille));
	});

	it('sends no SMS for a status without a reference, though a row has none either', async () => {
		await tellAll(cut(asked.rcs));
		expect(at.tables.rows(table)[0]).toMatchObject({ order: 'A-1001', reference: null });
		const result = await at.receive(failed(''));
		expect(jsonOf(result, 'RCS status')).toMatchObject([{ reference: null, to: camille }]);
		await pass(60);
		expect(await arrived()).toEqual(allByRcs);
	});

	it.each([
		['rejected by the phone', 'incompatible', 60],
		['failed on its way', 'failing', 60],
		['not delivered in four hours', 'expiring', 4 * 3_600],
	])('sends one SMS for a message that is %s', async (_what, state, seconds) => {
		await phones(state, camille);
		await tellAll(reportedTwice);
		await pass(seconds);
		expect(await arrived()).toEqual({ ...allByRcs, sms: told(camille) });
		expect(await smsAsked()).toHaveLength(1);
	});

	it('sends one SMS though a message fails once more, in other words', async () => {
		await phones('failing', camille);
		await tellAll();
		const [reference = ''] = await at.harness.references('rcs');
		await at.harness.changeStatus('rcs', reference, 'EXPIRED');
		expect(jsonOf(await at.started(1), 'Look up the message')).toEqual([]);
		expect(await at.harness.sent()).toEqual(told(camille));
		expect(await smsAsked()).toHaveLength(1);
	});

	it('sends no SMS for a message that it did not send, and none for a status that nobody knows', async () => {
		await tellAll();
		const [delayed = ''] = await at.harness.references('rcs');
		await at.harness.changeStatus('rcs', delayed, 'DELAYED');
		await at.harness.write('rcs', failed('+999999999999'));
		await pass(60);
		expect(at.served.executions).toHaveLength(2);
		expect(await at.harness.sent()).toEqual([]);
	});
});

describe('the example "RCS, with WhatsApp or SMS where it cannot be shown", with a long list', () => {
	/** What has happened once so many seconds have passed. */
	let pass: (seconds: number) => Promise<void>;
	const at = setUpExample(name, {
		published: 'rcs',
		nodes: () => waitOnClock(async (seconds) => await pass(seconds)),
	});

	it('sends the SMS for a message that fails a minute before its row is stored', async () => {
		pass = async (seconds) => {
			if (seconds > 60) await at.run();
		};
		await at.harness.break(perhaps(asked.rcs, camille));
		await at.receive(failed(perhapsReference));
		expect(await at.harness.sent()).toEqual(told(camille));
	});
});
