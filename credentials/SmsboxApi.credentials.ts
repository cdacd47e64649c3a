import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

/**
 * The account's API key and the three base addresses. It has no `test` of its own: the service answers 200 to a wrong
 * key too, so the nodes test it (`testedBy`) and can say which of the four things is wrong.
 */
export class SmsboxApi implements ICredentialType {
	name = 'smsboxApi';

	displayName = 'SMSBOX API';

	icon: Icon = { light: 'file:smsboxApi.svg', dark: 'file:smsboxApi.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-smsbox/n8n-nodes-smsbox#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The key of your SMSBOX account, as the customer area shows it',
		},
		{
			displayName: 'Account and SMS Base URL',
			name: 'smsBaseUrl',
			type: 'string',
			default: 'https://api.smsbox.pro',
			placeholder: 'e.g. https://api.smsbox.pro',
			description:
				'Where SMS and account requests go. Change it only to use a simulator or a proxy of your own.',
		},
		{
			displayName: 'WABA Base URL',
			name: 'wabaBaseUrl',
			type: 'string',
			default: 'https://api.wababox.net',
			placeholder: 'e.g. https://api.wababox.net',
			description:
				'Where WhatsApp Business messages go. Change it only to use a simulator or a proxy of your own.',
		},
		{
			displayName: 'RCS Base URL',
			name: 'rcsBaseUrl',
			type: 'string',
			default: 'https://api.rcsbox.net',
			placeholder: 'e.g. https://api.rcsbox.net',
			description: 'Where RCS messages go. Change it only to use a simulator or a proxy of your own.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=App {{$credentials.apiKey.trim()}}' } },
	};
}
