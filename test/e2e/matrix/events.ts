import type { JsonObject } from '../../../playground/src/support/json';
import type { SimulatorApi } from '../../../playground/src/simulatorApi';
import { rcsAgent } from '../../smoke/realN8n';
import { agent } from './world';
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

/** The key that `startRealN8n` gives the simulated service. */
const access = ({ url }: SimulatorApi) => ({ url, key: 'smoke-key' });
const person = '33600123456';
const text = 'Ça va? 10 €, à bientôt 🙂';

const wrote =
	(message: JsonObject & { type: string }) =>
	async (simulator: SimulatorApi): Promise<unknown> =>
		await simulator.wabaIncoming({ from: person, ...message });
const failed =
	(shape: string, within: string) =>
	async (simulator: SimulatorApi): Promise<unknown> =>
		await simulator.post('/waba/error', { from: person, shape, in: within });
const wroteByRcs =
	(message: JsonObject & { type: string }) =>
	async (simulator: SimulatorApi): Promise<unknown> =>
		await simulator.rcsIncoming({ from: person, ...message });
const statuses = (count: number): string[] => Array.from({ length: count }, () => 'status_update');

export const causes: readonly Cause[] = [
	{
		trigger: 'deliveryReport',
		name: 'an SMS that arrives',
		events: ['delivery_report', 'delivery_report'],
		happen: async (simulator) => await sendSms(access(simulator), '99900123456', text),
	},
	{
		trigger: 'deliveryReport',
		name: 'an SMS to an unknown number',
		events: ['delivery_report', 'delivery_report'],
		happen: async (simulator) => await sendSms(access(simulator), '99970123456', text),
	},
	{
		trigger: 'deliveryReport',
		name: 'a status that nobody knows',
		events: ['delivery_report', 'delivery_report', 'delivery_report'],
		happen: async (simulator) => {
			const reference = await sendSms(access(simulator), person, text);
			await simulator.post('/clock', { advance: 60 });
			await simulator.post('/report', { reference, status: 77 });
		},
	},
	{
		trigger: 'incomingSms',
		name: 'an SMS in UTF-8',
		events: ['incoming_sms'],
		happen: async (simulator) => await simulator.incoming({ from: person, text, charset: 'UTF-8' }),
	},
	{
		trigger: 'incomingSms',
		name: 'an SMS in ISO-8859-1',
		events: ['incoming_sms'],
		happen: async (simulator) =>
			await simulator.incoming({ from: person, text: 'Café à 18 h', charset: 'ISO-8859-1' }),
	},
	{
		trigger: 'incomingSms',
		name: 'an SMS in a posted form',
		events: ['incoming_sms'],
		happen: async (simulator) => {
			await simulator.configure({ smsCallbackMethod: 'POST' });
			const sms = { from: person, text: 'Été à 18 h', charset: 'ISO-8859-1' };
			const reference = await simulator.incoming(sms);
			await simulator.configure({ smsCallbackMethod: 'GET' });
			return reference;
		},
	},
	{
		trigger: 'incomingSms',
		name: 'a STOP',
		events: ['incoming_sms'],
		happen: async (simulator) => {
			const reference = await simulator.incoming({ from: person, text: 'STOP' });
			// The events after it send to the same phone.
			await simulator.configure({ unsubscribed: [] });
			return reference;
		},
	},
	{ trigger: 'waba', name: 'a text', events: ['incoming_message'], happen: wrote({ type: 'text', text }) },
	{
		trigger: 'waba',
		name: 'a photo with a caption',
		events: ['incoming_message'],
		happen: wrote({ type: 'image', caption: text, file: { mimeType: 'image/jpeg', size: 300_001 } }),
	},
	{ trigger: 'waba', name: 'a video', events: ['incoming_message'], happen: wrote({ type: 'video' }) },
	{
		trigger: 'waba',
		name: 'a voice message',
		events: ['incoming_message'],
		happen: wrote({ type: 'audio' }),
	},
	{
		trigger: 'waba',
		name: 'a document',
		events: ['incoming_message'],
		happen: wrote({ type: 'document', filename: 'Reçu n° 7.pdf' }),
	},
	{
		trigger: 'waba',
		name: 'a reaction',
		events: ['incoming_message'],
		happen: wrote({ type: 'reaction', messageId: 'wamid.HBgLMzM2', emoji: '👍' }),
	},
	{
		trigger: 'waba',
		name: 'a place',
		events: ['incoming_message'],
		happen: wrote({ type: 'location', latitude: 48.8584, longitude: 2.2945, name: 'Là-bas' }),
	},
	{
		trigger: 'waba',
		name: 'a tapped button',
		events: ['incoming_message'],
		happen: wrote({ type: 'button_reply', id: 'yes', title: 'Oui, à 18 h' }),
	},
	{
		trigger: 'waba',
		name: 'a chosen row',
		events: ['incoming_message'],
		happen: wrote({ type: 'list_reply', id: 'hours', title: 'Heures' }),
	},
	{
		trigger: 'waba',
		name: 'a tapped button of a template',
		events: ['incoming_message'],
		happen: wrote({ type: 'button', payload: 'confirm', text: 'Oui' }),
	},
	{
		trigger: 'waba',
		name: 'a kind of message that nobody knows',
		events: ['incoming_message'],
		happen: async (simulator) =>
			await simulator.post('/waba/incoming', {
				from: person,
				data: { id: 'wamid.HBgLMzM3', type: 'hologram', hologram: { color: 'blé' } },
			}),
	},
	{
		trigger: 'waba',
		name: 'the statuses of a message that is read',
		events: statuses(4),
		happen: async (simulator) => await sendWaba(access(simulator), agent, '99900123456', text),
	},
	{
		trigger: 'waba',
		name: 'the statuses of a message that fails',
		events: statuses(2),
		happen: async (simulator) => await sendWaba(access(simulator), agent, '99910123456', text),
	},
	{
		trigger: 'waba',
		name: 'an error in a list',
		events: ['incoming_error'],
		happen: failed('array', 'data'),
	},
	{
		trigger: 'waba',
		name: 'an error as an object in the envelope',
		events: ['incoming_error'],
		happen: failed('object', 'envelope'),
	},
	{
		trigger: 'rcs',
		name: 'a text by RCS',
		events: ['incoming_message_text'],
		happen: wroteByRcs({ type: 'text', text }),
	},
	{
		trigger: 'rcs',
		name: 'a tapped reply',
		events: ['incoming_message_reply'],
		happen: wroteByRcs({ type: 'reply', text: 'Oui, à 18 h', postbackData: '{"order":1042,"note":"été"}' }),
	},
	{
		trigger: 'rcs',
		name: 'a tapped action',
		events: ['incoming_message_action'],
		happen: wroteByRcs({ type: 'action', text: 'Appeler', postbackData: 'call' }),
	},
	{
		trigger: 'rcs',
		name: 'a file by RCS',
		events: ['incoming_message_file'],
		happen: wroteByRcs({ type: 'file', fileName: 'Reçu n° 7.pdf' }),
	},
	{
		trigger: 'rcs',
		name: 'a shared place',
		events: ['incoming_message_location'],
		happen: wroteByRcs({ type: 'location', latitude: 48.8584, longitude: 2.2945 }),
	},
	{
		trigger: 'rcs',
		name: 'somebody who is typing',
		events: ['incoming_event'],
		happen: wroteByRcs({ type: 'event' }),
	},
	{
		trigger: 'rcs',
		name: 'the statuses of an RCS message that is read',
		events: statuses(3),
		happen: async (simulator) => await sendRcs(access(simulator), rcsAgent.agentId, '99900123456', text),
	},
	{
		trigger: 'rcs',
		name: 'the status of an RCS message that fails',
		events: statuses(1),
		happen: async (simulator) => await sendRcs(access(simulator), rcsAgent.agentId, '99910123456', text),
	},
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
