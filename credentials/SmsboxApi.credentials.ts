import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

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
			displayName:
				'The fields below are optional. IDs are for nodes whose own are empty. Change the URLs only to use the simulator or your own proxy.',
			name: 'optional',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Default Country Code',
			name: 'countryCode',
			type: 'string',
			default: '',
			placeholder: 'e.g. 33',
			description: 'Country code for national numbers: with 33, 06… is sent as +336…',
		},
		{
			displayName: 'WABA ID',
			name: 'wabaId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 100100100100100',
			description: 'WABA ID for nodes whose WABA ID is empty',
		},
		{
			displayName: 'Phone Number ID',
			name: 'phoneId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 200200200200200',
			description: 'Phone Number ID for nodes whose Phone Number ID is empty',
		},
		{
			displayName: 'RCS Agent ID',
			name: 'rcsAgentId',
			type: 'string',
			default: '',
			placeholder: 'e.g. my_company_agent',
			description: 'Agent ID for RCS nodes whose Agent ID is empty',
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
	];

	/**
	 * A function: an expression here is evaluated by n8n for each request, which takes longer than all else that it does. The
	 * options stay the same object, as the nodes keep their own signal in it.
	 */
	async authenticate(
		{ apiKey }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		// An expression can return a number.
		const key = typeof apiKey === 'string' || typeof apiKey === 'number' ? String(apiKey).trim() : '';
		const headers = { ...options.headers, Authorization: `App ${key}` };
		return await Promise.resolve(Object.assign(options, { headers }));
	}
}
