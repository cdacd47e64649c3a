import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import {
	callbackWebhooks,
	jsonOutputField,
	answerOptionsField,
	triggerPanel,
	urlNotices,
} from '../engine/webhook/description';
import { receive } from '../engine/webhook/receive';
import { enteredByHand } from '../engine/webhook/options';
import { messages, rcsWebhooks, rcsRequestTypeOptions, rcsStatusOptions } from './rcsWebhooks';

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
		description: 'Send RCS messages, and start workflows from messages, taps on buttons and status changes',
		eventTriggerDescription: 'Waiting for an RCS webhook at the Test URL',
		activationMessage:
			'RCS events start this workflow once its Production URL is set for your agent at SMSBOX.',
		defaults: { name: 'SMSBOX RCS Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: callbackWebhooks(rcsWebhooks.format),
		triggerPanel: triggerPanel('RCS events', rcsWebhooks.format),
		hints: [
			{
				message:
					'Each message you send can start this workflow up to three times per recipient. Select the Statuses you need, such as Failed.',
				displayCondition:
					'={{ ($parameter["requestTypes"].length === 0 || $parameter["requestTypes"].includes("status_update")) && !$parameter["statuses"]?.length }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
			},
		],
		properties: [
			...urlNotices({
				owner: 'An agent',
				events: 'its events',
				menuPath: 'the settings of your RCS agent. Look in the customer area, or ask SMSBOX',
				page: 'rcs-trigger',
			}),
			{
				displayName: 'Events',
				name: 'requestTypes',
				type: 'multiOptions',
				noDataExpression: true,
				options: rcsRequestTypeOptions,
				default: [...messages],
				description:
					'Events that start the workflow; if empty, all of them. An unknown event always starts it.',
			},
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'multiOptions',
				noDataExpression: true,
				options: rcsStatusOptions,
				default: [],
				description:
					'Statuses that start the workflow; if empty, all of them. An unknown status always starts it.',
				// Shown also where no event is chosen, which means all.
				displayOptions: { hide: { requestTypes: [{ _cnd: { not: 'status_update' } }] } },
			},
			jsonOutputField,
			answerOptionsField,
		],
	};

	webhookMethods = enteredByHand();

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, rcsWebhooks);
	}
}
