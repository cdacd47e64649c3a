import type { INodeProperties, IWebhookDescription, TriggerPanelDefinition } from 'n8n-workflow';

/**
 * The webhook of a trigger. Its URL is made of the node's own id, so it stays the same for as long as the node lives.
 * Nothing in it is an expression: evaluating one on each call is what a webhook costs most.
 *
 * `onReceived` answers once n8n has stored the execution: an event that was acknowledged is never lost.
 */
export function callbackWebhook(httpMethod: 'GET' | 'POST'): IWebhookDescription {
	return { name: 'default', httpMethod, path: 'webhook', responseMode: 'onReceived', responseData: 'OK' };
}

/** Where a kind of callback is set up, in the words of the customer area. */
export interface CallbackUrlField {
	/** What the service calls the URL for, in the plural. */
	events: string;
	/** The way to the page in the customer area. */
	page: readonly string[];
	/** The field on that page. */
	field: string;
}

/** What the panel says under the URLs: which goes where, how many there can be, and what is lost when nobody listens. */
export function urlNotices({ events, page, field }: CallbackUrlField): INodeProperties[] {
	const place = `the SMSBOX customer area: <b>${page.join(' &gt; ')}</b>, field <b>${field}</b>`;
	return urlNoticesFor('An account', events, place);
}

/**
 * The same for URLs of which it is not documented where they are set up.
 *
 * @param owner who has the URL
 * @param events what the service calls the URL for, in the plural
 * @param place where it is entered, as the object of "copy the Production URL into"
 */
export function urlNoticesFor(owner: string, events: string, place: string): INodeProperties[] {
	return [
		{
			displayName: `Publish this workflow and copy the <b>Production URL</b> above into ${place}. The Test URL works only while this editor is listening.`,
			name: 'urlNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: `${owner} has one URL for its ${events}, so one trigger receives them all. To feed several workflows, let this workflow hand each event on with one <b>Execute Sub-workflow</b> node per workflow. While this workflow is unpublished, or n8n is starting, what SMSBOX cannot deliver is lost for good.`,
			name: 'sharingNotice',
			type: 'notice',
			default: '',
		},
	];
}

/** How a call of the Test URL is made while the workflow is built. */
const trials: Readonly<Record<'GET' | 'POST', string>> = {
	GET: 'with a callback of the simulator or in a browser',
	POST: 'with a callback of the simulator or an HTTP client',
};

/** The trigger's side panel: how to try it, and where its executions appear. */
export function triggerPanel(events: string, method: 'GET' | 'POST' = 'GET'): TriggerPanelDefinition {
	const trying = `<b>While you build your workflow</b>, click the button and call the Test URL once, ${trials[method]}. The event appears in this editor.<br /><br />`;
	const executions = `the <a data-key="executions">executions list</a>`;
	return {
		header: '',
		executionsHelp: {
			inactive: `${trying}<b>To receive ${events} of your account</b>, publish the workflow and enter the Production URL in the SMSBOX customer area. Each event starts an execution, which you find in ${executions}.`,
			active: `${trying}<b>${events.charAt(0).toUpperCase()}${events.slice(1)} of your account</b> start an execution each, as long as the Production URL stands in the SMSBOX customer area. You find them in ${executions}.`,
		},
		activationHint: `Publish the workflow, then enter the Production URL in the SMSBOX customer area.`,
	};
}

/** How an event comes out; `raw` says what the service sent, `sent` what that is called. */
function outputFieldFor(raw: string, sent: string): INodeProperties {
	return {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The event in plain English, with the same fields for every channel',
			},
			{ name: 'Raw', value: 'raw', description: raw },
			{ name: 'Both', value: 'both', description: `The event, and the ${sent} under "raw"` },
		],
		default: 'simplified',
		description: 'What each event contains',
	};
}

/** How an event comes out that arrives as the parameters of a query. */
export const outputField = outputFieldFor('The parameters as SMSBOX sent them, decoded', 'parameters');

/** How an event comes out that arrives as JSON. */
export const jsonOutputField = outputFieldFor('The JSON as SMSBOX sent it', 'JSON');

/** The options that every trigger has. */
export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'IP(s) Allowlist',
			name: 'ipAllowlist',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Any',
					value: 'any',
					description: 'Whoever knows the URL may call it. The URL itself is a secret.',
				},
				{
					name: 'SMSBOX IPs',
					value: 'smsbox',
					description: 'The six IP addresses that SMSBOX publishes',
				},
				{ name: 'Custom IPs', value: 'custom', description: 'The list under the option of the same name' },
			],
			default: 'any',
			description:
				'Which callers may start the workflow. Others are answered with an error that SMSBOX retries. If n8n runs behind a reverse proxy, set N8N_PROXY_HOPS first, or every call seems to come from the proxy.',
		},
		{
			displayName: 'Ignore Duplicate Events',
			name: 'ignoreDuplicates',
			type: 'boolean',
			noDataExpression: true,
			default: true,
			description:
				'Whether an event that has started this workflow before is acknowledged without starting it again. The last 2,000 events are remembered, over a restart of n8n the last 250. Calls of the Test URL always run.',
		},
		{
			displayName: 'Custom IPs',
			name: 'customIps',
			type: 'string',
			noDataExpression: true,
			default: '',
			placeholder: 'e.g. 10.0.0.0/8, 192.0.2.7',
			description: 'A comma-separated list of IPv4 addresses and ranges that may call',
			displayOptions: { show: { ipAllowlist: ['custom'] } },
		},
	],
};
