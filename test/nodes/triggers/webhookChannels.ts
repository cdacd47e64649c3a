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
		/** Events by their request type. */
		events: {
			incoming_message: waba.text('Hi'),
			status_update: waba.status('read'),
			incoming_error: waba.webhook('incoming_error', { ...waba.received, errors: [] }),
		},
		text: (body: string) => waba.text(body, { id: `wamid.${body.slice(0, 9)}` }),
		webhook: waba.webhook,
	},
	{
		channel: 'RCS',
		other: 'WABA',
		serve: rcs.serveRcs,
		textEvent: 'incoming_message_text',
		events: {
			incoming_message_text: rcs.text('Hi'),
			status_update: rcs.status('READ'),
			incoming_event: rcs.typing(),
		},
		text: rcs.text,
		webhook: rcs.webhook,
	},
];
