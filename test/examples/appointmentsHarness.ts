/** The example "appointment reminders", with both of its triggers and its sample appointment, for each test of a file. */
import { dateInParis } from '../support/dateInParis';
import type { RunResult } from '../support/engine';
import type { GivenNodes } from '../support/nodeTypes';
import type { ServedTrigger } from '../support/triggers';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

export const name = 'appointment-reminders';
export const appointments = 'smsbox_rendez_vous';
export const optOuts = 'smsbox_opt_outs';
/** The number of the sample, and others. */
export const from = '+33600123456';
export const other = '+33600123457';
export const third = '+33600123458';
/** Those without a reply are asked again in the next run. */
export const atOnce = { '"value": 5,': '"value": 0,' };

export const reminder = (person: string, time = '14h30'): string =>
	`Bonjour ${person}, nous vous attendons demain ${dateInParis(1)} à ${time}. Répondez OUI pour confirmer ou NON pour annuler. Cabinet Martin`;

/** To be called once in a `describe`. */
export function setUpAppointments(nodes: () => GivenNodes = () => ({})) {
	const at = setUpExample(name, { credential: { countryCode: '33' }, nodes });
	let taps: ServedTrigger;
	beforeEach(async () => {
		taps = await at.publish(readExample(name), 'waba');
		await at.publish(readExample(name), 'sms');
		await at.run({}, 'Try it');
	});
	const rows = () => at.tables.rows(appointments);

	return {
		at,
		remind: async (edits: Record<string, string> = {}): Promise<RunResult> =>
			await at.run(edits, 'At 10 am and 4 pm'),
		/** A person replies by SMS. */
		reply: async (text: string, phone = from): Promise<RunResult> => {
			const index = at.served.executions.length;
			await at.harness.receive({ from: phone, text });
			return await at.started(index);
		},
		/** The same by WhatsApp: a text, or another message. */
		replyByWhatsApp: async (message: string | Record<string, unknown>, phone = from): Promise<RunResult> => {
			const index = taps.executions.length;
			const content = typeof message === 'string' ? { type: 'text', text: message } : message;
			await at.harness.receiveByWhatsApp({ from: phone, ...content });
			return await at.started(index, taps);
		},
		/** Adds a row. */
		add: (row: Record<string, unknown>): void => {
			at.tables.restore(appointments, { nom: 'Dominique Petit', date: dateInParis(1), heure: '9h', ...row });
		},
		/** Changes all rows, as the user of the table does. */
		change: (row: Record<string, unknown>): void => at.tables.change(appointments, row, 0),
		rows,
		statuses: () => rows().map(({ statut }) => statut),
		/** The SMS leaves, and n8n ends before it stores that. */
		remindAndEnd: async (): Promise<void> => {
			const before = (await at.harness.sent()).length;
			at.tables.endAfter(0, 'rappele_le');
			const withoutTries = readExample(name, { '"retryOnFail": true': '"retryOnFail": false' });
			const ended = await at.harness.run(withoutTries, 'At 10 am and 4 pm');
			expect(ended.status).toBe('error');
			expect(await at.harness.sent()).toHaveLength(before + 1);
			at.tables.goOn();
		},
	};
}
