import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { smsboxApiTest } from '../engine/http/credentialTest';
import {
	callbackWebhooks,
	jsonOutputField,
	answerOptionsField,
	triggerPanel,
	urlNotices,
} from '../engine/webhook/description';
import { runOnReceiptTasks } from '../engine/webhook/onReceiptTasks';
import { receive } from '../engine/webhook/receive';
import { enteredByHand } from '../engine/webhook/options';
import { triggerAgentFields, problemWithAgent, readTriggerAgent, whereTasksAreChosen } from './agent';
import { onReceiptFor, onReceiptOptions } from './onReceipt';
import { messageTypeOptions, wabaRequestTypeOptions, wabaStatusOptions, wabaWebhooks } from './wabaWebhooks';

/** The conditions below are fulfilled by a list without the other event, so also by errors alone. */
const onlyErrors = { requestTypes: [{ _cnd: { eq: 'incoming_error' } }] };

export class SmsboxWabaTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX WhatsApp (WABA) Trigger',
		name: 'smsboxWabaTrigger',
		icon: { light: 'file:smsboxWabaTrigger.svg', dark: 'file:smsboxWabaTrigger.dark.svg' },
		group: ['trigger'],
		// From its first release: for a webhook of version 1, n8n evaluates an expression on every call.
		version: 2,
		subtitle:
			'={{ [$parameter["requestTypes"].join(", ").replaceAll("_", " ") || "every event", ...($parameter["messageTypes"] || []), ...($parameter["statuses"] || [])].join(", ") }}',
		description:
			'Send WhatsApp messages, and start workflows from messages, taps on buttons and status changes',
		eventTriggerDescription: 'Waiting for a WABA webhook at the Test URL',
		activationMessage:
			'WhatsApp events start this workflow once its Production URL is set for your agent at SMSBOX.',
		defaults: { name: 'SMSBOX WhatsApp (WABA) Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		// Receiving needs no key. Where nothing is done on receipt, nobody is asked for one.
		credentials: [
			{
				name: 'smsboxApi',
				required: true,
				testedBy: 'smsboxApiTest',
				displayOptions: whereTasksAreChosen,
			},
		],
		webhooks: callbackWebhooks(wabaWebhooks.format),
		triggerPanel: triggerPanel('WhatsApp events', wabaWebhooks.format),
		hints: [
			{
				message:
					'Each message you send can start this workflow up to four times per recipient. Select the Statuses you need, such as Failed.',
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
				menuPath: 'the settings of your WhatsApp agent. Look in the customer area, or ask SMSBOX',
				page: 'waba-trigger',
			}),
			{
				displayName: 'Events',
				name: 'requestTypes',
				type: 'multiOptions',
				noDataExpression: true,
				options: wabaRequestTypeOptions,
				default: ['incoming_message'],
				description:
					'Events that start the workflow; if empty, all of them. An unknown event always starts it.',
			},
			{
				displayName: 'Message Types',
				name: 'messageTypes',
				type: 'multiOptions',
				noDataExpression: true,
				options: messageTypeOptions,
				default: [],
				description:
					'Types of incoming messages that start the workflow; if empty, all of them. An unknown type always starts it.',
				// Also where no event is chosen, which means all; a condition that an empty list fulfils.
				displayOptions: {
					show: { requestTypes: ['incoming_message', { _cnd: { not: 'status_update' } }] },
					hide: onlyErrors,
				},
			},
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'multiOptions',
				noDataExpression: true,
				options: wabaStatusOptions,
				default: [],
				description:
					'Statuses that start the workflow; if empty, all of them. An unknown status always starts it.',
				displayOptions: {
					show: { requestTypes: ['status_update', { _cnd: { not: 'incoming_message' } }] },
					hide: onlyErrors,
				},
			},
			{
				displayName: 'On Receipt',
				name: 'onReceipt',
				type: 'multiOptions',
				noDataExpression: true,
				options: onReceiptOptions,
				default: [],
				description:
					'Tasks to run for an incoming message before the workflow starts, within two seconds. If a task fails or takes longer, the workflow starts without it. For a file, the event has the reason.',
				displayOptions: {
					show: { requestTypes: ['incoming_message', { _cnd: { not: 'status_update' } }] },
					hide: onlyErrors,
				},
			},
			...triggerAgentFields,
			jsonOutputField,
			answerOptionsField,
		],
	};

	methods = { credentialTest: { smsboxApiTest } };

	webhookMethods = enteredByHand(problemWithAgent);

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		let agent: ReturnType<typeof readTriggerAgent> | undefined;
		const table = onReceiptFor(async () => await (agent ??= readTriggerAgent(this)));
		const tasks = runOnReceiptTasks(this, table);
		return await receive(this, wabaWebhooks, tasks);
	}
}
