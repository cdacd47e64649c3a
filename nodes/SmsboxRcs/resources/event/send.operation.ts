import type { Exchange } from '../../../../protocol/exchange';
import { internationalNumbers } from '../../../../protocol/internationalNumbers';
import { type RcsEventResult, sendRcsEvent } from '../../../../protocol/rcs/event';
import { defineOperation } from '../../../engine/operations/operation';
import { readRecipientNumbers, toField } from '../../../engine/operations/recipients';
import { readAgentId } from '../../agent';

const events = ['READ', 'IS_TYPING'] as const;
type Event = (typeof events)[number];

export const send = defineOperation<{ to: string[]; event: Event; exchange: Exchange<RcsEventResult> }>({
	name: 'Send',
	value: 'send',
	action: 'Send a read receipt or typing indicator',
	description: 'Send a read receipt or a typing indicator to a recipient',
	fields: [
		{
			...toField,
			placeholder: 'e.g. +33600123456',
			description: 'A single phone number in international format',
		},
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			default: 'READ',
			options: [
				{ name: 'Read', value: 'READ', description: 'Mark the messages of the recipient as read' },
				{ name: 'Typing', value: 'IS_TYPING', description: 'Show for a moment that you are typing' },
			],
			description: 'Indicator to show to the recipient',
		},
	],
	readParams(reader) {
		const event = reader.choice('event', events);
		const to = readRecipientNumbers(reader, internationalNumbers);
		return { to, event, exchange: sendRcsEvent(readAgentId(reader), to, event) };
	},
	inOrderOf: ({ to }) => to,
	async run({ event, exchange }, call) {
		const { reference, recipients, ...details } = await call(exchange);
		const [first] = recipients;
		return {
			accepted: first?.accepted ?? null,
			event,
			to: first?.number ?? null,
			reference,
			state: first?.state ?? null,
			reasonCode: first?.reasonCode ?? null,
			...details,
		};
	},
});
