/** What people, patients and n8n do to a row of the example "appointment reminders" while it is being worked on. */
import { setTimeout } from 'node:timers/promises';
import { jsonOf } from '../support/engine';
import { eventually } from '../support/eventually';
import { readWorkflow } from '../support/workflowJson';
import { dateInParis } from '../support/dateInParis';
import {
	appointments,
	atOnce,
	from,
	name,
	optOuts,
	other,
	reminder,
	replies,
	setUpAppointments,
	smsAsked,
	start,
	third,
	withoutTries,
} from './appointmentsHarness';
import { readExample, withParameters } from './exampleHarness';
import { cut, slow } from './faults';
import { setUpExample } from './setUpExample';

const excluded: unknown = expect.stringContaining('Excluded Recipients');
const visiblyExcluded = { statut: 'à appeler', remarque: excluded };

describe('the appointment reminders, with rows that change', () => {
	const set = setUpAppointments();
	const { at, remind, reply, replyByWhatsApp, add, change, changeMeanwhile } = set;
	const { rows, statuses, smsTo, whatsAppTo, endBefore, remindAndEnd } = set;

	/** Who has an SMS and who a message by WhatsApp, and the statuses of the rows. */
	const outcome = async () => [await smsTo(), await whatsAppTo(), statuses()];

	describe('a telephone that is corrected after the SMS', () => {
		beforeEach(async () => {
			await remind();
			change({ telephone: other });
		});

		it('gets the SMS in the next run, and no WhatsApp message before', async () => {
			await remind(atOnce);
			expect(await outcome()).toEqual([[from, other], [], ['rappel envoyé']]);
			expect(rows()).toMatchObject([{ numero: other }]);
			await remind(atOnce);
			expect([await smsTo(), await whatsAppTo()]).toEqual([[from, other], [other]]);
		});

		it.each(replies)('has its reply "%s" stored', async (text, statut) => {
			await remind();
			await reply(text, other);
			expect(statuses()).toEqual([statut]);
		});

		it.each(['Non', 'Oui', 'STOP'])('is not changed by the stranger who writes "%s"', async (text) => {
			await reply(text);
			expect(statuses()).toEqual(['rappel envoyé']);
			await remind();
			await reply(text);
			expect(await outcome()).toEqual([[from, other], [], ['rappel envoyé']]);
		});

		it('is sent one SMS, also if n8n ends before it stores that', async () => {
			await remindAndEnd();
			await remind();
			await remind();
			expect(await outcome()).toEqual([[from, other], [], ['rappel envoyé']]);
		});

		it('is sent one SMS, also if n8n ends before that', async () => {
			change({ numero: other, remarque: 'Rappel en cours' });
			await remind(atOnce);
			expect([await smsTo(), await whatsAppTo()]).toEqual([[from, other], []]);
		});
	});

	it('reminds a telephone that is corrected after the WhatsApp message, too', async () => {
		await remind();
		await remind(atOnce);
		change({ telephone: other });
		await remind(atOnce);
		expect(await outcome()).toEqual([[from, other], [from], ['rappel envoyé']]);
	});

	it.each([
		['+33 692 12 34 56', '+33692123456', '+262 692 12 34 56', '+262692123456'],
		['06 00 12 34 56', from, '0032 (0)600 12 34 56', '+32600123456'],
	])('reminds another person where only the country code was wrong: %s', async (...row) => {
		const [wrong, first, right, second] = row;
		change({ telephone: wrong });
		await remind();
		change({ telephone: right });
		await reply('Oui', first);
		expect(statuses()).toEqual(['rappel envoyé']);
		await remind();
		await reply('Oui', second);
		expect(await outcome()).toEqual([[first, second], [], ['confirmé']]);
	});

	it('calls a telephone that is corrected to two numbers, or none', async () => {
		await remind();
		change({ telephone: `${from}, ${other}` });
		add({ telephone: null, numero: third, statut: 'rappel envoyé', rappele_le: '2026-01-01T10:00' });
		await remind(atOnce);
		expect(await outcome()).toEqual([[from], [], ['à appeler', 'à appeler']]);
	});

	it.each([
		'06 00 12 34 56',
		'0033 (0)6 00 12 34 56',
		'+33 (0)6.00.12.34.56',
		'(+33) 06 00 12 34 56',
		'+33600123456.0',
		'33600123456.0',
		'＋３３ ６００１２３４５６',
		33600123456,
	])('knows a number that is only written in another way: %s', async (telephone) => {
		await remind();
		change({ telephone });
		await remind(atOnce);
		expect([await smsTo(), await whatsAppTo()]).toEqual([[from], [from]]);
		await reply('Oui');
		expect(statuses()).toEqual(['confirmé']);
	});

	it.each([
		['+39 06 1234 5678', '+390612345678'],
		['+45 20 12 34 56', '+4520123456'],
		['0032 470 12 34 56', '+32470123456'],
		['+7 912 345-67-89', '+79123456789'],
		['+1 212 555 0123', '+12125550123'],
		['+52 1 55 1234 5678', '+5215512345678'],
		['00353 (0)85 012 3456', '+353850123456'],
	])('takes the reply of %s', async (telephone, phone) => {
		change({ telephone });
		await remind();
		expect(rows()).toMatchObject([{ numero: phone }]);
		await remind(atOnce);
		await reply('Non', phone);
		expect([await whatsAppTo(), statuses()]).toEqual([[phone], ['annulé']]);
	});

	it.each([
		['STOP', 'STOP'],
		['NON', 'annulé'],
		['OUI', 'confirmé'],
	])('asks nobody again who replies %s while the SMS of the same run leave', async (text, statut) => {
		await remind();
		add({ telephone: other });
		await at.harness.break(slow(smsAsked, 1_500));
		const running = remind(atOnce);
		await eventually(() => expect(rows()[1]).toMatchObject({ remarque: 'Rappel en cours' }));
		await reply(text);
		expect(statuses()).toEqual([statut, null]);
		await running;
		expect(await outcome()).toEqual([[from, other], [], [statut, 'rappel envoyé']]);
	});

	it('asks once in two runs at the same time', async () => {
		await remind();
		await at.harness.break(slow('waba.message.sendTemplate', 800));
		const one = remind(atOnce);
		await setTimeout(250);
		await Promise.all([one, remind(atOnce)]);
		expect([await whatsAppTo(), statuses()]).toEqual([[from], ['relancé']]);
	});

	describe('a date that becomes unreadable', () => {
		it.each([
			['the SMS', [{}, {}], []],
			['the SMS, though a second message is due', [{}, atOnce], []],
			['the WhatsApp message', [{}, atOnce, {}], [from]],
		])('after %s is put aside', async (_what, runs, asked) => {
			for (const [index, edits] of runs.entries()) {
				if (index === runs.length - 1) change({ date: 'jeudi' });
				await remind(edits);
			}
			expect([await whatsAppTo(), statuses()]).toEqual([asked, ['date illisible']]);
		});

		it.each(['confirmé', 'annulé', 'à appeler', 'STOP'])('leaves "%s" as it is', async (statut) => {
			change({ date: 'jeudi', statut });
			await remind();
			expect(statuses()).toEqual([statut]);
		});

		it('leaves a reply that comes meanwhile', async () => {
			await remind();
			change({ date: 'jeudi' });
			changeMeanwhile({ statut: 'annulé' });
			await remind();
			expect(statuses()).toEqual(['annulé']);
		});

		it.each([
			['oui', 'à appeler'],
			['non', 'à appeler'],
			['STOP', 'STOP'],
		])('has a reply "%s" that is read by a colleague', async (text, statut) => {
			await remind();
			change({ date: 'jeudi' });
			await reply(text);
			expect(rows()).toMatchObject([{ statut, remarque: text }]);
		});
	});

	it.each([
		['nom', null],
		['nom', ' '],
		['heure', null],
		['heure', ''],
	])('calls a row whose %s is %j, and goes on with the others', async (column, value) => {
		add({ telephone: other, [column]: value });
		await remind();
		expect(await at.harness.sent()).toEqual([{ number: from, text: reminder('Camille Martin') }]);
		const remarque = 'Remplir nom et heure, puis vider le statut';
		expect(rows()[1]).toMatchObject({ statut: 'à appeler', remarque });
	});

	describe('a dry run', () => {
		const options = '"senderType": "twoWay",\n\t\t\t\t"safetyOptions": {';
		const reminding = { [options]: `${options} "dryRun": true,` };
		const both = { '"deduplicationKey"': '"dryRun": true, "deduplicationKey"', ...atOnce };

		it('of the SMS changes no row, and the next run reminds', async () => {
			const before = rows();
			await remind(reminding);
			expect([await smsTo(), rows()]).toEqual([[], before]);
			await remind();
			expect([await smsTo(), statuses()]).toEqual([[from], ['rappel envoyé']]);
		});

		it('of the SMS to a corrected number changes no row, and the next run reminds', async () => {
			await remind();
			change({ telephone: other });
			await remind(reminding);
			expect(rows()).toMatchObject([{ statut: 'rappel envoyé', numero: from }]);
			await remind();
			expect(await smsTo()).toEqual([from, other]);
		});

		it('of the WhatsApp message changes no row, and the next run asks again', async () => {
			await remind();
			const [{ statut, remarque } = {}] = rows();
			await remind(both);
			expect([await whatsAppTo(), rows()]).toMatchObject([[], [{ statut, remarque }]]);
			await remind(atOnce);
			expect([await whatsAppTo(), statuses()]).toEqual([[from], ['relancé']]);
		});
	});

	it('calls a row whose heure is emptied after the SMS', async () => {
		await remind();
		change({ heure: '' });
		await remind(atOnce);
		expect([await whatsAppTo(), statuses()]).toEqual([[], ['à appeler']]);
	});

	it('reminds of an appointment that is moved, and of one that is moved back', async () => {
		await remind();
		change({ heure: '15h', statut: '' });
		await remind();
		change({ heure: '14h30', statut: '' });
		await remind();
		const times = (await at.harness.sent()).map(({ text }) => /à (\S+)\./.exec(text)?.[1]);
		expect([times, statuses()]).toEqual([['14h30', '15h', '14h30'], ['rappel envoyé']]);
		await remind(atOnce);
		change({ heure: '15h', statut: '' });
		await remind();
		change({ heure: '14h30', statut: '' });
		await remind();
		await remind(atOnce);
		expect(await whatsAppTo()).toEqual([from, from]);
	});

	it('takes the second "Oui" of an appointment that was moved, though its row changes meanwhile', async () => {
		await remind();
		await reply('Oui');
		change({ heure: '15h', statut: '' });
		await remind();
		changeMeanwhile({ statut: 'relancé' });
		await reply('Oui');
		expect(statuses()).toEqual(['confirmé']);
	});

	it('lets a colleague read a second "Non" after the appointment was moved', async () => {
		await remind();
		await reply('Non');
		change({ date: dateInParis(2), statut: '' });
		await reply('Non');
		expect(statuses()).toEqual(['à appeler']);
	});

	it('repeats no SMS that may have been sent, though its status is emptied', async () => {
		await at.harness.break(cut(smsAsked));
		await remind();
		change({ statut: '' });
		const result = await remind();
		expect(jsonOf(result, 'Remind by SMS', 1)).toHaveLength(1);
		expect([await smsTo(), statuses()]).toEqual([[from], ['à appeler']]);
	});

	it('reminds once of an appointment that is in two rows', async () => {
		add({ nom: 'Camille Martin', telephone: '06 00 12 34 56', heure: '14h30' });
		add({ telephone: other });
		await remind();
		expect((await smsTo()).sort()).toEqual([from, other]);
		expect(statuses()).toEqual(['à appeler', 'rappel envoyé', 'rappel envoyé']);
	});

	it('sends nothing after an SMS that left, in n8n’s retry', async () => {
		await at.harness.retry(at.read(withoutTries), await endBefore('rappele_le'));
		await remind();
		expect([await smsTo(), statuses()]).toEqual([[from], ['rappel envoyé']]);
	});

	it('sends nothing to who says STOP after an error, in the next run', async () => {
		await endBefore('numero');
		await reply('STOP');
		await remind();
		expect([await smsTo(), statuses()]).toEqual([[], ['STOP']]);
	});

	it.each([{ type: 'audio' }, { type: 'location', latitude: 48.8, longitude: 2.3 }])(
		'lets a colleague look at a reply of type $type',
		async (message) => {
			await remind();
			await replyByWhatsApp(message);
			expect(statuses()).toEqual(['à appeler']);
		},
	);

	it.each([{ phone: 'Jean 06 00 12 34 57' }, { phone: null }])(
		'reminds nobody, visibly, while %j is an opt-out',
		async (row) => {
			at.tables.restore(optOuts, row);
			await remind();
			expect(await smsTo()).toEqual([]);
			expect(rows()).toMatchObject([visiblyExcluded]);
		},
	);

	it.each([33600123456, '33600123456'])('reads %j, and a date as people write it', async (telephone) => {
		for (const date of [`${dateInParis(1)} `, dateInParis(1).replace(/^0/, '').replace('/0', '/')]) {
			change({ telephone, date, statut: null });
			await remind();
			expect(statuses()).toEqual(['rappel envoyé']);
		}
	});

	it('calls who does not reply to the SMS, without WhatsApp as in the note', async () => {
		await remind();
		const { nodes, connections, ...workflow } = readWorkflow(readExample(name, atOnce));
		const toCall = { main: [[{ node: 'To call', type: 'main', index: 0 }]] };
		const changed = {
			...workflow,
			nodes: nodes.filter((node) => node.name !== 'Ask again by WhatsApp'),
			connections: { ...connections, 'Ask again by WhatsApp': {}, 'Same status?': toCall },
		};
		const result = await at.harness.run(changed, start);
		expect(result.status).toBe('success');
		expect(rows()).toMatchObject([{ statut: 'à appeler', remarque: 'Pas de réponse' }]);
	});
});

describe('the appointment reminders, in a sheet that is read without filters', () => {
	const { at, remind, reply, add, changeMeanwhile, statuses, whatsAppTo } = setUpAppointments();
	const inSheet = (edits: Record<string, string> = {}) =>
		withParameters(at.read(edits), ['Still no reply?', 'Their appointments', 'Read it again'], {
			filters: {},
		});
	beforeEach(async () => {
		add({ telephone: other });
		await remind();
		await at.publish('sms', inSheet());
	});

	it.each([
		['STOP', 'STOP'],
		['Oui', 'confirmé'],
	])('store "%s" of one person in their row only', async (text, statut) => {
		await reply(text, other);
		expect(statuses()).toEqual(['rappel envoyé', statut]);
	});

	it('ask only those again who have not replied', async () => {
		add({ telephone: third });
		await remind();
		await reply('Oui');
		await at.harness.run(inSheet(atOnce), start);
		expect((await whatsAppTo()).sort()).toEqual([other, third]);
		expect(statuses()).toEqual(['confirmé', 'relancé', 'relancé']);
	});

	it('ask nobody again who replies meanwhile', async () => {
		changeMeanwhile({ statut: 'annulé' });
		await at.harness.run(inSheet(atOnce), start);
		expect(await whatsAppTo()).toEqual([]);
	});
});

describe('the appointment reminders, with another name for the column of the opt-outs', () => {
	const at = setUpExample(name, { credential: { countryCode: '33' }, start });

	it.each(['Phone', 'telephone'])('remind nobody, visibly: %s', async (column) => {
		await at.run({ '"name": "phone"': `"name": "${column}"` }, 'Try it');
		at.tables.restore(optOuts, { [column]: from });
		await at.run();
		expect(await at.harness.sent()).toEqual([]);
		expect(at.tables.rows(appointments)).toMatchObject([visiblyExcluded]);
	});
});

it('the notes of the appointment reminders say that another workflow loses its events', () => {
	expect(JSON.stringify(readExample(name).nodes)).toContain('one URL per account or agent');
});
