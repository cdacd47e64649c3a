/** The example "appointment reminders", with both of its triggers and its sample appointment, for each test of a file. */
import { dateInParis } from '../support/dateInParis';
import type { RunResult } from '../support/engine';
import type { GivenNodes } from '../support/nodeTypes';
import { setUpExample } from './setUpExample';

export const name = 'appointment-reminders';
export const appointments = 'smsbox_rendez_vous';
export const optOuts = 'smsbox_opt_outs';
export const smsAsked = 'sms.message.send';
export const start = 'At 10 am and 4 pm';
/** The number of the sample, and others. */
export const from = '+33600123456';
export const other = '+33600123457';
export const third = '+33600123458';
/** Those without a reply are asked again in the next run. */
export const atOnce = { '"value": 5,': '"value": 0,' };
/** An error ends the execution at once. */
export const withoutTries = { '"retryOnFail": true': '"retryOnFail": false' };

/** What people reply to a reminder, and what their row says then. */
export const replies = [
	['Oui', 'confirmé'],
	['Non', 'annulé'],
	['Plutôt vendredi ?', 'à appeler'],
] as const;

export const reminder = (person: string, time = '14h30'): string =>
	`Bonjour ${person}, nous vous attendons demain ${dateInParis(1)} à ${time}. Répondez OUI pour confirmer ou NON pour annuler. Cabinet Martin`;

/** To be called once in a `describe`. */
export function setUpAppointments(nodes: () => GivenNodes = () => ({}), countryCode = '33') {
	const at = setUpExample(name, { credential: { countryCode }, nodes, start });
	let taps: Awaited<ReturnType<typeof at.publish>>;
	beforeEach(async () => {
		taps = await at.publish('waba');
		await at.publish('sms');
		await at.run({}, 'Try it');
	});
	const rows = () => at.tables.rows(appointments);
	const smsTo = async () => await at.harness.recipients('sms');
	const whatsAppTo = async () => await at.harness.recipients('waba');

	/** A run in which n8n ends before it stores a column. */
	async function endBefore(column: string): Promise<RunResult> {
		at.tables.endAfter(0, column);
		const failed = await at.fail(withoutTries);
		at.tables.goOn();
		return failed;
	}

	return {
		at,
		remind: at.run,
		/** A person replies by SMS. */
		reply: async (text: string, phone = from) => await at.receive({ from: phone, text }),
		/** The same by WhatsApp: a text, or another message. */
		replyByWhatsApp: async (message: object, phone = from) =>
			await at.receive({ from: phone, type: 'text', ...message }, taps),
		/** Adds a row. */
		add: (row: Record<string, unknown>): void => {
			at.tables.restore(appointments, { nom: 'Dominique Petit', date: dateInParis(1), heure: '9h', ...row });
		},
		/** Changes all rows, as the user of the table does. */
		change: (row: Record<string, unknown>, minutes = 0): void => at.tables.change(appointments, row, minutes),
		/** Somebody else changes all rows once they have been read. */
		changeMeanwhile: (row: Record<string, unknown>): void => at.tables.changeAfterNextRead(appointments, row),
		rows,
		statuses: () => rows().map(({ statut }) => statut),
		smsTo,
		whatsAppTo,
		endBefore,
		/** The SMS leaves, and n8n ends before it stores that. */
		remindAndEnd: async (): Promise<void> => {
			const before = await smsTo();
			await endBefore('rappele_le');
			expect(await smsTo()).toHaveLength(before.length + 1);
		},
	};
}
