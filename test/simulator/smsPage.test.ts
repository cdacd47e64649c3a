import { asNode, openPage } from './pageSupport';
import { closeAll, control, list, onlyMessage, send, start } from './support';

afterEach(closeAll);

const page = openPage({ origin: 'http://localhost:4010' });

const show = (message: unknown) => asNode(page.get('sms/sms.js', 'smsBubble')(message));
const metaOf = (message: unknown): string | undefined => show(message).querySelector('.meta')?.textContent;

describe('an SMS on the page', () => {
	it('is text, whatever it looks like, and says what it is made of and what became of it', async () => {
		const simulator = await start();
		const text = '<img src=x onerror=alert(1)> é €';
		await send(simulator, { msg: text });
		const message = await onlyMessage(simulator);
		expect(show(message).querySelector('.text')?.children).toEqual([text]);
		expect(metaOf(message)).toBe('12:00:00 · 1 segment · GSM-7Unknown');
	});

	it('says that it was cut where its parts were too few for it', async () => {
		const simulator = await start();
		await send(simulator, { msg: 'x'.repeat(307), max_parts: 2 });
		expect(metaOf(await onlyMessage(simulator))).toBe('12:00:00 · 2 segments · GSM-7TruncatedUnknown');
	});

	it('says when it will leave where it waits', async () => {
		const simulator = await start();
		await send(simulator, { date: '14/01/2027', heure: '09:30' });
		expect(metaOf(await onlyMessage(simulator))).toBe(
			'for Thu 14 Jan, 09:30:00 · 1 segment · GSM-7Scheduled',
		);
	});

	it('has a warning if it left outside marketing hours', async () => {
		const simulator = await start({ startAt: new Date('2027-01-13T21:00:00Z') });
		await send(simulator, { msg: 'Marketing' });
		await send(simulator, { msg: 'Alert', strategy: 2 });
		await send(simulator, { msg: 'Later', date: '17/01/2027', heure: '12:00' });
		const badges = (await list(simulator, 'messages')).map(
			(message) => show(message).querySelector('.warning')?.textContent,
		);
		expect(badges).toEqual([
			'Would not have been delivered now: outside marketing hours',
			undefined,
			'Would not be delivered then: outside marketing hours',
		]);
	});

	it("shows n8n's terms beside the wire's in the inspector, and the rule it broke", async () => {
		const simulator = await start({ startAt: new Date('2027-01-13T21:00:00Z') });
		await send(simulator);
		await send(simulator, { mode: 'Reponse', strategy: 2, coding: 'unicode', msg: 'x'.repeat(71) });
		const [marketing, alert] = await list(simulator, 'messages');
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

	it('from a phone says in which charset and with which keyword it came', async () => {
		const simulator = await start();
		await control(simulator, 'POST incoming', { from: '33600123456', text: 'é €', keyword: 'SHOP' });
		expect(metaOf(await onlyMessage(simulator))).toBe('12:00:00 · UTF-8 · keyword SHOP');
	});
});
