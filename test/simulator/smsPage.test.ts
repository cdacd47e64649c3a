import { asNode, openLivePage, openPage } from './pageSupport';
import { control, eventually, list, onlyMessage, send, start } from './support';

const page = openPage({ origin: 'http://localhost:4010' });

const show = (message: unknown) => asNode(page.get('sms/sms.js', 'smsBubble')(message));
const warningOn = (message: unknown) => show(message).querySelector('.warning')?.textContent;
const metaOf = (message: unknown): string | undefined => show(message).querySelector('.meta')?.textContent;

describe('an SMS on the page', () => {
	it.each([
		['its segments and its status', { msg: 'é €' }, '12:00:00 · 1 segment · GSM-7Unknown'],
		[
			'that it was cut where its parts were too few for it',
			{ msg: 'x'.repeat(307), max_parts: 2 },
			'12:00:00 · 2 segments · GSM-7TruncatedUnknown',
		],
		[
			'when it will leave where it waits',
			{ date: '14/01/2027', heure: '09:30' },
			'for Thu 14 Jan, 09:30:00 · 1 segment · GSM-7Scheduled',
		],
	])('says %s', async (_what, values, meta) => {
		await send(values);
		expect(metaOf(await onlyMessage())).toBe(meta);
	});

	it('has a warning if it left outside marketing hours', async () => {
		await start({ startAt: new Date('2027-01-13T21:00:00Z') });
		await send({ msg: 'Marketing' });
		await send({ msg: 'Alert', strategy: 2 });
		await send({ msg: 'Later', date: '17/01/2027', heure: '12:00' });
		expect((await list('messages')).map(warningOn)).toEqual([
			'Would not have been delivered now: outside marketing hours',
			undefined,
			'Would not be delivered then: outside marketing hours',
		]);
	});

	it("shows n8n's terms beside the wire's in the inspector, and the rule it broke", async () => {
		await start({ startAt: new Date('2027-01-13T21:00:00Z') });
		await send();
		await send({ mode: 'Reponse', strategy: 2, coding: 'unicode', msg: 'x'.repeat(71) });
		const [marketing, alert] = await list('messages');
		const rowsOf = (message: unknown) => [
			page.get('sms/smsDetails.js', 'detailsOf')(message),
			page.get('phone/warnings.js', 'warningPairs')(message),
		];
		expect(rowsOf(marketing)).toEqual([
			[
				['Message Category', 'Marketing (no strategy)'],
				['Sender Type', 'Sender ID (mode Expert)'],
				['Segments', 1],
				['Encoding', 'GSM-7'],
			],
			[['Warning', expect.stringContaining('8:00 to 20:00 Paris time')]],
		]);
		expect(rowsOf(alert)).toEqual([
			[
				['Message Category', 'Alert or Notification (strategy 2)'],
				['Sender Type', 'Two-Way (mode Reponse)'],
				['Segments', 2],
				['Encoding', 'Unicode'],
			],
			[],
		]);
	});

	it('from a phone has a warning if no phone could have sent it', async () => {
		await send({ mode: 'Reponse' });
		await control('POST incoming', { from: '33600123456', text: 'Yes' });
		await control('POST incoming', { from: '33600123457', text: 'Yes' });
		const [, answer, other] = await list('messages');
		expect([answer, other].map(warningOn)).toEqual([
			undefined,
			'Would not have been received: no Two-Way SMS within 48 hours',
		]);
		expect(page.get('phone/warnings.js', 'warningPairs')(other)).toEqual([
			['Warning', expect.stringContaining('People can reply only to Two-Way SMS')],
		]);
	});

	it('that fails comes back into the field, before what was typed meanwhile', async () => {
		const offline = await openLivePage(() => Promise.reject(new Error('offline')));
		offline.get('sms/smsComposer.js', 'setUpSms')(offline.phone, () => '33600123456');
		const text = offline.part('sms-text');
		text.value = 'First';
		offline.part('sms-reply').fire('submit');
		text.value = 'Second';
		await eventually(() => expect(text.value).toBe('First\nSecond'));
	});

	it('from a phone says in which charset and with which keyword it came', async () => {
		await control('POST incoming', { from: '33600123456', text: 'é €', keyword: 'SHOP' });
		expect(metaOf(await onlyMessage())).toBe('12:00:00 · UTF-8 · keyword SHOP');
	});
});
