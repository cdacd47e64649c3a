import { textAt, type JsonObject } from '../../../playground/src/json';
import { agent } from '../../smoke/realN8n';
import { key, type Fleet } from './fleet';

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

const json = { 'content-type': 'application/json' };

async function post(url: string, headers: Record<string, string>, body: string): Promise<string> {
	const reply = await fetch(url, { method: 'POST', headers, body });
	const text = await reply.text();
	if (reply.status >= 300) throw new Error(`The simulator answered ${reply.status}: ${text}`);
	return text;
}

/** Sends an SMS past n8n, with delivery reports; gives its reference. */
async function sendSms({ simulator }: Fleet, dest: string): Promise<string> {
	const form = new URLSearchParams({
		mode: 'Standard',
		dest,
		msg: 'Où est mon colis? 🙂',
		charset: 'utf-8',
		id: '1',
		callback: '1',
	});
	const headers = {
		'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
		authorization: `App ${key}`,
	};
	const answer = await post(`${simulator.url}/1.1/api.php`, headers, form.toString());
	const [, reference] = /^OK (\d+)$/.exec(answer) ?? [];
	if (reference === undefined) throw new Error(`The simulator took no SMS: ${answer}`);
	return reference;
}

async function sendWhatsApp({ simulator }: Fleet, recipient: string): Promise<string> {
	const answer = await post(
		`${simulator.url}/waba/1.1/json/${agent.wabaId}/message/${agent.phoneId}`,
		{ ...json, authorization: `App ${key}` },
		JSON.stringify({
			recipients: [recipient],
			contentMessage: { type: 'text', text: { body: 'Déjà reçu? 📦' } },
		}),
	);
	return textAt(JSON.parse(answer), 'reference');
}

const waba = { type: 'smsboxWabaTrigger', setting: 'wabaWebhookUrl' };

export const callbacks: readonly CallbackRow[] = [
	{
		name: 'a delivery report',
		type: 'smsboxDeliveryReportTrigger',
		parameters: { finalOnly: true, options: {} },
		setting: 'deliveryReportUrl',
		cause: async (fleet) => await sendSms(fleet, '33600123701'),
	},
	{
		name: 'an incoming SMS',
		type: 'smsboxIncomingSmsTrigger',
		parameters: { options: {} },
		setting: 'incomingSmsUrl',
		cause: async ({ simulator }) =>
			await simulator.incoming({ from: '33600123702', text: 'Ça marche à 18 h, 10 € 🙂' }),
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
		cause: async (fleet) => await sendWhatsApp(fleet, '33600123704'),
	},
	{
		name: 'an error of a WhatsApp message',
		...waba,
		parameters: { requestTypes: ['incoming_error'], options: {} },
		cause: async ({ simulator }) => {
			const from = '33600123705';
			await post(`${simulator.url}/__sim/waba/error`, json, JSON.stringify({ from }));
			return from;
		},
	},
	{
		name: 'an incoming RCS message',
		type: 'smsboxRcsTrigger',
		setting: 'rcsWebhookUrl',
		parameters: { requestTypes: ['incoming_message_text'], options: {} },
		cause: async ({ simulator }) =>
			(await simulator.rcsIncoming({ from: '33600123706', type: 'text', text: 'Où êtes-vous? 🙂' })).id,
	},
];
