/** Business messaging and RCS, for what the simulator does alike for both. */
import * as rcs from './rcsSupport';
import { asObject } from './support';
import * as waba from './wabaSupport';

export const simulatedChannels = [
	{
		channel: 'WABA' as const,
		call: waba.callWaba,
		send: waba.sendWaba,
		hello: waba.HELLO,
		write: waba.write,
		/** The control API's paths for the channel begin with it, and so do its callbacks' kinds. */
		prefix: 'waba',
		textEvent: 'incoming_message',
		/** The word of `data` that holds a status. */
		statusWord: 'status',
		/** What is told of a message that arrives, in its order. */
		arriving: ['ack', 'sent', 'delivered'],
		sent: 'sent',
		/** The text of an incoming message, out of its webhook's `data`. */
		textOf: (data: Record<string, unknown>) => asObject(data['text'])['body'],
		startTold: waba.startTold,
		/** The settings of two agents, how a message names the second one, and what webhooks say of each. */
		twoAgents: {
			settings: { agents: waba.twoAgents },
			toSecond: { phoneId: '22' },
			named: ['1', '2'].map((wabaId) => ({ wabaId, phoneNumber: `3360012340${wabaId}` })),
		},
		/** What the log has of a request with members beside what is declared. */
		logged: {
			later: {},
			beside: {},
			operation: 'waba.message.sendText',
			fields: {
				'contentMessage.type': 'text',
				'contentMessage.text.body': 'Hello',
				wabaId: waba.AGENT,
				phoneId: waba.PHONE,
			},
			options: { query: '?debug=1' },
			undeclared: ['debug', 'validity', 'priority'],
		},
	},
	{
		channel: 'RCS' as const,
		call: rcs.callRcs,
		send: rcs.sendRcs,
		hello: rcs.HELLO,
		write: rcs.write,
		prefix: 'rcs',
		textEvent: 'incoming_message_text',
		statusWord: 'eventType',
		arriving: ['SENT', 'DELIVERED'],
		sent: 'SENT',
		textOf: (data: Record<string, unknown>) => data['text'],
		startTold: rcs.startTold,
		twoAgents: {
			settings: { rcsAgents: rcs.twoAgents },
			toSecond: { agentId: '2' },
			named: ['1', '2'].map((agentId) => ({ agentId, agentName: `Shop ${agentId}` })),
		},
		logged: {
			later: { later: { added: true } },
			beside: { agentId: rcs.AGENT },
			operation: 'rcs.message.send',
			fields: { 'contentMessage.text': rcs.HELLO.text, validity: '5', agentId: rcs.AGENT },
			options: {},
			undeclared: ['priority'],
		},
	},
];
