import { jsonOf } from '../support/engine';
import { dateInParis } from '../support/dateInParis';
import {
	appointments,
	atOnce,
	from,
	name,
	optOuts,
	other,
	reminder,
	setUpAppointments,
	third,
} from './appointmentsHarness';
import { readExample } from './exampleHarness';
import { nodeOver } from './nodeOver';
import { setUpExample } from './setUpExample';

describe('the example "appointment reminders, OUI or NON"', () => {
	/** What happens when an execution has read the row of a reply, and not changed it yet. */
	let beforeStoring: () => void;
	beforeEach(() => {
		beforeStoring = () => undefined;
	});
	const { at, remind, reply, replyByWhatsApp, add, change, rows, statuses, remindAndEnd } = setUpAppointments(
		() =>
			nodeOver('n8n-nodes-base.set', (context) => {
				if (context.getNode().name === 'New status') beforeStoring();
				return {};
			}),
	);

	it('reminds of tomorrow by an SMS that can be answered, once', async () => {
		add({ telephone: other, date: dateInParis(2) });
		await remind();
		await remind();
		expect(await at.harness.sent()).toEqual([{ number: from, text: reminder('Camille Martin') }]);
		expect((await at.harness.sendFields())[0]).toMatchObject({ mode: 'Reponse', strategy: '2' });
		expect(rows()[0]).toMatchObject({ statut: 'rappel envoyé', numero: from });
		expect(statuses()).toEqual(['rappel envoyé', null]);
	});

	it.each([
		['OUI', 'confirmé'],
		['oui.', 'confirmé'],
		['  Oui merci  ', 'confirmé'],
		['Ouiii !!', 'confirmé'],
		["D'accord, à demain", 'confirmé'],
		['Bonjour, oui bien sûr 🙂', 'confirmé'],
		['NON', 'annulé'],
		[' Non merci', 'annulé'],
		['non, désolée', 'annulé'],
		["Bonjour, j'annule", 'annulé'],
		['Merci beaucoup', 'rappel envoyé'],
		['👍', 'rappel envoyé'],
		['🙏🏽', 'rappel envoyé'],
		['Oui 👍🏻❤️ ✅', 'confirmé'],
		['D`accord', 'confirmé'],
		['Oui mais à 15h', 'à appeler'],
		['oui ou non ?', 'à appeler'],
		['Oui!', 'confirmé'],
		['1', 'à appeler'],
		['oui oui non', 'à appeler'],
		['Nonobstant', 'à appeler'],
		['Да', 'à appeler'],
		['Oui 但是', 'à appeler'],
		['?', 'à appeler'],
		['Merci ?', 'à appeler'],
		['Oui❓', 'à appeler'],
		['Oui❔', 'à appeler'],
		['Oui⁉️', 'à appeler'],
		['Oui？', 'à appeler'],
		['Oui ?', 'à appeler'],
		['C’est à quelle adresse ?', 'à appeler'],
		['Oui‽', 'à appeler'],
		['Oui؟', 'à appeler'],
		['Oui\u037e', 'à appeler'],
		['Oui¿', 'à appeler'],
		['Oui⸮', 'à appeler'],
		['Oui (pas mardi)', 'à appeler'],
		['OUI\nSTOP', 'à appeler'],
		['Oui ;)', 'confirmé'],
		['« Oui » – *merci*…', 'confirmé'],
		['STOP', 'STOP'],
	])('reads "%s" as "%s"', async (text, statut) => {
		await remind();
		await reply(text);
		expect(statuses()).toEqual([statut]);
		expect(at.tables.rows(optOuts)).toHaveLength(statut === 'STOP' ? 1 : 0);
	});

	it.each(['❌', '👎', '🚫', '🙅‍♀️', 'Oui ❌', 'Oui 👎', 'Non 😂', '1️⃣'])(
		'lets a colleague read "%s"',
		async (text) => {
			await remind();
			await reply(text);
			expect(rows()).toEqual([expect.objectContaining({ statut: 'à appeler', remarque: text })]);
		},
	);

	it('asks again by WhatsApp without a reply, and takes the reply to that', async () => {
		await remind();
		await remind();
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
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
		await replyByWhatsApp('Oui');
		expect(statuses()).toEqual(['confirmé']);
	});

	/** The next template is answered with this about its recipient. */
	const whatsAppSays = async (recipient: object) => {
		await at.harness.break({
			on: 'request',
			kind: 'body',
			contentType: 'application/json',
			body: JSON.stringify({
				response: { response_code: '202', response_desc: 'OK' },
				reference: 'r1',
				recipients: [recipient],
			}),
			times: 1,
			match: { operation: 'waba.message.sendTemplate' },
		});
	};

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
		at.tables.change(appointments, { statut: 'rappel envoyé' }, 1);
		await remind(atOnce);
		expect(statuses()).toEqual(['à appeler', 'relancé']);
		expect(await at.harness.sentByWhatsApp()).toMatchObject([{ number: other }]);
	});

	/** WhatsApp takes no message for this number. */
	const notOnWhatsApp = async () => {
		await whatsAppSays({
			submitted: from,
			rewrited: from.slice(1),
			state: 'REJECTED',
			reason_code: 'NOT_ON_WHATSAPP',
		});
	};

	it.each([
		['OUI', 'confirmé'],
		['Non', 'annulé'],
		['Plutôt vendredi ?', 'à appeler'],
	])('calls who is not on WhatsApp, with the reason, and still takes "%s"', async (text, statut) => {
		await remind();
		await notOnWhatsApp();
		await remind(atOnce);
		expect(rows()).toEqual([
			expect.objectContaining({
				statut: 'à appeler',
				remarque: expect.stringMatching(/^SMSBOX : WhatsApp .*NOT_ON_WHATSAPP/),
			}),
		]);
		await reply(text);
		expect(rows()).toEqual([expect.objectContaining({ statut, remarque: text })]);
	});

	it('takes a clear reply to an SMS that may have been sent', async () => {
		await at.harness.break({ on: 'request', kind: 'cut-after', match: { operation: 'sms.message.send' } });
		await remind();
		expect(rows()).toMatchObject([{ statut: 'à appeler', remarque: expect.stringMatching(/^SMSBOX : /) }]);
		await reply('non');
		expect(rows()).toMatchObject([{ statut: 'annulé', remarque: 'non' }]);
	});

	it('puts who never replied on the call list on the day', async () => {
		add({ telephone: from, numero: from, date: dateInParis(0), statut: 'relancé' });
		await remind();
		expect(statuses()).toEqual(['rappel envoyé', 'à appeler']);
		expect(rows()[1]).toMatchObject({ remarque: 'Pas de réponse' });
	});

	it('takes a late reply of somebody on the call list, but not after the appointment', async () => {
		add({
			telephone: other,
			numero: other,
			date: dateInParis(0),
			statut: 'à appeler',
			remarque: 'Pas de réponse',
		});
		add({ telephone: third, numero: third, date: dateInParis(-1), statut: 'relancé' });
		await reply('Oui', other);
		await reply('Oui', third);
		expect(statuses().slice(1)).toEqual(['confirmé', 'relancé']);
	});

	it('leaves out who said STOP, by SMS and by WhatsApp, and tells nobody else of it', async () => {
		await reply('STOP', other);
		add({ telephone: other });
		await remind();
		expect(await at.harness.sent()).toHaveLength(1);
		expect(statuses()).toEqual(['rappel envoyé', 'STOP']);
		await reply('Arrêtez', from);
		await remind(atOnce);
		expect(await at.harness.sentByWhatsApp()).toEqual([]);
	});

	it('takes a reply that comes before the reminder is stored', async () => {
		await remindAndEnd();
		await reply('oui');
		await remind();
		expect(statuses()).toEqual(['confirmé']);
		expect(await at.harness.sent()).toHaveLength(1);
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

	it('reminds of a new date whose status is empty', async () => {
		change({ statut: '', numero: from, remarque: 'oui' });
		await remind();
		expect(await at.harness.sent()).toHaveLength(1);
		expect(statuses()).toEqual(['rappel envoyé']);
	});

	it('keeps STOP, whatever they reply afterwards', async () => {
		await remind();
		await reply('STOP');
		await reply('OUI');
		expect(statuses()).toEqual(['STOP']);
	});

	it('reads a mere thank-you once', async () => {
		const index = at.served.executions.length;
		await at.harness.receive({ from, text: 'Merci' });
		await at.started(index);
	});

	it('changes nothing for a stranger', async () => {
		await reply('oui', other);
		expect(statuses()).toEqual([null]);
	});

	it('reminds of each of two people who share a phone and a time', async () => {
		add({ telephone: '+33 6 00 12 34 56', heure: '14h30', nom: 'Sacha Martin' });
		await remind();
		expect((await at.harness.sent()).map(({ text }) => text).sort()).toEqual([
			reminder('Camille Martin'),
			reminder('Sacha Martin'),
		]);
	});

	it('lets a colleague decide where one person has two appointments', async () => {
		add({ telephone: from });
		await remind();
		await reply('oui');
		expect(statuses()).toEqual(['à appeler', 'à appeler']);
	});

	it('lets a colleague decide when a second reply says something else', async () => {
		await remind();
		await reply('oui');
		await reply('oui');
		await reply('merci !');
		expect(statuses()).toEqual(['confirmé']);
		await reply('non');
		expect(rows()).toEqual([expect.objectContaining({ statut: 'à appeler', remarque: 'oui / non' })]);
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
		await at.harness.receive({ from, text: 'Plutôt vendredi ?' });
		const { status, error } = await at.harness.execution(at.served);
		expect({ status, others }).toEqual({ status: 'error', others: 5 });
		expect(error).toMatchObject({ message: expect.stringContaining('by hand') });
	});

	it('sends nothing for a row that has changed since it was read', async () => {
		at.tables.changeAfterNextRead(appointments, { statut: 'annulé' });
		await remind();
		expect(await at.harness.sent()).toEqual([]);
		expect(statuses()).toEqual(['annulé']);
	});

	it('keeps a reply that comes while the second message is being sent', async () => {
		await remind();
		const [row] = rows();
		at.tables.changeAfterNextRead(appointments, { statut: 'confirmé' });
		await remind(atOnce);
		expect(row).toMatchObject({ statut: 'rappel envoyé' });
		expect(statuses()).toEqual(['confirmé']);
	});

	it('keeps a reply that comes while the call list is being written', async () => {
		add({ telephone: from, numero: from, date: dateInParis(0), statut: 'relancé' });
		at.tables.changeAfterNextRead(appointments, { statut: 'confirmé' });
		await remind();
		expect(statuses()[1]).toBe('confirmé');
	});

	it('puts rows with a wrong number or date aside, and goes on with the others', async () => {
		add({ telephone: '+33 6 00 12', nom: 'Court' });
		add({ telephone: other, date: 'demain' });
		await remind();
		expect(await at.harness.sent()).toHaveLength(1);
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
		expect(await at.harness.sent()).toHaveLength(1);
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
		for (const [person, edits] of [
			[other, {}],
			[third, { '"retryOnFail": true': '"retryOnFail": false' }],
		] as const) {
			add({ telephone: person });
			at.tables.endAfter(0, 'numero');
			const workflow = readExample(name, edits);
			const result = await at.harness.run(workflow, 'At 10 am and 4 pm');
			at.tables.goOn();
			if (result.status === 'error') await at.harness.retry(workflow, result);
		}
		const reminded = (await at.harness.sent()).map(({ number }) => number);
		expect(reminded.sort()).toEqual([from, other, third]);
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
		expect((await at.harness.sent()).map(({ number }) => number)).toEqual([from]);
		expect(rows()[1]).toMatchObject({
			statut: 'à appeler',
			remarque: expect.stringContaining('un seul numéro'),
		});
	});

	it('calls on the day who may not have been reminded', async () => {
		await remindAndEnd();
		change({ date: dateInParis(0) });
		await remind();
		expect(rows()).toEqual([expect.objectContaining({ statut: 'à appeler', remarque: 'Sans rappel' })]);
	});

	it('leaves the opt-outs readable after the STOP of a short number', async () => {
		const index = at.served.executions.length;
		await fetch(`${at.served.url}?numero=36180&message=STOP&ts=1705326600&reference=1`);
		await at.started(index);
		await remind();
		expect(statuses()).toEqual(['rappel envoyé']);
	});
});

describe('the same without a Default Country Code', () => {
	const at = setUpExample(name);

	it.each(['06 00 12 34 56', '600123456'])(
		'has %s to call, as its reply would fit no row',
		async (telephone) => {
			await at.run({}, 'Try it');
			at.tables.change(appointments, { telephone }, 0);
			await at.run({}, 'At 10 am and 4 pm');
			expect(await at.harness.sent()).toEqual([]);
			expect(at.tables.rows(appointments)).toEqual([
				expect.objectContaining({ statut: 'à appeler', remarque: expect.stringContaining('+33') }),
			]);
		},
	);
});
