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

const arriving = '99900123456';
const statuses = (count: number): string[] => Array.from({ length: count }, () => 'status_update');

/** What n8n may read or store otherwise than the contract fixtures say: query, form, JSON, files, several events of a message. */
export const causes: readonly Cause[] = [
	{
		trigger: 'deliveryReport',
		name: 'an SMS that arrives',
		events: ['delivery_report', 'delivery_report'],
		happen: async (simulator) => await sendSms(simulator, arriving, text),
	},
	...(['UTF-8', 'ISO-8859-1'] as const).map((charset): Cause => ({
		trigger: 'incomingSms',
		name: `an SMS in ${charset}`,
		events: ['incoming_sms'],
		happen: async (simulator) => await simulator.incoming({ from: person, text: 'Café à 18 h', charset }),
	})),
	{
		trigger: 'incomingSms',
		name: 'an SMS in a posted form',
		events: ['incoming_sms'],
		async happen(simulator) {
			await simulator.configure({ smsCallbackMethod: 'POST' });
			await simulator.incoming({ from: person, text: 'Été à 18 h', charset: 'ISO-8859-1' });
			await simulator.configure({ smsCallbackMethod: 'GET' });
		},
	},
	...[
		{ type: 'text', text },
		{ type: 'image', caption: text, file: { mimeType: 'image/jpeg', size: 300_001 } },
		{ type: 'document', filename: 'Reçu n° 7.pdf' },
	].map((message): Cause => ({
		trigger: 'waba',
		name: `a message of type ${message.type}`,
		events: ['incoming_message'],
		happen: async (simulator) => await simulator.wabaIncoming({ from: person, ...message }),
	})),
	{
		trigger: 'waba',
		name: 'the statuses of a message that is read',
		events: statuses(4),
		happen: async (simulator) => await sendWaba(simulator, agent, arriving, text),
	},
	...[
		{ type: 'text', text },
		{ type: 'file', fileName: 'Reçu n° 7.pdf' },
	].map((message): Cause => ({
		trigger: 'rcs',
		name: `a message of type ${message.type}`,
		events: [`incoming_message_${message.type}`],
		happen: async (simulator) => await simulator.rcsIncoming({ from: person, ...message }),
	})),
	{
		trigger: 'rcs',
		name: 'the statuses of an RCS message that is read',
		events: statuses(3),
		happen: async (simulator) => await sendRcs(simulator, rcsAgent.agentId, arriving, text),
	},
];
