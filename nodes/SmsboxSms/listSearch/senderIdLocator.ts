import type { INodeProperties } from 'n8n-workflow';

/** A sender ID, chosen from the account's list or by name. */
export const senderIdLocator: INodeProperties = {
	displayName: 'Sender ID',
	name: 'senderId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'It must be registered in your SMSBOX account (Sender Management): at most 11 letters and digits, or 15 digits',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a sender ID...',
			typeOptions: { searchListMethod: 'searchSenderIds', searchable: true },
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. MyCompany',
			hint: 'The exact name, as registered',
		},
	],
};
