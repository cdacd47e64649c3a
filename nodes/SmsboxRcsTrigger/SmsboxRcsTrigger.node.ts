import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import {
	callbackWebhook,
	jsonOutputField,
	optionsField,
	triggerPanel,
	urlNoticesFor,
} from '../engine/webhook/description';
import { receive } from '../engine/webhook/receive';
import { enteredByHand } from '../engine/webhook/registration';
import { messages, rcsWebhooks, requestTypeOptions, statusOptions } from './rcsWebhooks';

export class SmsboxRcsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX RCS Trigger',
		name: 'smsboxRcsTrigger',
		icon: { light: 'file:smsboxRcsTrigger.svg', dark: 'file:smsboxRcsTrigger.dark.svg' },
		group: ['trigger'],
		// From its first release: for a webhook of version 1, n8n evaluates an expression on every call.
		version: 2,
		subtitle:
			'={{ [$parameter["requestTypes"].join(", ").replaceAll("incoming_message_", "").replaceAll("_", " ") || "every event", ...($parameter["statuses"] || [])].join(", ").toLowerCase() }}',
		description:
			'Starts the workflow when somebody writes to your RCS agent or taps a suggestion, and when the status of a message changes',
		eventTriggerDescription: 'Waiting for an RCS webhook at the Test URL',
		activationMessage:
			'RCS messages start this workflow as soon as its Production URL stands in the settings of your agent at SMSBOX.',
		defaults: { name: 'SMSBOX RCS Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: [callbackWebhook(rcsWebhooks.method)],
		triggerPanel: triggerPanel('RCS events', rcsWebhooks.method),
		hints: [
			{
				message:
					'Each message of yours starts this workflow up to three times, once for each status and recipient. Choose the Statuses that you need, such as Failed.',
				displayCondition:
					'={{ ($parameter["requestTypes"].length === 0 || $parameter["requestTypes"].includes("status_update")) && !$parameter["statuses"]?.length }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
			},
		],
		properties: [
			...urlNoticesFor(
				'An agent',
				'webhooks',
				'the settings of your RCS agent in the <b>SMSBOX customer area</b>, as its webhook URL, or give it to your contact at SMSBOX',
			),
			{
				displayName: 'Events',
				name: 'requestTypes',
				type: 'multiOptions',
				noDataExpression: true,
				options: requestTypeOptions,
				default: [...messages],
				description:
					'Only these start the workflow; with none chosen, all do. An event that this version does not know always does.',
			},
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'multiOptions',
				noDataExpression: true,
				options: statusOptions(),
				default: [],
				description:
					'Only these statuses start the workflow; with none chosen, all do. A status that this version does not know always does.',
				// Shown also where no event is chosen, which means all.
				displayOptions: { hide: { requestTypes: [{ _cnd: { not: 'status_update' } }] } },
			},
			jsonOutputField,
			optionsField,
		],
	};

	webhookMethods = enteredByHand();

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, rcsWebhooks);
	}
}
