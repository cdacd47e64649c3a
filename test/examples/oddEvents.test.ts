/** What examples do with events at odd moments and from odd senders: nobody is left out, or told twice, because of them. */
import { setTimeout } from 'node:timers/promises';
import { dateInParis } from '../support/dateInParis';
import { jsonOf } from '../support/engine';
import { withoutPauses } from '../support/withoutPauses';
import { readExample } from './exampleHarness';
import { refusing, setUpExample } from './setUpExample';

withoutPauses();

const from = '+33600123456';
/** No person has such a number: a short code, a machine, a national number, and what anybody can make up. */
const odd = ['3336180', '+3336180', '33700123456789', '123456789012345', '0600123456'];
const stopOf = (number: string): string =>
	`numero=${encodeURIComponent(number)}&message=STOP&ts=1705326600&reference=1&modem=36180`;
const slow = (operation: string) => ({
	on: 'request' as const,
	kind: 'latency' as const,
	ms: 1_000,
	times: 0,
	match: { operation },
});

describe('the opt-out list', () => {
	const at = setUpExample('opt-out-list');

	it.each(odd)('is of use after a STOP of %s', async (number) => {
		await at.run();
		const { url } = await at.publish(readExample('opt-out-list'), 'sms');
		await fetch(`${url}?${stopOf(number)}`);
		await at.started(0);
		const again = await at.harness.run(readExample('opt-out-list'), 'Run by hand');
		expect([again.status, again.error?.message]).toEqual(['success', undefined]);
		expect(await at.harness.sent()).toHaveLength(4);
	});
});

describe('the appointment reminders', () => {
	const name = 'appointment-reminders';
	const at = setUpExample(name, { credential: { countryCode: '33' } });
	beforeEach(async () => {
		await at.publish(readExample(name), 'sms');
		await at.run({}, 'Try it');
	});
	const remind = async () => await at.harness.run(readExample(name), 'At 10 am and 4 pm');
	const rows = () => at.tables.rows('smsbox_rendez_vous');
	/** The first reply that comes in. */
	async function replied(): Promise<void> {
		const result = await at.harness.execution(at.served, 0);
		if (result.status === 'waiting') await at.expired(result);
	}

	it('go out after a STOP of a number that no person has', async () => {
		await fetch(`${at.served.url}?${stopOf('33700123456789')}`);
		await replied();
		await remind();
		expect(await at.harness.sent()).toHaveLength(1);
	});

	it('of two runs at the same moment are one, and the reply counts', async () => {
		await at.harness.break(slow('sms.message.send'));
		const one = remind();
		await setTimeout(300);
		await Promise.all([one, remind()]);
		expect(await at.harness.sent()).toHaveLength(1);
		expect(rows()).toMatchObject([{ statut: 'rappel envoyé' }]);
		await at.harness.receive({ from, text: 'oui' });
		await replied();
		expect(rows()).toMatchObject([{ statut: 'confirmé' }]);
	});

	it('have a person to call who was not reminded the day before', async () => {
		const today = { nom: 'Dominique Petit', heure: '9h', telephone: '+33600123457', date: dateInParis(0) };
		at.tables.restore('smsbox_rendez_vous', today);
		await remind();
		expect(rows()).toMatchObject([
			{ statut: 'rappel envoyé' },
			{ statut: 'à appeler', remarque: 'Sans rappel' },
		]);
	});

	it('store the reply to an SMS whose send had no answer', async () => {
		await at.harness.break({ on: 'request', kind: 'cut-after', match: { operation: 'sms.message.send' } });
		await remind();
		expect(rows()).toMatchObject([{ statut: 'à appeler', numero: from }]);
		await at.harness.receive({ from, text: 'Non, je serai absent' });
		await replied();
		expect(rows()).toMatchObject([
			{ statut: 'à appeler', remarque: expect.stringContaining('je serai absent') },
		]);
	});
});

describe('a one-time code', () => {
	const at = setUpExample('otp-with-sms-fallback');

	it.each([
		['is refused for the number', '+99940123456', [], 1],
		['is refused', '+99900123456', [refusing('waba.message.sendTemplate', 503, 3)], 1],
		[
			'has no answer',
			'+99900123456',
			[{ on: 'request', kind: 'cut-after', match: { operation: 'waba.message.sendTemplate' } }],
			0,
		],
	] as const)('can be verified when WhatsApp %s', async (_what, phone, faults, texts) => {
		if (faults.length > 0) await at.harness.break(...faults);
		const result = await at.harness.run(
			readExample('otp-with-sms-fallback', { [from]: phone }),
			'Run by hand',
		);
		const [{ code } = { code: '' }] = jsonOf(result, 'Create the code');
		expect(await at.harness.sent()).toHaveLength(texts);
		expect(at.tables.rows('smsbox_codes')).toMatchObject([{ phone, code, reference: null }]);
	});
});

describe('RCS with fallback', () => {
	const name = 'rcs-with-fallback';
	const at = setUpExample(name);

	it('of two runs at the same moment tells each person by one way', async () => {
		await at.publish(readExample(name), 'rcs');
		await at.harness.break(slow('rcs.message.send'));
		const run = async () => await at.harness.run(readExample(name), 'Run by hand');
		const one = run();
		await setTimeout(400);
		await Promise.all([one, run()]);
		expect(await at.harness.sentByRcs()).toHaveLength(3);
		expect(await at.harness.sent()).toEqual([]);
	});
});
