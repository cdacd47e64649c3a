import { internationalNumbers } from '../../../../protocol/recipients/internationalNumbers';
import { planRcsEvent } from '../../../../protocol/rcs/event';
import type { RecipientPlan } from '../../../../protocol/recipients/recipientPlan';
import { defineOperation } from '../../../engine/operations/operation';
import { carryOutPlan } from '../../../engine/operations/messageSending';
import { readRecipientNumbers, toField } from '../../../engine/operations/toField';
import { readAgentId } from '../../agent';

const events = ['READ', 'IS_TYPING'] as const;
type Event = (typeof events)[number];

export const send = defineOperation<{ event: Event; plan: RecipientPlan }>({
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
		return { event, plan: planRcsEvent(readAgentId(reader), to, event) };
	},
	partitionKeysOf: ({ plan }) => plan.to,
	run: async ({ event, plan }, call) => ({ ...(await carryOutPlan(plan, call)), event }),
});
