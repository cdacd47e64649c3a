import type { JsonObject } from '../../../playground/src/support/json';
import type { SimulatorApi } from '../../../playground/src/simulatorApi';
import { agent, rcsAgent } from '../support/realN8n';

import { sendRcs, sendSms, sendWaba } from '../support/sendToSimulator';

/** A trigger of the package, with everything switched on. */
export interface Trigger {
	/** Its node type, without the package. */
	type: string;
	/** The setting of the simulator that holds its URL: the field of the customer area. */
	setting: 'deliveryReportUrl' | 'incomingSmsUrl' | 'wabaWebhookUrl' | 'rcsWebhookUrl';
	parameters: JsonObject;
	/** Whether it needs the credential, for what it does at once. */
	credential: boolean;
}

export const triggers = {
	deliveryReport: {
		type: 'smsboxDeliveryReportTrigger',
		setting: 'deliveryReportUrl',
		parameters: { statuses: [], finalOnly: false, output: 'both', options: {} },
		credential: false,
	},
	incomingSms: {
		type: 'smsboxIncomingSmsTrigger',
		setting: 'incomingSmsUrl',
		parameters: { filters: { optOuts: 'all' }, output: 'both', options: {} },
		credential: false,
	},
	waba: {
		type: 'smsboxWabaTrigger',
		setting: 'wabaWebhookUrl',
		parameters: {
			requestTypes: ['incoming_message', 'status_update', 'incoming_error'],
			messageTypes: [],
			statuses: [],
			onReceipt: ['downloadFiles', 'markAsRead'],
			wabaId: agent.wabaId,
			phoneId: agent.phoneId,
			output: 'both',
			options: {},
		},
		credential: true,
	},
	rcs: {
		type: 'smsboxRcsTrigger',
		setting: 'rcsWebhookUrl',
		parameters: { requestTypes: [], statuses: [], output: 'both', options: {} },
		credential: false,
	},
} as const satisfies Record<string, Trigger>;

/** Something that happens at the service, and the events that come of it: a row a case. */
export interface Cause {
	trigger: keyof typeof triggers;
	name: string;
	/** `event` of each event that starts the workflow, in their order. */
	events: readonly string[];
	/** What the simulator is asked to do; time then passes until all is told. */
	happen: (simulator: SimulatorApi) => Promise<unknown>;
}

export const person = '33600123456';
const text = 'Ça va? 10 €, à bientôt 🙂';

/** A person writes by WhatsApp. */
const byWhatsApp = (name: string, message: JsonObject & { type: string }): Cause => ({
	trigger: 'waba',
	name,
	events: ['incoming_message'],
	happen: async (simulator) => await simulator.wabaIncoming({ from: person, ...message }),
});
/** The service reports a message that it could not take. */
const failed = (name: string, shape: string, within: string): Cause => ({
	trigger: 'waba',
	name,
	events: ['incoming_error'],
	happen: async (simulator) => await simulator.post('/waba/error', { from: person, shape, in: within }),
});
/** A person writes or types by RCS. */
const byRcs = (name: string, message: { type: string } & JsonObject): Cause => ({
	trigger: 'rcs',
	name,
	events: [message.type === 'event' ? 'incoming_event' : `incoming_message_${message.type}`],
	happen: async (simulator) => await simulator.rcsIncoming({ from: person, ...message }),
});
/** A message was sent, and its statuses are reported. */
const sent = (trigger: Cause['trigger'], name: string, count: number, happen: Cause['happen']): Cause => ({
	trigger,
	name,
	events: Array.from({ length: count }, () =>
		trigger === 'deliveryReport' ? 'delivery_report' : 'status_update',
	),
	happen,
});
/** An SMS comes in. */
const bySms = (name: string, happen: Cause['happen']): Cause => ({
	trigger: 'incomingSms',
	name,
	events: ['incoming_sms'],
	happen,
});
const [arriving, failing, unknown] = ['99900123456', '99910123456', '99970123456'];

export const causes: readonly Cause[] = [
	sent(
		'deliveryReport',
		'an SMS that arrives',
		2,
		async (simulator) => await sendSms(simulator, arriving, text),
	),
	sent(
		'deliveryReport',
		'an SMS to an unknown number',
		2,
		async (simulator) => await sendSms(simulator, unknown, text),
	),
	sent('deliveryReport', 'a status that nobody knows', 3, async (simulator) => {
		const reference = await sendSms(simulator, person, text);
		await simulator.post('/clock', { advance: 60 });
		await simulator.post('/report', { reference, status: 77 });
	}),
	bySms(
		'an SMS in UTF-8',
		async (simulator) => await simulator.incoming({ from: person, text, charset: 'UTF-8' }),
	),
	bySms(
		'an SMS in ISO-8859-1',
		async (simulator) =>
			await simulator.incoming({ from: person, text: 'Café à 18 h', charset: 'ISO-8859-1' }),
	),
	bySms('an SMS in a posted form', async (simulator) => {
		await simulator.configure({ smsCallbackMethod: 'POST' });
		await simulator.incoming({ from: person, text: 'Été à 18 h', charset: 'ISO-8859-1' });
		await simulator.configure({ smsCallbackMethod: 'GET' });
	}),
	bySms('a STOP', async (simulator) => {
		await simulator.incoming({ from: person, text: 'STOP' });
		// The events after it send to the same phone.
		await simulator.configure({ unsubscribed: [] });
	}),
	byWhatsApp('a text', { type: 'text', text }),
	byWhatsApp('a photo with a caption', {
		type: 'image',
		caption: text,
		file: { mimeType: 'image/jpeg', size: 300_001 },
	}),
	byWhatsApp('a video', { type: 'video' }),
	byWhatsApp('a voice message', { type: 'audio' }),
	byWhatsApp('a document', { type: 'document', filename: 'Reçu n° 7.pdf' }),
	byWhatsApp('a reaction', { type: 'reaction', messageId: 'wamid.HBgLMzM2', emoji: '👍' }),
	byWhatsApp('a place', { type: 'location', latitude: 48.8584, longitude: 2.2945, name: 'Là-bas' }),
	byWhatsApp('a tapped button', { type: 'button_reply', id: 'yes', title: 'Oui, à 18 h' }),
	byWhatsApp('a chosen row', { type: 'list_reply', id: 'hours', title: 'Heures' }),
	byWhatsApp('a tapped button of a template', { type: 'button', payload: 'confirm', text: 'Oui' }),
	{
		trigger: 'waba',
		name: 'a kind of message that nobody knows',
		events: ['incoming_message'],
		happen: async (simulator) =>
			await simulator.post('/waba/incoming', {
				from: person,
				data: { type: 'hologram', hologram: { color: 'blé' } },
			}),
	},
	sent(
		'waba',
		'the statuses of a message that is read',
		4,
		async (simulator) => await sendWaba(simulator, agent, arriving, text),
	),
	sent(
		'waba',
		'the statuses of a message that fails',
		2,
		async (simulator) => await sendWaba(simulator, agent, failing, text),
	),
	failed('an error in a list', 'array', 'data'),
	failed('an error as an object in the envelope', 'object', 'envelope'),
	byRcs('a text by RCS', { type: 'text', text }),
	byRcs('a tapped reply', {
		type: 'reply',
		text: 'Oui, à 18 h',
		postbackData: '{"order":1042,"note":"été"}',
	}),
	byRcs('a tapped action', { type: 'action', text: 'Appeler', postbackData: 'call' }),
	byRcs('a file by RCS', { type: 'file', fileName: 'Reçu n° 7.pdf' }),
	byRcs('a shared place', { type: 'location', latitude: 48.8584, longitude: 2.2945 }),
	byRcs('somebody who is typing', { type: 'event' }),
	sent(
		'rcs',
		'the statuses of an RCS message that is read',
		3,
		async (simulator) => await sendRcs(simulator, rcsAgent.agentId, arriving, text),
	),
	sent(
		'rcs',
		'the status of an RCS message that fails',
		1,
		async (simulator) => await sendRcs(simulator, rcsAgent.agentId, failing, text),
	),
	{
		trigger: 'rcs',
		name: 'a type of event that nobody knows',
		events: ['incoming_message_hologram'],
		happen: async (simulator) =>
			await simulator.post('/rcs/incoming', {
				from: person,
				requestType: 'incoming_message_hologram',
				data: { type: 'hologram', color: 'blé', timestamp: '1719576000' },
			}),
	},
];
