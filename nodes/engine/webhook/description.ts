import type { INodeProperties, IWebhookDescription, TriggerPanelDefinition } from 'n8n-workflow';

import { methodsOf, type CallbackFormat } from './callback';

/**
 * The webhooks of a trigger, one per method, all with one URL. It is made of the node's own id, so it stays the same for as
 * long as the node lives. The editor shows it once.
 * Nothing in it is an expression: evaluating one on each call is what a webhook costs most. Its last part is these triggers'
 * own, so that a proxy can tell their callbacks from those of n8n's triggers, of which many end in "webhook".
 *
 * `onReceived` answers once n8n 2 has stored the execution: an event that was acknowledged is never lost. n8n 1 answers before.
 */
export function callbackWebhooks(format: CallbackFormat): IWebhookDescription[] {
	return methodsOf[format].map((httpMethod, index) => ({
		name: 'default',
		httpMethod,
		path: 'smsbox',
		responseMode: 'onReceived',
		responseData: 'OK',
		...(index > 0 && { ndvHideUrl: true }),
	}));
}

/** Where the user pages are. */
export const docs = 'https://github.com/n8n-nodes-smsbox/n8n-nodes-smsbox/blob/main/docs';

/** Where the URL of a trigger is entered. */
interface UrlPlace {
	/** Who has the URL, of each kind only one. */
	owner: string;
	/** What the service calls the URL for, in the plural. */
	events: string;
	/** Where it is entered, as the object of "enter the Production URL in". */
	menuPath: string;
	/** The trigger's page in `docs/nodes/`. */
	page: string;
}

/** What the panel says under the URLs: which goes where, how many there can be, and what is lost when nobody listens. */
export function urlNotices({ owner, events, menuPath, page }: UrlPlace): INodeProperties[] {
	return [
		{
			displayName: `Open <b>Webhook URLs</b> above and enter the <b>Production URL</b> in ${menuPath}. <a href="${docs}/nodes/${page}.md">Learn more</a>`,
			name: 'urlNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: `${owner} has one URL for ${events}. While this workflow is unpublished, events are lost. <a href="${docs}/recipes.md#one-url-several-workflows">Start several workflows</a>`,
			name: 'sharingNotice',
			type: 'notice',
			default: '',
		},
	];
}

/** A field of the page Callback URLs in the customer area. */
export const callbackUrlField = (field: string): string =>
	`the customer area. Choose <b>My settings &gt; My preferences &gt; Callback URLs &gt; ${field}</b>`;

/** What can call the Test URL while the workflow is being built. */
const callers: Readonly<Record<CallbackFormat, string>> = {
	parameters: 'the simulator or a browser',
	json: 'the simulator or an HTTP client',
};

/** The trigger's side panel: how to try it, and where its executions appear. */
export function triggerPanel(events: string, format: CallbackFormat): TriggerPanelDefinition {
	const trying = `<b>While building your workflow</b>, select <b>Execute step</b>, then call the Test URL from ${callers[format]}. The event shows up in this editor.<br /><br />`;
	const executions = `the <a data-key="executions">executions list</a>`;
	return {
		header: '',
		executionsHelp: {
			inactive: `${trying}<b>To receive ${events} from your account</b>, publish the workflow and enter the Production URL in the SMSBOX customer area. The executions show up in ${executions}.`,
			active: `${trying}<b>Your workflow also runs automatically</b> for ${events}, once the Production URL is set in the SMSBOX customer area. The executions show up in ${executions}.`,
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
				description: 'Event in plain English, with the same fields for every channel',
			},
			{ name: 'Raw', value: 'raw', description: raw },
			{ name: 'Both', value: 'both', description: `Event with the original ${sent} under "raw"` },
		],
		default: 'simplified',
		description: 'Format of each event',
	};
}

/** How an event comes out that arrives as the parameters of a query. */
export const outputField = outputFieldFor('Parameters as sent by SMSBOX, decoded', 'parameters');

/** How an event comes out that arrives as JSON. */
export const jsonOutputField = outputFieldFor('JSON as sent by SMSBOX', 'JSON');

/** How an event comes out that was found in the history. */
export const lineOutputField = outputFieldFor('Line of the history as sent by SMSBOX', 'line');

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
					description: 'Anyone who knows the URL can call it, so keep it secret',
				},
				{
					name: 'SMSBOX IPs',
					value: 'smsbox',
					description: 'The six addresses that SMSBOX calls from',
				},
				{ name: 'Custom IPs', value: 'custom', description: 'Addresses in the Custom IPs option' },
			],
			default: 'any',
			description:
				'IP addresses that may call the trigger. Calls from other addresses get an error, and SMSBOX retries them. Behind a reverse proxy, set N8N_PROXY_HOPS first, or every call seems to come from the proxy.',
		},
		{
			displayName: 'Ignore Duplicate Events',
			name: 'ignoreDuplicates',
			type: 'boolean',
			noDataExpression: true,
			default: true,
			description:
				'Whether to acknowledge duplicate events without starting the workflow again. The last 25,000 events are remembered, or up to 250 after a restart of n8n. Calls to the Test URL always run.',
		},
		{
			displayName: 'Custom IPs',
			name: 'customIps',
			type: 'string',
			noDataExpression: true,
			default: '',
			placeholder: 'e.g. 10.0.0.0/8, 192.0.2.7',
			description: 'Comma-separated list of IPv4 addresses and ranges that may call the trigger',
			displayOptions: { show: { ipAllowlist: ['custom'] } },
		},
	],
};

/** The options of triggers whose events may answer: by default, they resume what waits for them. */
export const answerOptionsField: INodeProperties = {
	...optionsField,
	options: [
		...(optionsField.options ?? []),
		{
			displayName: 'Resume Waiting Executions',
			name: 'resumeWaiting',
			type: 'boolean',
			noDataExpression: true,
			default: true,
			description:
				'Whether an event that answers a Send and Wait for Response continues the execution that waits for it',
		},
	],
};
