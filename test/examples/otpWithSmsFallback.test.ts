import { z } from 'zod';
import { jsonOf } from '../support/engine';
import { readExample, type Fault } from './exampleHarness';
import { perhaps, perhapsReference, refusing, setUpExample } from './setUpExample';
import { withoutPauses } from '../support/withoutPauses';

withoutPauses();

const name = 'otp-with-sms-fallback';
const otpAsked = 'waba.message.sendTemplate';
const smsAsked = 'sms.message.send';

/** The simulator's own numbers: their second digit from the left says what becomes of a message. */
const numbers = {
	read: '+99900123456',
	failed: '+99910123456',
	neverDelivered: '+99920123456',
	refused: '+99940123456',
	failedLate: '+99960123456',
};

describe('the example "one-time code by WhatsApp, by SMS if that fails"', () => {
	const at = setUpExample(name);

	/** Publishes the workflow for one number, runs its upper flow, and lets the statuses come. */
	async function codeFor(number: string, ...faults: Fault[]) {
		return await codeBy({ '+33600123456': number, '"amount": 5': '"amount": 0' }, ...faults);
	}

	/** SMSBOX reports that a message has failed. */
	async function tellFailure(which: { reference?: number }, to: string) {
		const response = await fetch(at.served.url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				wabaId: '100100100100100',
				phoneId: '200200200200200',
				requestProd: 'WABA',
				requestType: 'status_update',
				...which,
				data: { id: 'wamid.cGVyaGFwcw==', status: 'failed', timestamp: '1719576000', recipient_id: to },
			}),
		});
		expect(await response.text()).toBe('OK');
		await at.started();
	}

	async function codeBy(edits: Record<string, string>, ...faults: Fault[]) {
		await at.publish(readExample(name, edits), 'waba');
		if (faults.length > 0) await at.harness.break(...faults);
		const result = await at.harness.run(readExample(name, edits), 'Run by hand');
		// An unknown outcome is to be seen in the list of executions.
		const isUnknown = 'Outcome unknown' in result.data;
		expect(result.status).toBe(isUnknown ? 'error' : 'success');
		const code = z.string().parse(jsonOf(result, 'Create the code')[0]?.['code']);
		await at.pass(60);
		return { result, code };
	}

	it('sends nothing to a person who opted out', async () => {
		const excluded = { '"options": {}': '"safetyOptions": { "excludedRecipients": "+33600123456" }' };
		await codeBy({ ...excluded, '"amount": 5': '"amount": 0' });
		expect(at.tables.rows('smsbox_codes')).toMatchObject([{ reference: null }]);
		await tellFailure({}, '+33600123456');
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
		expect(await at.harness.sent()).toEqual([]);
	});

	const sms = (number: string, code: string) => ({
		number,
		text: `${code} is your code. Do not share it with anyone.`,
	});

	it('sends the code by SMS where the workflow with the URL passes the status on', async () => {
		const workflow = readExample(name, { '"amount": 5': '"amount": 0' });
		const { data } = await at.harness.run(workflow, 'Run by hand');
		expect(data).toHaveProperty('Store the code');
		const [row] = at.tables.rows('smsbox_codes');
		const event = {
			channel: 'waba',
			event: 'status_update',
			eventId: '0123456789abcdef0123456789abcdef',
			to: '+33600123456',
			reference: z.string().parse(row?.['reference']),
			status: { code: 'failed', name: 'Failed', final: true, delivered: false },
		};
		await at.harness.run(workflow, 'Called by your login', [{ json: event }]);
		expect(await at.harness.sent()).toEqual([sms('+33600123456', z.string().parse(row?.['code']))]);
		expect(at.tables.rows('smsbox_codes')).toHaveLength(1);
	});

	it('sends a code of six digits by the template, and keeps it with its reference', async () => {
		const { code } = await codeFor(numbers.read);
		expect(code).toMatch(/^\d{6}$/);
		const parameters = [{ type: 'text', text: code }];
		expect(await at.harness.sentByWhatsApp()).toEqual([
			{
				number: numbers.read,
				content: {
					type: 'template',
					template: {
						name: 'login_code',
						language: { code: 'en_US' },
						components: [
							{ type: 'body', parameters },
							{ type: 'button', sub_type: 'url', index: '0', parameters },
						],
					},
				},
			},
		]);
		const [reference] = await at.harness.references();
		expect(at.tables.rows('smsbox_codes')).toEqual([{ reference, phone: numbers.read, code }]);
	});

	it.each([
		['is read', numbers.read],
		['is on its way for ever: it may still arrive', numbers.neverDelivered],
	])('sends no SMS when the message %s', async (_what, number) => {
		await codeFor(number);
		expect(at.served.executions).toEqual([]);
		expect(await at.harness.sent()).toEqual([]);
		expect(await at.harness.asked()).toEqual([otpAsked]);
	});

	it.each([
		['at once', numbers.failed],
		['on its way', numbers.failedLate],
	])('sends the same code by SMS, once, when the message fails %s', async (_when, number) => {
		const { code } = await codeFor(number);
		await at.started();
		expect(await at.harness.sent()).toEqual([sms(number, code)]);
		expect(await at.harness.asked()).toEqual([otpAsked, smsAsked]);
		const [fields] = await at.harness.sendFields();
		expect(fields).toMatchObject({ strategy: '2', callback: '0', uniq_period: '1' });
	});

	it('sends one SMS when the failure is told twice', async () => {
		const { code } = await codeFor(numbers.failed, { on: 'callback', kind: 'duplicate', times: 0 });
		expect(at.served.executions).toHaveLength(1);
		expect(await at.harness.sent()).toEqual([sms(numbers.failed, code)]);
	});

	it('lets one SMS arrive when the message fails once more, as another event', async () => {
		const { code } = await codeFor(numbers.failed);
		const [reference = ''] = await at.harness.references();
		await at.harness.changeStatus(reference, 'failed');
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
		await at.harness.break({ on: 'request', kind: 'cut-after', times: 1, match: { operation: smsAsked } });
		const result = await at.harness.run(
			readExample(name, { '+33600123456': numbers.refused }),
			'Run by hand',
		);
		expect(result).toMatchObject({
			status: 'error',
			error: { message: expect.stringMatching(/^May have been sent/) },
		});
		expect(result.data).not.toHaveProperty('Not sent by SMS');
		expect(at.tables.rows('smsbox_codes')).toHaveLength(1);
		expect(await at.harness.sent()).toHaveLength(1);
	});

	it('sends the SMS at once when the number is refused in the answer', async () => {
		const { result, code } = await codeFor(numbers.refused);
		expect(jsonOf(result, 'Send by WhatsApp')).toMatchObject([{ accepted: false }]);
		expect(await at.harness.sent()).toEqual([sms(numbers.refused, code)]);
		expect(at.tables.rows('smsbox_codes')).toMatchObject([{ code, reference: null }]);
	});

	it('sends the SMS at once when the service refuses the message', async () => {
		const { code } = await codeFor(numbers.read, refusing(otpAsked, 503, 3));
		expect(await at.harness.sent()).toEqual([sms(numbers.read, code)]);
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
	});

	it.each<[string, Omit<Fault, 'on'>]>([
		['there is no answer', { kind: 'cut-after' }],
		[
			'the answer means nothing',
			{ kind: 'body', body: '<html>Gateway</html>', contentType: 'text/html', accepted: true },
		],
	])('sends no SMS when %s, not even when the message then fails', async (_what, fault) => {
		const { result } = await codeFor(numbers.failed, {
			on: 'request',
			...fault,
			match: { operation: otpAsked },
		});
		expect(jsonOf(result, 'Outcome unknown')).toEqual([
			{ phone: numbers.failed, why: expect.stringMatching(/^May have been sent/) },
		]);
		await at.started();
		expect(await at.harness.sent()).toEqual([]);
		expect(await at.harness.asked()).toEqual([otpAsked]);
	});

	describe('when the service does not say whether it took the message', () => {
		const reference = perhapsReference;
		const phone = numbers.neverDelivered;
		const unsure = perhaps(otpAsked, phone);

		it('sends no SMS, and keeps the code', async () => {
			const { result, code } = await codeFor(phone, unsure);
			expect(jsonOf(result, 'Send by WhatsApp')).toMatchObject([{ accepted: null }]);
			expect(await at.harness.sent()).toEqual([]);
			expect(at.tables.rows('smsbox_codes')).toEqual([{ reference, phone, code }]);
		});

		it('sends the SMS when a status says that the message failed', async () => {
			const { code } = await codeFor(phone, unsure);
			await tellFailure({ reference: Number(reference) }, phone);
			expect(await at.harness.sent()).toEqual([sms(phone, code)]);
		});
	});

	it.each([
		['the number is no number', '+33600123456', '0600123456', /^To: /],
		['the WABA ID is missing', '"value": "100100100100100"', '"value": ""', /^WABA ID/],
		['the WABA ID has a blank in it', '100100100100100', '100100 100100100', /^WABA ID/],
	])('ends with the error, and sends no SMS, where %s', async (_what, right, wrong, why) => {
		const result = await at.harness.run(readExample(name, { [right]: wrong }), 'Run by hand');
		expect(result).toMatchObject({ status: 'error', error: { message: expect.stringMatching(why) } });
		expect(at.tables.rows('smsbox_codes')).toHaveLength(1);
		expect(await at.harness.asked()).toEqual([]);
	});

	it('sends a code to each person of a call', async () => {
		const people = [numbers.read, numbers.neverDelivered];
		const calls = people.map((phone) => ({ json: { phone } }));
		const { status } = await at.harness.run(readExample(name), 'Called by your login', calls);
		expect(status).toBe('success');
		expect((await at.harness.sentByWhatsApp()).map(({ number }) => number)).toEqual(people);
		expect(at.tables.rows('smsbox_codes').map(({ phone }) => phone)).toEqual(people);
	});

	it.each([{}, { phone: '' }, { Phone: numbers.read }])(
		'sends nothing, and fails, when called with %j',
		async (json) => {
			const { status } = await at.harness.run(readExample(name), 'Called by your login', [{ json }]);
			expect({ status, asked: await at.harness.asked() }).toEqual({ status: 'error', asked: [] });
		},
	);

	it('sends no code that is older than ten minutes', async () => {
		at.tables.makeOld(11);
		await codeFor(numbers.failed);
		const result = await at.started();
		expect(jsonOf(result, 'Look up the code')).toEqual([]);
		expect(await at.harness.sent()).toEqual([]);
	});

	it('sends one that is almost ten minutes old', async () => {
		at.tables.makeOld(9);
		await codeFor(numbers.failed);
		await at.started();
		expect(await at.harness.sent()).toMatchObject([{ number: numbers.failed }]);
	});

	it('takes no new status for a failure', async () => {
		await codeFor(numbers.neverDelivered);
		const [reference = ''] = await at.harness.references();
		await at.harness.changeStatus(reference, 'delayed');
		const result = await at.harness.execution(at.served);
		expect(jsonOf(result, 'WhatsApp status')).toMatchObject([{ status: { code: 'delayed' } }]);
		expect(await at.harness.sent()).toEqual([]);
	});
});
