import { setTimeout } from 'node:timers/promises';
import { jsonOf } from '../support/engine';
import { dateInParis } from '../support/dateInParis';
import {
	atOnce,
	from,
	optOuts,
	other,
	reminder,
	replies,
	setUpAppointments,
	smsAsked,
	third,
	withoutTries,
} from './appointmentsHarness';
import { answerAbout, answering, cut, slow } from './faults';
import { beforeNode } from './nodeOver';

describe('the example "appointment reminders, OUI or NON"', () => {
	/** What happens when an execution has read the row of a reply, and not changed it yet. */
	let beforeStoring: () => void;
	beforeEach(() => {
		beforeStoring = () => undefined;
	});
	const set = setUpAppointments(() => beforeNode('n8n-nodes-base.set', 'New status', () => beforeStoring()));
	const { at, remind, reply, replyByWhatsApp, add, change, changeMeanwhile } = set;
	const { rows, statuses, smsTo, whatsAppTo, endBefore, remindAndEnd } = set;

	it('reminds of tomorrow by an SMS that can be answered, once', async () => {
		add({ telephone: other, date: dateInParis(2) });
		await remind();
		await remind();
		expect(await at.harness.sent()).toEqual([{ number: from, text: reminder('Camille Martin') }]);
		expect((await at.harness.sendFields())[0]).toMatchObject({ mode: 'Reponse', strategy: '2' });
		expect(rows()[0]).toMatchObject({ statut: 'rappel envoyé', numero: from });
		expect(statuses()).toEqual(['rappel envoyé', null]);
	});

	it('of two runs at the same moment are one, and the reply counts', async () => {
		await at.harness.break(slow(smsAsked, 1_000));
		const one = remind();
		await setTimeout(300);
		await Promise.all([one, at.attempt({})]);
		expect([await smsTo(), statuses()]).toEqual([[from], ['rappel envoyé']]);
		await reply('oui');
		expect(statuses()).toEqual(['confirmé']);
	});

	const readings: Array<[what: string, statut: string, texts: string[]]> = [
		['a yes', 'confirmé', ['OUI', 'oui.', '  Oui merci  ', 'Ouiii !!', 'Oui!', 'D`accord', 'Oui ;)']],
		['a kind yes', 'confirmé', ["D'accord, à demain", 'Bonjour, oui bien sûr 🙂', 'Oui 👍🏻❤️ ✅']],
		['a yes in quotes', 'confirmé', ['« Oui » – *merci*…']],
		['a no', 'annulé', ['NON', ' Non merci', 'non, désolée', "Bonjour, j'annule"]],
		['mere thanks', 'rappel envoyé', ['Merci beaucoup', '👍', '🙏🏽']],
		['a condition', 'à appeler', ['Oui mais à 15h', 'Oui (pas mardi)', 'OUI\nSTOP']],
		['both', 'à appeler', ['oui ou non ?', 'oui oui non']],
		['a no of someone who comes', 'à appeler', ['Non non, à demain !', 'Bonjour, non merci. À demain']],
		['another word', 'à appeler', ['1', 'Nonobstant', 'Да', 'Oui 但是']],
		['a question', 'à appeler', ['?', 'Merci ?', 'Oui ?', 'C’est à quelle adresse ?']],
		['the question mark of an emoji', 'à appeler', ['Oui❓', 'Oui❔', 'Oui⁉️', 'Oui‽']],
		['a foreign question mark', 'à appeler', ['Oui？', 'Oui؟', 'Oui\u037e', 'Oui¿', 'Oui⸮']],
		['an emoji against it', 'à appeler', ['❌', '👎', '🚫', '🙅‍♀️', 'Oui ❌', 'Oui 👎', 'Non 😂', '1️⃣']],
		['an opt-out', 'STOP', ['STOP']],
	];
	it.each(readings.flatMap(([what, statut, texts]) => texts.map((text) => [text, what, statut] as const)))(
		'reads "%s", %s, as "%s"',
		async (text, _what, statut) => {
			await remind();
			await reply(text);
			const remarque = statut === 'à appeler' ? { remarque: text } : {};
			expect(rows()).toEqual([expect.objectContaining({ statut, ...remarque })]);
			expect(at.tables.rows(optOuts)).toHaveLength(statut === 'STOP' ? 1 : 0);
		},
	);

	it('asks again by WhatsApp without a reply, and takes the reply to that', async () => {
		await remind();
		await remind();
		expect(await whatsAppTo()).toEqual([]);
		await remind(atOnce);
		await remind(atOnce);
		expect(await at.harness.sentByWhatsApp()).toEqual([
			{
				number: from,
				content: expect.objectContaining({
					template: expect.objectContaining({ name: 'appointment_reminder', language: { code: 'fr' } }),
				}),
			},
		]);
		expect(statuses()).toEqual(['relancé']);
		await replyByWhatsApp({ text: 'Oui' });
		expect(statuses()).toEqual(['confirmé']);
	});

	/** The next template is answered with this about its recipient. */
	const whatsAppSays = async (recipient: object) =>
		await at.harness.break(answering('waba.message.sendTemplate', answerAbout(recipient)));

	it('calls who may have been asked again, and stores what was sent before', async () => {
		await remind(atOnce);
		await whatsAppSays({ submitted: from, number: from.slice(1), status: 'PONDERING' });
		await remind(atOnce);
		expect(statuses()).toEqual(['à appeler']);
		add({ telephone: other });
		await remind(atOnce);
		await remind(atOnce);
		expect(statuses()).toEqual(['à appeler', 'relancé']);
		// n8n was killed before it stored that.
		change({ statut: 'rappel envoyé' }, 1);
		await remind(atOnce);
		expect(statuses()).toEqual(['à appeler', 'relancé']);
		expect(await whatsAppTo()).toEqual([other]);
	});

	/** WhatsApp takes no message for this number. */
	const rejected = { rewrited: from.slice(1), state: 'REJECTED', reason_code: 'NOT_ON_WHATSAPP' };

	it.each(replies)(
		'calls who is not on WhatsApp, with the reason, and still takes "%s"',
		async (text, statut) => {
			await remind();
			await whatsAppSays({ submitted: from, ...rejected });
			await remind(atOnce);
			const remarque: unknown = expect.stringMatching(/^SMSBOX : WhatsApp .*NOT_ON_WHATSAPP/);
			expect(rows()).toEqual([expect.objectContaining({ statut: 'à appeler', remarque })]);
			await reply(text);
			expect(rows()).toEqual([expect.objectContaining({ statut, remarque: text })]);
		},
	);

	it.each([
		['non', 'annulé', 'non'],
		['Non, je serai absent', 'à appeler', expect.stringContaining('je serai absent')],
	])('takes "%s" in reply to an SMS that may have been sent as "%s"', async (text, statut, remarque) => {
		await at.harness.break(cut(smsAsked));
		await remind();
		const why: unknown = expect.stringMatching(/^SMSBOX : /);
		expect(rows()).toMatchObject([{ statut: 'à appeler', numero: from, remarque: why }]);
		await reply(text);
		expect(rows()).toMatchObject([{ statut, remarque }]);
	});

	it.each([
		['never replied', { numero: from, statut: 'relancé' }, 'Pas de réponse'],
		['was not reminded', {}, 'Sans rappel'],
	])('puts who %s on the call list on the day', async (_what, row, remarque) => {
		add({ telephone: from, date: dateInParis(0), ...row });
		await remind();
		expect(statuses()).toEqual(['rappel envoyé', 'à appeler']);
		expect(rows()[1]).toMatchObject({ remarque });
	});

	it('takes a late reply of somebody on the call list, but not after the appointment', async () => {
		const late = { statut: 'à appeler', remarque: 'Pas de réponse' };
		add({ telephone: other, numero: other, date: dateInParis(0), ...late });
		add({ telephone: third, numero: third, date: dateInParis(-1), statut: 'relancé' });
		await reply('Oui', other);
		await reply('Oui', third);
		expect(statuses().slice(1)).toEqual(['confirmé', 'relancé']);
	});

	it('leaves out who said STOP, by SMS and by WhatsApp, and tells nobody else of it', async () => {
		await reply('STOP', other);
		add({ telephone: other });
		await remind();
		expect(await smsTo()).toHaveLength(1);
		expect(statuses()).toEqual(['rappel envoyé', 'STOP']);
		await reply('Arrêtez', from);
		await remind(atOnce);
		expect(await whatsAppTo()).toEqual([]);
	});

	it('takes a reply that comes before the reminder is stored', async () => {
		await remindAndEnd();
		await reply('oui');
		await remind();
		expect(statuses()).toEqual(['confirmé']);
		expect(await smsTo()).toHaveLength(1);
	});

	it.each([
		['relancé', null],
		['à appeler', 'Pas de réponse'],
		['confirmé', 'oui'],
	])('cancels nothing today (%s) by a reply that comes before then', async (statut, remarque) => {
		add({ telephone: from, numero: from, date: dateInParis(0), statut, remarque });
		await remindAndEnd();
		await reply('non');
		await remind();
		expect(statuses()).toEqual(['à appeler', 'à appeler']);
	});

	it('lets a colleague read a reply before the reminder of a new date', async () => {
		change({ numero: from, remarque: 'Pas de réponse' });
		await reply('oui');
		expect(statuses()).toEqual(['à appeler']);
	});

	it.each([
		['Merci', from],
		['oui', other],
	])('changes nothing for "%s" of %s, who was not reminded', async (text, phone) => {
		await reply(text, phone);
		expect(statuses()).toEqual([null]);
	});

	it('reminds of each of two people who share a phone and a time', async () => {
		add({ telephone: '+33 6 00 12 34 56', heure: '14h30', nom: 'Sacha Martin' });
		await remind();
		const texts = (await at.harness.sent()).map(({ text }) => text);
		expect(texts.sort()).toEqual([reminder('Camille Martin'), reminder('Sacha Martin')]);
	});

	it('lets a colleague decide where one person has two appointments', async () => {
		add({ telephone: from });
		await remind();
		await reply('oui');
		expect(statuses()).toEqual(['à appeler', 'à appeler']);
	});

	it.each([
		[['oui', 'oui', 'merci !'], { statut: 'confirmé' }],
		[['oui', 'oui', 'merci !', 'non'], { statut: 'à appeler', remarque: 'oui / non' }],
		[['STOP', 'OUI'], { statut: 'STOP' }],
	])('reads %j, one after the other, as %j', async (texts, row) => {
		await remind();
		for (const text of texts) await reply(text);
		expect(rows()).toEqual([expect.objectContaining(row)]);
	});

	it.each([
		['oui', 'confirmé', 'non', 'à appeler', 'oui / non'],
		['non', 'annulé', 'oui', 'à appeler', 'non / oui'],
		['oui', 'confirmé', 'd’accord', 'confirmé', 'd’accord'],
		['Plutôt vendredi ?', 'à appeler', 'oui', 'à appeler', 'Plutôt vendredi ? / oui'],
		['Où ?', 'à appeler', 'À quelle heure ?', 'à appeler', 'Où ? / À quelle heure ?'],
		['STOP', 'STOP', 'oui', 'STOP', 'STOP'],
		['oui', 'confirmé', 'STOP', 'STOP', 'STOP'],
	])('stores both of two replies at one moment: "%s" (%s), "%s" (%s)', async (...replied) => {
		const [first, stored, second, statut, remarque] = replied;
		await remind();
		let others = 0;
		beforeStoring = () => {
			others += 1;
			if (others === 1) change({ statut: stored, remarque: first });
		};
		await reply(second);
		expect(rows()).toEqual([expect.objectContaining({ statut, remarque })]);
	});

	it('fails where it can be seen if a row changes again and again', async () => {
		await remind();
		let others = 0;
		beforeStoring = () => {
			others += 1;
			change({ statut: others % 2 === 0 ? 'annulé' : 'confirmé' });
		};
		const { error } = await at.receiveAndFail({ from, text: 'Plutôt vendredi ?' });
		expect(others).toBe(5);
		expect(error).toMatchObject({ message: expect.stringContaining('by hand') });
	});

	it('sends nothing for a row that has changed since it was read', async () => {
		changeMeanwhile({ statut: 'annulé' });
		await remind();
		expect([await smsTo(), statuses()]).toEqual([[], ['annulé']]);
	});

	it('keeps a reply that comes while the second message is being sent', async () => {
		await remind();
		const [row] = rows();
		changeMeanwhile({ statut: 'confirmé' });
		await remind(atOnce);
		expect(row).toMatchObject({ statut: 'rappel envoyé' });
		expect(statuses()).toEqual(['confirmé']);
	});

	it('keeps a reply that comes while the call list is being written', async () => {
		add({ telephone: from, numero: from, date: dateInParis(0), statut: 'relancé' });
		changeMeanwhile({ statut: 'confirmé' });
		await remind();
		expect(statuses()[1]).toBe('confirmé');
	});

	it('puts rows with a wrong number or date aside, and goes on with the others', async () => {
		add({ telephone: '+33 6 00 12', nom: 'Court' });
		add({ telephone: other, date: 'demain' });
		await remind();
		expect(await smsTo()).toHaveLength(1);
		expect(rows().slice(1)).toEqual([
			expect.objectContaining({ statut: 'à appeler', remarque: expect.stringContaining('number') }),
			expect.objectContaining({ statut: 'date illisible' }),
		]);
	});

	it('sends nothing twice after n8n ended between a send and its row', async () => {
		await remindAndEnd();
		expect(rows()).toMatchObject([{ statut: null, numero: from }]);
		const result = await remind();
		expect(jsonOf(result, 'Remind by SMS')).toEqual([expect.objectContaining({ alreadySent: true })]);
		expect(await smsTo()).toHaveLength(1);
		expect(statuses()).toEqual(['rappel envoyé']);
	});

	it.each([
		'+33 6 00 12 34 56',
		'0033 600 123 456',
		'+33 (0)6.00.12.34.56',
		'06 00 12 34 56',
		'600123456',
		'33600123456',
	])('takes the reply of %s, whose SMS left before n8n ended', async (telephone) => {
		change({ telephone });
		await remindAndEnd();
		await remind();
		await reply('oui');
		expect(rows()).toEqual([expect.objectContaining({ statut: 'confirmé', numero: from })]);
	});

	it('reminds everybody where a number could be stored at the second try only, or in a retry', async () => {
		add({ telephone: other });
		at.tables.endAfter(0, 'numero');
		await remind();
		at.tables.goOn();
		add({ telephone: third });
		await at.harness.retry(at.read(withoutTries), await endBefore('numero'));
		expect((await smsTo()).sort()).toEqual([from, other, third]);
	});

	it.each([
		`${other}, +33600123458`,
		'+33 6 00 12 34 57, +33 6 00 12 34 57',
		'+33 6 00 12 34 57 ; 06 00 12 34 57',
		'+33 6 00 12 34 57\n06 00 12 34 57',
	])('calls who has two numbers in a row, or one twice: %j', async (telephone) => {
		add({ telephone });
		await remind();
		await remind();
		expect(await smsTo()).toEqual([from]);
		const remarque: unknown = expect.stringContaining('un seul numéro');
		expect(rows()[1]).toMatchObject({ statut: 'à appeler', remarque });
	});

	it('calls on the day who may not have been reminded', async () => {
		await remindAndEnd();
		change({ date: dateInParis(0) });
		await remind();
		expect(rows()).toEqual([expect.objectContaining({ statut: 'à appeler', remarque: 'Sans rappel' })]);
	});

	it.each(['36180', '33700123456789'])('reminds after the STOP of an odd number: %s', async (sender) => {
		await at.call(`numero=${sender}&message=STOP&ts=1705326600&reference=1`);
		await at.started();
		await remind();
		expect([await smsTo(), statuses()]).toEqual([[from], ['rappel envoyé']]);
	});
});

describe('the same without a Default Country Code', () => {
	const { remind, change, rows, smsTo } = setUpAppointments(undefined, '');

	it.each(['06 00 12 34 56', '600123456'])('calls %s, as its reply would fit no row', async (telephone) => {
		change({ telephone });
		await remind();
		expect(await smsTo()).toEqual([]);
		const remarque: unknown = expect.stringContaining('+33');
		expect(rows()).toEqual([expect.objectContaining({ statut: 'à appeler', remarque })]);
	});
});
