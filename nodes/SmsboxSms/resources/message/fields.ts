import type { INodeProperties } from 'n8n-workflow';
import { senderLocator } from '../../senderLocator';

/** What both sends ask for, recipients aside. */
export const messageFields: INodeProperties[] = [
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Your parcel arrives today between 14:00 and 16:00.',
		description:
			'What the person reads. 160 characters fit into one SMS, 70 if one of them is outside the GSM alphabet, such as an emoji, ê or ç. A longer text takes several parts, and each is charged; the output says how many.',
	},
	{
		displayName: 'Sender Mode',
		name: 'senderMode',
		type: 'options',
		default: 'custom',
		options: [
			{
				name: 'Own Sender',
				value: 'custom',
				description: 'A sender registered in your account, or its default sender',
			},
			{
				name: 'Short Code',
				value: 'shortCode',
				description: 'A number of 3 to 5 digits, chosen by SMSBOX',
			},
			{
				name: 'Replies Allowed',
				value: 'reply',
				description: 'The person can answer for 48 hours, at their own cost',
			},
		],
		description:
			'What the phone shows as the sender. Answers to a message with Replies Allowed start the SMSBOX Incoming SMS Trigger.',
	},
	{
		...senderLocator,
		description: `Who the message comes from; empty for the default sender of the account. ${senderLocator.description ?? ''}.`,
		displayOptions: { show: { senderMode: ['custom'] } },
	},
	{
		displayName: 'Kind of Message',
		name: 'kind',
		type: 'options',
		default: 'commercial',
		options: [
			{
				name: 'Commercial',
				value: 'commercial',
				description: 'Advertising: 8:00 to 20:00 Paris time, no Sundays or holidays, with a STOP mention',
			},
			{
				name: 'Alert or Notification',
				value: 'alert',
				description: 'Appointments, parcels, codes: nothing commercial, at most 50 recipients, at any time',
			},
			{
				name: 'Private',
				value: 'private',
				description: 'From person to person, to at most 50 recipients, at any time',
			},
			{
				name: 'Group, Not Commercial',
				value: 'group',
				description: 'To members, staff or a class; your own list of unsubscribed numbers is left out',
			},
		],
		description:
			'The rules under which the message goes out. A commercial one must say how to unsubscribe (STOP), and leaves out numbers that did. Without commercial content, choose another kind.',
	},
	{
		displayName: 'Delivery Report',
		name: 'deliveryReport',
		type: 'boolean',
		default: true,
		description:
			'Whether SMSBOX reports what becomes of the message to the URL in your customer area, which starts the SMSBOX Delivery Report Trigger',
	},
];
