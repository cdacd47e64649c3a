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
	},
	{
		channel: 'RCS',
		other: 'WABA',
		serve: rcs.serveRcs,
		textEvent: 'incoming_message_text',
		text: rcs.text,
		withData: (data: unknown) => rcs.webhook('incoming_message_text', data),
	},
];
