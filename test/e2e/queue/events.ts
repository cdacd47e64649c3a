import type { JsonObject } from '../../../playground/src/support/json';
import { agent } from '../support/realN8n';
import { sendSms, sendWaba } from '../support/sendToSimulator';
import type { Fleet } from './fleet';

/** A kind of callback, and how the simulated service comes to make one. Another trigger is another row. */
export interface CallbackRow {
	name: string;
	/** The trigger, and its parameters. */
	type: string;
	parameters: JsonObject;
	/** The simulator's setting that holds the trigger's address. */
	setting: string;
	/** Has one made; gives something that stands in no other event. */
	cause: (fleet: Fleet) => Promise<string>;
}

const text = 'Où est mon colis? 🙂';

/** What someone does, by whose number the event is known. */
const by =
	(from: string, happen: (simulator: Fleet['simulator'], from: string) => Promise<unknown>) =>
	async ({ simulator }: Fleet): Promise<string> => {
		await happen(simulator, from);
		return from;
	};

const waba = { type: 'smsboxWabaTrigger', setting: 'wabaWebhookUrl' };

export const callbacks: readonly CallbackRow[] = [
	{
		name: 'a delivery report',
		type: 'smsboxDeliveryReportTrigger',
		parameters: { finalOnly: true, options: {} },
		setting: 'deliveryReportUrl',
		cause: async ({ simulator }) => await sendSms(simulator, '33600123701', text),
	},
	{
		name: 'an incoming SMS',
		type: 'smsboxIncomingSmsTrigger',
		parameters: { options: {} },
		setting: 'incomingSmsUrl',
		cause: by(
			'33600123702',
			async (simulator, from) => await simulator.incoming({ from, text: 'Ça marche à 18 h, 10 € 🙂' }),
		),
	},
	{
		name: 'an incoming WhatsApp message',
		...waba,
		parameters: { requestTypes: ['incoming_message'], options: {} },
		cause: async ({ simulator }) =>
			(await simulator.wabaIncoming({ from: '33600123703', type: 'text', text: 'Où êtes-vous? 🙂' }))
				.messageId,
	},
	{
		name: 'a status of a WhatsApp message',
		...waba,
		parameters: { requestTypes: ['status_update'], statuses: ['delivered'], options: {} },
		cause: async ({ simulator }) => await sendWaba(simulator, agent, '33600123704', text),
	},
	{
		name: 'an error of a WhatsApp message',
		...waba,
		parameters: { requestTypes: ['incoming_error'], options: {} },
		cause: by('33600123705', async (simulator, from) => await simulator.post('/waba/error', { from })),
	},
	{
		name: 'an incoming RCS message',
		type: 'smsboxRcsTrigger',
		setting: 'rcsWebhookUrl',
		parameters: { requestTypes: ['incoming_message_text'], options: {} },
		cause: by(
			'33600123706',
			async (simulator, from) =>
				await simulator.rcsIncoming({ from, type: 'text', text: 'Où êtes-vous? 🙂' }),
		),
	},
];
