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
			description: 'API key of your account, from the SMSBOX customer area',
		},
		{
			displayName: 'Account and SMS Base URL',
			name: 'smsBaseUrl',
			type: 'string',
			default: 'https://api.smsbox.pro',
			placeholder: 'e.g. https://api.smsbox.pro',
			description: 'URL for SMS and account requests. Change it only to use the simulator or your own proxy.',
		},
		{
			displayName: 'WABA Base URL',
			name: 'wabaBaseUrl',
			type: 'string',
			default: 'https://api.wababox.net',
			placeholder: 'e.g. https://api.wababox.net',
			description:
				'URL for WhatsApp Business requests. Change it only to use the simulator or your own proxy.',
		},
		{
			displayName: 'RCS Base URL',
			name: 'rcsBaseUrl',
			type: 'string',
			default: 'https://api.rcsbox.net',
			placeholder: 'e.g. https://api.rcsbox.net',
			description: 'URL for RCS requests. Change it only to use the simulator or your own proxy.',
		},
		{
			displayName: 'Default Country Code',
			name: 'countryCode',
			type: 'string',
			default: '',
			placeholder: 'e.g. 33',
			description: 'Makes national numbers such as 06… international before sending',
		},
		{
			displayName: 'WABA ID',
			name: 'wabaId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 100100100100100',
			description: 'The WhatsApp agent of nodes that have no WABA ID of their own',
		},
		{
			displayName: 'Phone Number ID',
			name: 'phoneId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 200200200200200',
			description: 'The Phone Number ID of nodes that have none of their own',
		},
		{
			displayName: 'RCS Agent ID',
			name: 'agentId',
			type: 'string',
			default: '',
			placeholder: 'e.g. my_company_agent',
			description: 'The RCS agent of nodes that have no Agent ID of their own',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=App {{$credentials.apiKey.trim()}}' } },
	};
}
