import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { senderIdLocator } from '../../listSearch/senderIdLocator';

const categories: INodePropertyOptions[] = [
	{
		name: 'Marketing',
		value: 'marketing',
		description: 'Advertising with a STOP mention: 8:00 to 20:00 Paris time, no Sundays or holidays',
	},
	{
		name: 'Alert or Notification',
		value: 'alert',
		description: 'Appointments, parcels, codes: no marketing, at most 50 recipients, at any time',
	},
	{
		name: 'Private',
		value: 'private',
		description: 'Person to person, nothing commercial or automated, at most 50 recipients',
	},
	{
		name: 'Non-Marketing Group',
		value: 'nonMarketingGroup',
		description: 'Members, staff or a class; numbers on your own unsubscribe list are rejected',
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
		'Legal category of the message. Marketing messages must say how to unsubscribe (STOP), and are rejected for unsubscribed numbers. For other content, select another category.',
};

/** Who a message is from. */
export const senderFields: INodeProperties[] = [
	{
		displayName: 'Sender Type',
		name: 'senderType',
		type: 'options',
		default: 'senderId',
		options: [
			{
				name: 'Sender ID',
				value: 'senderId',
				description: 'A sender ID of your account, or the default one',
			},
			{
				name: 'Short Code',
				value: 'shortCode',
				description: 'A 3 to 5 digit number that SMSBOX chooses',
			},
			{
				name: 'Two-Way',
				value: 'twoWay',
				description: 'Recipients can reply for 48 hours, at their own cost',
			},
		],
		description:
			'Sender shown on the phone. Replies to Two-Way messages start the SMSBOX Incoming SMS Trigger.',
	},
	{
		...senderIdLocator,
		description: `Sender shown on the phone. If empty, the default sender ID of the account. ${senderIdLocator.description ?? ''}.`,
		modes: (senderIdLocator.modes ?? []).map((mode) => ({
			...mode,
			...(mode.name === 'list'
				? { placeholder: 'From the account' }
				: { hint: 'The exact name, as registered. If empty, the default sender ID.' }),
		})),
		displayOptions: { show: { senderType: ['senderId'] } },
	},
];

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
			'Text of the message. A segment holds 160 characters, or 70 with any outside the GSM alphabet, such as an emoji, ê or ç. Longer texts use several segments, and each is charged.',
	},
	...senderFields,
];
