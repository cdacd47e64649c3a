import { jsonOf } from '../support/engine';
import type { Fault } from './exampleHarness';
import {
	byWhatsApp,
	camille,
	checkAsked,
	everybody,
	fallbackHarness,
	ines,
	jean,
	rcsAsked,
	smsAsked,
	table,
	texts,
	told,
} from './fallbackHarness';
import { refusing } from './setUpExample';
import { perhaps, perhapsReference } from './setUpExample';
import { withoutPauses } from '../support/withoutPauses';

withoutPauses();

describe('the example "RCS, with WhatsApp or SMS where it cannot be shown"', () => {
	const at = fallbackHarness();
	const { phones, tellAll, tellAllBut, pass, arrived, asked } = at;

	it('tells everybody by RCS whose phone can show it, and keeps what was sent', async () => {
		await tellAll();
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: [] });
		const [sent] = await at.harness.sentByRcs();
		expect(sent?.content).toMatchObject({
			suggestions: [
				{
					action: {
						text: 'Follow my parcel',
						postbackData: '{"order":"A-1001"}',
						openUrlAction: { url: 'https://example.com/orders/A-1001' },
					},
				},
			],
		});
		const references = await at.harness.references('rcs');
		expect(at.tables.rows(table)).toEqual(
			everybody.map((phone, index) => ({
				order: `A-100${index + 1}`,
				phone,
				text: texts[phone],
				channel: 'rcs',
				accepted: 'rcs',
				reference: references[index],
			})),
		);
		expect(at.served.executions).toEqual([]);
	});

	it('tells the others by WhatsApp, if they wrote there today, or by SMS', async () => {
		await phones('unreachable', jean, ines);
		await tellAll();
		expect(await arrived()).toEqual({ rcs: told(camille), whatsApp: [byWhatsApp(jean)], sms: told(ines) });
	});

	it('tells those who opted out by no other channel', async () => {
		const result = await tellAllBut(camille, jean);
		expect(await arrived()).toEqual({ rcs: told(ines), whatsApp: [], sms: [] });
		const why = 'This person gets no message: see Excluded Recipients';
		expect(jsonOf(result, 'To be checked')).toMatchObject([{ why }, { why }]);
	});

	const unknownWords = JSON.stringify({
		response: { response_code: '200', response_desc: 'Request successfully processed.' },
		recipients: [
			{ submitted: camille, rewrited: camille.slice(1), state: 'SUCCESS', reason_code: 'PERHAPS' },
		],
	});
	const silence = unknownWords.replaceAll(camille, '+33600123499');

	it.each([
		['in words that nobody knows', { kind: 'body', body: unknownWords, contentType: 'application/json' }],
		['of another number only', { kind: 'body', body: silence, contentType: 'application/json' }],
		['not at all', { kind: 'refuse', status: 400 }],
		['by a cut connection', { kind: 'cut-mid' }],
	])('takes no answer of the check for a yes when it comes %s', async (_how, fault) => {
		await tellAll({ on: 'request', ...fault, times: 1, match: { operation: checkAsked } });
		expect(await arrived()).toEqual({ rcs: told(jean, ines), whatsApp: [], sms: told(camille) });
	});

	it('goes to the next channel when RCS surely did not take the message', async () => {
		await tellAll(refusing(rcsAsked));
		expect(await arrived()).toEqual({ rcs: [], whatsApp: [byWhatsApp(jean)], sms: told(camille, ines) });
	});

	it.each(['A 1001', 'n° 12/3', '#1001', '10%', '12?3'])(
		'tells of the order "%s", with its own link',
		async (order) => {
			await at.run({ 'A-1001': order });
			await at.run({ 'A-1001': order });
			const [first, ...others] = await at.harness.sentByRcs();
			expect(others).toHaveLength(2);
			expect(JSON.stringify(first)).toContain(`https://example.com/orders/${encodeURIComponent(order)}"`);
		},
	);

	/** An order whose button is too long for RCS. */
	const longButton = { '"text": "Follow my parcel"': '"text": "Follow my parcel on its long way"' };

	it('goes to the next channel when the message cannot be shown by RCS', async () => {
		await at.run(longButton);
		await at.run(longButton);
		expect(await arrived()).toEqual({ rcs: [], whatsApp: [byWhatsApp(jean)], sms: told(camille, ines) });
	});

	it('goes to no other channel for an order that may have been sent before', async () => {
		await tellAll({ on: 'request', kind: 'cut-after', times: 1, match: { operation: rcsAsked } });
		const result = await at.run(longButton);
		expect(jsonOf(result, 'To be checked')).toMatchObject([{ order: 'A-1001', channel: 'rcs' }]);
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: [] });
	});

	it.each([
		['a wrong number', { '\\"+33600123456\\"': '\\"+3360012\\"' }],
		[
			'a limit',
			{ '"safetyOptions": {': '"safetyOptions": { "allowedRecipients": "+33600123457, +33600123458",' },
		],
	])('tells nobody by any channel because of %s, and lists the order', async (_what, edits) => {
		const result = await at.run(edits);
		expect(jsonOf(result, 'To be checked')).toMatchObject([{ order: 'A-1001' }]);
		expect(await arrived()).toEqual({ rcs: told(jean, ines), whatsApp: [], sms: [] });
	});

	it('goes by SMS when WhatsApp surely did not take the message either', async () => {
		await tellAll(refusing(rcsAsked, 402), refusing('waba.message.sendText', 402));
		const { sms, ...others } = await arrived();
		expect(others).toEqual({ rcs: [], whatsApp: [] });
		expect(sms.map(({ number }) => number).sort()).toEqual(everybody);
	});

	it.each<[string, Omit<Fault, 'on'>]>([
		['there is no answer', { kind: 'cut-after' }],
		['the answer means nothing', { kind: 'body', body: '<html>', contentType: 'text/html', accepted: true }],
	])('sends nothing more to somebody of whom %s, and lists the order', async (_what, fault) => {
		const result = await tellAll({ on: 'request', ...fault, times: 1, match: { operation: rcsAsked } });
		expect(jsonOf(result, 'To be checked')).toEqual([
			{ order: 'A-1001', channel: 'rcs', why: expect.stringMatching(/^May have been sent/) },
		]);
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: [] });
	});

	it('sends nothing more to somebody of whom the service does not say whether it took the message', async () => {
		const result = await tellAll(perhaps(rcsAsked, camille));
		expect(jsonOf(result, 'To be checked')).toEqual([
			{ order: 'A-1001', channel: 'rcs', why: expect.stringContaining('does not say') },
		]);
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: [] });
	});

	it('sends the SMS once a status says that what the service perhaps took has failed', async () => {
		await tellAll(perhaps(rcsAsked, camille));
		const data = { type: 'event', eventType: 'FAILED', timestamp: '1719576000' };
		await at.harness.receiveByRcs({
			from: camille,
			requestType: 'status_update',
			reference: perhapsReference,
			data,
		});
		await pass(60);
		expect(await at.harness.sent()).toEqual(told(camille));
	});

	it('sends no SMS for a status without a reference, though a row has none either', async () => {
		await tellAll({ on: 'request', kind: 'cut-after', times: 1, match: { operation: rcsAsked } });
		expect(at.tables.rows(table)[0]).toMatchObject({ order: 'A-1001', reference: null });
		await at.harness.receiveByRcs({
			from: camille,
			requestType: 'status_update',
			reference: '',
			data: { type: 'event', eventType: 'FAILED', timestamp: '1719576000' },
		});
		const result = await at.harness.execution(at.served);
		expect(jsonOf(result, 'RCS status')).toMatchObject([{ reference: null, to: camille }]);
		await pass(60);
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: [] });
	});

	it.each([
		['rejected by the phone', 'incompatible', 60],
		['failed on its way', 'failing', 60],
		['not delivered in four hours', 'expiring', 4 * 3_600],
	])('sends one SMS for a message that is %s', async (_what, state, seconds) => {
		await phones(state, camille);
		await at.harness.break({ on: 'callback', kind: 'duplicate', times: 0 });
		await tellAll();
		await pass(seconds);
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: told(camille) });
		expect(await asked(smsAsked)).toBe(1);
	});

	it('sends one SMS though a message fails once more, in other words', async () => {
		await phones('failing', camille);
		await tellAll();
		const [failed = ''] = await at.harness.references('rcs');
		await at.harness.changeRcsStatus(failed, 'EXPIRED');
		const result = await at.harness.execution(at.served, 1);
		expect(jsonOf(result, 'Look up the message')).toEqual([]);
		expect(await at.harness.sent()).toEqual(told(camille));
		expect(await asked(smsAsked)).toBe(1);
	});

	it('sends no SMS for a message that it did not send, and none for a status that nobody knows', async () => {
		await tellAll();
		const [delayed = ''] = await at.harness.references('rcs');
		await at.harness.changeRcsStatus(delayed, 'DELAYED');
		const data = { type: 'event', eventType: 'FAILED', timestamp: '1719576000' };
		await at.harness.receiveByRcs({
			from: camille,
			requestType: 'status_update',
			reference: '+999999999999',
			data,
		});
		await pass(60);
		expect(at.served.executions).toHaveLength(2);
		expect(await at.harness.sent()).toEqual([]);
	});
});
