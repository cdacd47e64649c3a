import { jsonOf } from '../support/engine';
import type { ServedTrigger } from '../support/triggers';
import { DataTables } from './dataTables';
import { ExampleBed, rcsTrigger, readExample, type Fault } from './exampleBed';

const name = 'rcs-with-fallback';
const start = 'Run by hand';
const checkAsked = 'rcs.capability.check';
const rcsAsked = 'rcs.message.send';
const smsAsked = 'sms.message.send';

/** The three customers: the second one wrote by WhatsApp two hours ago, the third one three days ago. */
const [camille, jean, ines] = ['33600123456', '33600123457', '33600123458'] as const;
const everybody = [camille, jean, ines];
const texts: Readonly<Record<string, string>> = {
	[camille]: 'Hello Camille, your order A-1001 has left us and arrives tomorrow.',
	[jean]: 'Hello Jean, your order A-1002 has left us and arrives tomorrow.',
	[ines]: 'Hello Inès, your order A-1003 has left us and arrives tomorrow.',
};
const told = (...numbers: string[]) => numbers.map((number) => ({ number, text: texts[number] }));

describe('the example "RCS, with WhatsApp or SMS where it cannot be shown"', () => {
	let bed: ExampleBed;
	let tables: DataTables;
	let served: ServedTrigger;
	beforeEach(async () => {
		tables = new DataTables();
		bed = await ExampleBed.start({ nodes: tables.node });
		served = await bed.serve(readExample(name, { '"amount": 5': '"amount": 0' }), rcsTrigger);
		await bed.configure({ rcsWebhookUrl: served.url });
	});
	afterEach(async () => {
		const undeclared = await bed.undeclared();
		await bed.close();
		expect({ undeclared, errors: served.errors }).toEqual({ undeclared: [], errors: [] });
	});

	/** Some phones cannot show RCS, or lose what they are sent. */
	async function phones(state: string, ...numbers: string[]): Promise<void> {
		for (const number of numbers) await bed.setPhone(number, state);
	}

	/** Runs the upper flow, and lets the statuses come. */
	async function tellAll(...faults: Fault[]) {
		if (faults.length > 0) await bed.break(...faults);
		const result = await bed.run(readExample(name), start);
		expect(result.status).toBe('success');
		await pass(60);
		return result;
	}
	async function pass(seconds: number): Promise<void> {
		await bed.pass(seconds);
		await Promise.all(served.executions.map(async (started) => await started.result));
	}

	/** Who was told what, by which way. */
	const arrived = async () => ({
		rcs: (await bed.sentByRcs()).map(({ number, content }) => ({ number, text: content['text'] })),
		whatsApp: (await bed.sentByWhatsApp()).map(({ number, content }) => ({ number, content })),
		sms: await bed.sent(),
	});
	const byWhatsApp = (number: string) => ({
		number,
		content: { type: 'text', text: { body: texts[number], preview_url: false } },
	});
	const refusing = (operation: string, status = 503): Fault => ({
		on: 'request',
		kind: 'refuse',
		status,
		times: 0,
		match: { operation },
	});
	const asked = async (operation: string) => (await bed.asked()).filter((one) => one === operation).length;

	it('tells everybody by RCS whose phone can show it, and keeps what was sent', async () => {
		await tellAll();
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: [] });
		const [sent] = await bed.sentByRcs();
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
		const references = await bed.references('rcs');
		expect(tables.rows('smsbox_rcs_messages')).toEqual(
			everybody.map((phone, index) => ({
				reference: references[index],
				order: `A-100${index + 1}`,
				phone,
				text: texts[phone],
			})),
		);
		expect(served.executions).toEqual([]);
	});

	it('tells the others by WhatsApp, if they wrote there today, or by SMS', async () => {
		await phones('unreachable', jean, ines);
		await tellAll();
		expect(await arrived()).toEqual({ rcs: told(camille), whatsApp: [byWhatsApp(jean)], sms: told(ines) });
	});

	const unknownWords = JSON.stringify({
		response: { response_code: '200', response_desc: 'Request successfully processed.' },
		recipients: [{ submitted: `+${camille}`, rewrited: camille, state: 'SUCCESS', reason_code: 'PERHAPS' }],
	});
	const silence = unknownWords.replaceAll(camille, '33600123499');

	it.each([
		['in words that nobody knows', { kind: 'body', body: unknownWords, contentType: 'application/json' }],
		['of another number only', { kind: 'body', body: silence, contentType: 'application/json' }],
		['not at all', { kind: 'refuse', status: 503 }],
		['by a cut connection', { kind: 'cut-mid' }],
	])('takes no answer of the check for a yes when it comes %s', async (_how, fault) => {
		await tellAll({ on: 'request', ...fault, times: 1, match: { operation: checkAsked } });
		expect(await arrived()).toEqual({ rcs: told(jean, ines), whatsApp: [], sms: told(camille) });
	});

	it('goes the next way when RCS surely did not take the message', async () => {
		await tellAll(refusing(rcsAsked));
		expect(await arrived()).toEqual({ rcs: [], whatsApp: [byWhatsApp(jean)], sms: told(camille, ines) });
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
		expect(jsonOf(result, 'To be looked at')).toEqual([
			{ order: 'A-1001', why: expect.stringMatching(/^May have been sent/) },
		]);
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: [] });
	});

	it('sends nothing more to somebody of whom the service does not say whether it took the message', async () => {
		const reply = JSON.stringify({
			response: { response_code: '202', response_desc: 'Request successfully queued.' },
			reference: '123456789012',
			recipients: [{ submitted: camille, rewrited: camille, state: 'PERHAPS', reason_code: 'LATER' }],
		});
		const perhaps = { kind: 'body', body: reply, contentType: 'application/json', accepted: true };
		const result = await tellAll({ on: 'request', ...perhaps, times: 1, match: { operation: rcsAsked } });
		expect(jsonOf(result, 'To be looked at')).toEqual([
			{ order: 'A-1001', why: expect.stringContaining('does not say') },
		]);
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: [] });
	});

	it.each([
		['rejected by the phone', 'incompatible', 60],
		['failed on its way', 'failing', 60],
		['not delivered in four hours', 'expiring', 4 * 3_600],
	])('sends one SMS for a message that is %s', async (_what, state, seconds) => {
		await phones(state, camille);
		await bed.break({ on: 'callback', kind: 'duplicate', times: 0 });
		await tellAll();
		await pass(seconds);
		expect(await arrived()).toEqual({ rcs: told(...everybody), whatsApp: [], sms: told(camille) });
		expect(await asked(smsAsked)).toBe(1);
	});

	it('sends one SMS though a message fails once more, in other words', async () => {
		await phones('failing', camille);
		await tellAll();
		const [reference = ''] = await bed.references('rcs');
		await bed.changeRcsStatus(reference, 'EXPIRED');
		const result = await bed.execution(served, 1);
		expect(jsonOf(result, 'Send by SMS')).toEqual([{ alreadySent: true, sendOnlyOnce: 'A-1001-left' }]);
		expect(await asked(smsAsked)).toBe(1);
	});

	it('tells nobody again when it is run a second time', async () => {
		await phones('unreachable', jean, ines);
		await tellAll();
		const before = await arrived();
		await tellAll();
		expect(await arrived()).toEqual(before);
	});

	it('lists the order whose SMS was refused', async () => {
		await phones('unreachable', camille);
		const result = await tellAll(refusing(smsAsked));
		expect(jsonOf(result, 'SMS to be looked at')).toEqual([
			{ order: 'A-1001', why: expect.stringMatching(/^Refused/) },
		]);
	});

	it('sends no SMS for a message that it did not send, and none for a status that nobody knows', async () => {
		await tellAll();
		const [reference = ''] = await bed.references('rcs');
		await bed.changeRcsStatus(reference, 'DELAYED');
		const data = { type: 'event', eventType: 'FAILED', timestamp: '1719576000' };
		await bed.receiveByRcs({ from: camille, requestType: 'status_update', reference: '999999999999', data });
		await pass(60);
		expect(served.executions).toHaveLength(2);
		expect(await bed.sent()).toEqual([]);
	});
});
