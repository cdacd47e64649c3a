import { z } from 'zod';
import { jsonOf } from '../support/engine';
import type { Fault } from './exampleHarness';
import { cut, meaningless, perhaps, perhapsReference, refusing, reportedTwice } from './faults';
import { eventId, setUpExample } from './setUpExample';

const login = 'Called by your login';
const otpAsked = 'waba.message.sendTemplate';
const smsAsked = 'sms.message.send';
const sample = '+33600123456';

/** The simulator's own numbers: their second digit from the left says what becomes of a message. */
const numbers = {
	read: '+99900123456',
	failed: '+99910123456',
	neverDelivered: '+99920123456',
	refused: '+99940123456',
	failedLate: '+99960123456',
};

const sms = (number: string, code: unknown) => ({
	number,
	text: `${String(code)} is your code. Do not share it with anyone.`,
});

describe('the example "one-time code by WhatsApp, by SMS if that fails"', () => {
	const at = setUpExample('otp-with-sms-fallback', { edits: { '"amount": 5': '"amount": 0' } });
	const codes = () => at.tables.rows('smsbox_codes');

	/** Publishes the workflow for one number, runs its upper flow, and lets the statuses come. */
	async function codeFor(number: string, ...faults: Fault[]) {
		await at.publish('waba');
		if (faults.length > 0) await at.harness.break(...faults);
		const result = await at.attempt({ [sample]: number });
		// An unknown outcome is to be seen in the list of executions.
		const isUnknown = 'Outcome unknown' in result.data;
		expect(result.status).toBe(isUnknown ? 'error' : 'success');
		const code = z.string().parse(jsonOf(result, 'Create the code')[0]?.['code']);
		await at.pass(60);
		return { result, code };
	}

	/** SMSBOX reports that a message has failed. */
	async function tellFailure(which: { reference?: number }, to: string) {
		await at.post({
			wabaId: '100100100100100',
			phoneId: '200200200200200',
			requestProd: 'WABA',
			requestType: 'status_update',
			...which,
			data: { id: 'wamid.cGVyaGFwcw==', status: 'failed', timestamp: '1719576000', recipient_id: to },
		});
		await at.started();
	}

	it.each([`${sample}, +33600123457`, `${sample};+33600123457`, `${sample}\n+33600123457`])(
		'sends no code to two people: %j',
		async (phone) => {
			const { error } = await at.fail({}, login, { phone });
			expect(error?.message).toBe('A code is for one person: enter one number in phone.');
			expect(await at.harness.asked()).toEqual([]);
			expect(codes()).toEqual([]);
		},
	);

	it('sends nothing to a person who opted out', async () => {
		await at.publish('waba');
		await at.run({ '"options": {}': `"safetyOptions": { "excludedRecipients": "${sample}" }` });
		expect(codes()).toMatchObject([{ reference: null }]);
		await tellFailure({}, sample);
		expect(await at.harness.asked()).toEqual([]);
	});

	it('sends the code by SMS where the workflow with the URL passes the status on', async () => {
		const { data } = await at.run();
		expect(data).toHaveProperty('Store the code');
		const [row] = codes();
		const reference = z.string().parse(row?.['reference']);
		const status = { code: 'failed', name: 'Failed', final: true, delivered: false };
		const event = { channel: 'waba', event: 'status_update', eventId, to: sample, reference, status };
		await at.run({}, login, event);
		expect(await at.harness.sent()).toEqual([sms(sample, row?.['code'])]);
		expect(codes()).toHaveLength(1);
	});

	it('sends a code of six digits by the template, and keeps it with its reference', async () => {
		const { code } = await codeFor(numbers.read);
		expect(code).toMatch(/^\d{6}$/);
		const parameters = [{ type: 'text', text: code }];
		const button = { type: 'button', sub_type: 'url', index: '0', parameters };
		const components = [{ type: 'body', parameters }, button];
		const template = { name: 'login_code', language: { code: 'en_US' }, components };
		expect(await at.harness.sentByWhatsApp()).toEqual([
			{ number: numbers.read, content: { type: 'template', template } },
		]);
		const [reference] = await at.harness.references();
		expect(codes()).toEqual([{ reference, phone: numbers.read, code }]);
	});

	it.each([
		['is read', numbers.read],
		['is on its way for ever: it may still arrive', numbers.neverDelivered],
	])('sends no SMS when the message %s', async (_what, number) => {
		await codeFor(number);
		expect(at.served.executions).toEqual([]);
		expect(await at.harness.asked()).toEqual([otpAsked]);
	});

	it.each([
		['at once', numbers.failed, []],
		['on its way', numbers.failedLate, []],
		['and that is told twice', numbers.failed, [reportedTwice]],
	])('sends the same code by SMS, once, when the message fails %s', async (_when, number, faults) => {
		const { code } = await codeFor(number, ...faults);
		await at.started();
		expect(at.served.executions).toHaveLength(1);
		expect(await at.harness.sent()).toEqual([sms(number, code)]);
		expect(await at.harness.asked()).toEqual([otpAsked, smsAsked]);
		const [fields] = await at.harness.sendFields();
		expect(fields).toMatchObject({ strategy: '2', callback: '0', uniq_period: '1' });
	});

	it('lets one SMS arrive when the message fails once more, as another event', async () => {
		const { code } = await codeFor(numbers.failed);
		const [reference = ''] = await at.harness.references();
		await at.harness.changeStatus('waba', reference, 'failed');
		const result = await at.started(1);
		expect(jsonOf(result, 'Send by SMS')).toMatchObject([{ alreadySent: true }]);
		expect(result.data).not.toHaveProperty('Not sent by SMS');
		expect(await at.harness.sent()).toEqual([sms(numbers.failed, code)]);
	});

	it('says that no SMS was sent where SMSBOX rejects it', async () => {
		const { result } = await codeFor(numbers.refused, refusing(smsAsked));
		expect(jsonOf(result, 'Not sent by SMS')).toEqual([{ why: expect.stringMatching(/^Rejected/) }]);
		expect(await at.harness.sent()).toEqual([]);
	});

	it('fails, and does not say that no SMS was sent, where the SMS arrived without an answer', async () => {
		await at.harness.break(cut(smsAsked));
		const { data, error } = await at.fail({ [sample]: numbers.refused });
		expect(error).toMatchObject({ message: expect.stringMatching(/^May have been sent/) });
		expect(data).not.toHaveProperty('Not sent by SMS');
		expect([codes().length, (await at.harness.sent()).length]).toEqual([1, 1]);
	});

	it.each([
		['the number is refused in the answer', numbers.refused, [], [{ accepted: false }]],
		['the service refuses the message', numbers.read, [refusing(otpAsked, 503, 3)], []],
	])('sends the SMS at once, and keeps the code, when %s', async (_what, phone, faults, answers) => {
		const { result, code } = await codeFor(phone, ...faults);
		expect(jsonOf(result, 'Send by WhatsApp')).toMatchObject(answers);
		expect(await at.harness.sent()).toEqual([sms(phone, code)]);
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
		expect(codes()).toEqual([{ phone, code, reference: null }]);
	});

	it.each([
		['there is no answer', cut(otpAsked)],
		['the answer means nothing', meaningless(otpAsked)],
	])('keeps the code and sends no SMS when %s, not even after a failure', async (_what, fault) => {
		const phone = numbers.failed;
		const { result, code } = await codeFor(phone, fault);
		const why: unknown = expect.stringMatching(/^May have been sent/);
		expect(jsonOf(result, 'Outcome unknown')).toEqual([{ phone, why }]);
		await at.started();
		expect(await at.harness.asked()).toEqual([otpAsked]);
		expect(codes()).toEqual([{ phone, code, reference: null }]);
	});

	it('sends no SMS when the service does not say whether it took the message, until a status says no', async () => {
		const phone = numbers.neverDelivered;
		const { result, code } = await codeFor(phone, perhaps(otpAsked, phone));
		expect(jsonOf(result, 'Send by WhatsApp')).toMatchObject([{ accepted: null }]);
		expect(await at.harness.sent()).toEqual([]);
		expect(codes()).toEqual([{ reference: perhapsReference, phone, code }]);
		await tellFailure({ reference: Number(perhapsReference) }, phone);
		expect(await at.harness.sent()).toEqual([sms(phone, code)]);
	});

	it.each([
		['the number is no number', sample, '0600123456', /^To: /],
		['the WABA ID is missing', '"value": "100100100100100"', '"value": ""', /^WABA ID/],
		['the WABA ID has a blank in it', '100100100100100', '100100 100100100', /^WABA ID/],
	])('ends with the error, and sends no SMS, where %s', async (_what, right, wrong, why) => {
		const { error } = await at.fail({ [right]: wrong });
		expect(error).toMatchObject({ message: expect.stringMatching(why) });
		expect(codes()).toHaveLength(1);
		expect(await at.harness.asked()).toEqual([]);
	});

	it('sends a code to each person of a call', async () => {
		const people = [numbers.read, numbers.neverDelivered];
		await at.run({}, login, ...people.map((phone) => ({ phone })));
		expect(await at.harness.recipients('waba')).toEqual(people);
		expect(codes().map(({ phone }) => phone)).toEqual(people);
	});

	const person = { phone: numbers.read };
	const event = { channel: 'waba', event: 'incoming_message', eventId, from: sample, chatInput: 'My code?' };
	const status = { ...event, event: 'status_update', status: { code: 'delivered' } };
	it.each([
		['a row of a table with such a column', { eventId: 'concert-12' }],
		['a message by WhatsApp', event],
		['a message by RCS', { ...event, channel: 'rcs' }],
	])('sends a code to the person of a call that has an eventId, of %s', async (_what, json) => {
		await at.run({}, login, { ...json, ...person });
		expect(await at.harness.recipients('waba')).toEqual([numbers.read]);
	});

	it.each([
		['a message', event],
		['another status', status],
		// Each code has statuses: codes for them would never end.
		['another status, with a phone beside it', { ...status, ...person }],
	])('sends nothing, and ends well, where the workflow with the URL passes on %s', async (_what, json) => {
		await at.run({}, login, json);
		expect(await at.harness.asked()).toEqual([]);
	});

	it.each([{}, { phone: '' }, { Phone: numbers.read }, { eventId, Phone: numbers.read }])(
		'sends nothing, and fails, when called with %j',
		async (json) => {
			await at.fail({}, login, json);
			expect(await at.harness.asked()).toEqual([]);
		},
	);

	it.each([
		[9, [{}], [numbers.failed]],
		[11, [], []],
	])('takes a code that is %i minutes old only within ten minutes', async (minutes, found, recipients) => {
		at.tables.makeOld(minutes);
		await codeFor(numbers.failed);
		expect(jsonOf(await at.started(), 'Look up the code')).toMatchObject(found);
		expect(await at.harness.recipients('sms')).toEqual(recipients);
	});

	it('takes no new status for a failure', async () => {
		await codeFor(numbers.neverDelivered);
		const [reference = ''] = await at.harness.references();
		await at.harness.changeStatus('waba', reference, 'delayed');
		expect(jsonOf(await at.started(), 'WhatsApp status')).toMatchObject([{ status: { code: 'delayed' } }]);
		expect(await at.harness.sent()).toEqual([]);
	});
});
