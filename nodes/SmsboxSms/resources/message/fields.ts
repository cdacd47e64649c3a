import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { senderIdLocator } from '../../senderIdLocator';

const categories: INodePropertyOptions[] = [
	{
		name: 'Marketing',
		value: 'marketing',
		description: 'Advertising: 8:00 to 20:00 Paris time, no Sundays or holidays, with a STOP mention',
	},
	{
		name: 'Alert or Notification',
		value: 'alert',
		description: 'Appointments, parcels, codes: no marketing, at most 50 recipients, at any time',
	},
	{
		name: 'Private',
		value: 'private',
		description: 'From person to person, to at most 50 recipients, at any time',
	},
	{
		name: 'Non-Marketing Group',
		value: 'nonMarketingGroup',
		description: 'To members, staff or a class; your own list of unsubscribed numbers is left out',
	},
];

/** Nobody gets a category by default, as the law depends on it. */
const categoryField: INodeProperties = {
	displayName: 'Message Category',
	name: 'category',
	type: 'options',
	default: '',
	required: true,
	options: categories,
	description:
		'The rules under which the message goes out. A marketing message must say how to unsubscribe (STOP), and leaves out numbers that did. Without marketing content, choose another category.',
};

/** What both sends ask for, recipients aside. */
export const messageFields: INodeProperties[] = [
	categoryField,
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Your parcel arrives today between 14:00 and 16:00.',
		description:
			'What the person reads. 160 characters fit into one SMS, 70 if one of them is outside the GSM alphabet, such as an emoji, ê or ç. A longer text takes several segments, and each is charged; the output says how many.',
	},
	{
		displayName: 'Sender Type',
		name: 'senderType',
		type: 'options',
		default: 'senderId',
		options: [
			{
				name: 'Sender ID',
				value: 'senderId',
				description: 'A sender ID registered in your account, or its default one',
			},
			{
				name: 'Short Code',
				value: 'shortCode',
				description: 'A number of 3 to 5 digits, chosen by SMSBOX',
			},
			{
				name: 'Two-Way',
				value: 'twoWay',
				description: 'The person can answer for 48 hours, at their own cost',
			},
		],
		description:
			'What the phone shows as the sender. Answers to a message with Two-Way start the SMSBOX Incoming SMS Trigger.',
	},
	{
		...senderIdLocator,
		description: `Who the message comes from; empty for the default sender ID of the account. ${senderIdLocator.description ?? ''}.`,
		displayOptions: { show: { senderType: ['senderId'] } },
	},
];
