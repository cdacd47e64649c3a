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
			'What the person reads. 160 characters fit into one SMS, 70 if one of them is outside the GSM alphabet (an emoji, for example). The output says how many parts it took.',
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
				description: 'A number of 3 to 5 digits, chosen by the service',
			},
			{
				name: 'Replies Allowed',
				value: 'reply',
				description:
					'The person can answer for 48 hours, at their own cost. Answers start the SMSBOX Incoming SMS Trigger.',
			},
		],
		description: 'What the phone shows as the sender',
	},
	{
		...senderLocator,
		description: `${senderLocator.description ?? ''} Leave it empty for the default sender of the account.`,
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
				description:
					'Advertising. Only 8:00 to 20:00 in Paris, no Sundays or holidays. The text must say how to unsubscribe.',
			},
			{
				name: 'Alert or Notification',
				value: 'alert',
				description:
					'Without commercial content, to at most 50 recipients: appointments, parcels, codes. Goes out at any time.',
			},
			{
				name: 'Private',
				value: 'private',
				description: 'From person to person, to at most 50 recipients. Goes out at any time.',
			},
			{
				name: 'Group, Not Commercial',
				value: 'group',
				description: 'To members, staff or a class. Your own list of unsubscribed numbers is respected.',
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
