/** The two channels whose triggers are called with JSON, for what both of these do alike. */
import * as rcs from './rcsServed';
import * as waba from './wabaServed';

export const webhookChannels = [
	{
		channel: 'WABA',
		other: 'RCS',
		serve: waba.serveWaba,
		/** The request type of a text that a person sends. */
		textEvent: 'incoming_message',
		text: (body: string) => waba.text(body, { id: `wamid.${body.slice(0, 9)}` }),
		withData: (data: unknown) => waba.webhook('incoming_message', data),
		status: (code: string) => waba.status(code),
		codes: { first: 'ack', delivered: 'delivered', read: 'read', failed: 'failed', unknown: 'on_hold' },
		/** What comes in masses, and starts nothing as the trigger is. */
		ticks: () => ['ack', 'sent', 'delivered', 'read'].map((code) => waba.status(code)),
	},
	{
		channel: 'RCS',
		other: 'WABA',
		serve: rcs.serveRcs,
		textEvent: 'incoming_message_text',
		text: rcs.text,
		withData: (data: unknown) => rcs.webhook('incoming_message_text', data),
		status: (code: string) => rcs.status(code),
		codes: { first: 'SENT', delivered: 'DELIVERED', read: 'READ', failed: 'FAILED', unknown: 'ON_HOLD' },
		ticks: () => [rcs.typing(), ...['SENT', 'DELIVERED', 'READ'].map((code) => rcs.status(code))],
	},
];
