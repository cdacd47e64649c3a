import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { smsboxApiTest } from '../engine/http/credentialTest';
import {
	callbackWebhook,
	jsonOutputField,
	optionsField,
	triggerPanel,
	urlNoticesFor,
} from '../engine/webhook/description';
import { attendTo } from '../engine/webhook/errands';
import { receive } from '../engine/webhook/receive';
import { enteredByHand } from '../engine/webhook/registration';
import { agentFields, problemWithAgent, readAgent, whereTasksAreChosen } from './agent';
import { onReceiptFor, onReceiptOptions } from './onReceipt';
import { messageTypeOptions, requestTypeOptions, statusOptions, wabaWebhooks } from './wabaWebhooks';

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
			'Starts the workflow when somebody writes to your WhatsApp Business agent, and when the status of a message changes',
		eventTriggerDescription: 'Waiting for a WABA webhook at the Test URL',
		activationMessage:
			'WhatsApp messages start this workflow as soon as its Production URL stands in the settings of your agent at SMSBOX.',
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
		webhooks: [callbackWebhook(wabaWebhooks.method)],
		triggerPanel: triggerPanel('WhatsApp events', wabaWebhooks.method),
		hints: [
			{
				message:
					'Each message of yours starts this workflow up to four times, once for each status and recipient. Choose the Statuses that you need, such as Failed.',
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
				'the settings of your WABA agent in the <b>SMSBOX customer area</b>, as its webhook URL, or give it to your contact at SMSBOX',
			),
			{
				displayName: 'Events',
				name: 'requestTypes',
				type: 'multiOptions',
				noDataExpression: true,
				options: requestTypeOptions,
				default: ['incoming_message'],
				description:
					'Only these start the workflow; with none chosen, all do. An event that this version does not know always does.',
			},
			{
				displayName: 'Message Types',
				name: 'messageTypes',
				type: 'multiOptions',
				noDataExpression: true,
				options: messageTypeOptions,
				default: [],
				description:
					'Only incoming messages of these types start the workflow; with none chosen, all do. A type that this version does not know always does.',
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
				options: statusOptions(),
				default: [],
				description:
					'Only these statuses start the workflow; with none chosen, all do. A status that this version does not know always does.',
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
					'What is done for an incoming message before the workflow starts. It takes two seconds at most: what fails or takes longer is left out, and the event says so.',
				displayOptions: {
					show: { requestTypes: ['incoming_message', { _cnd: { not: 'status_update' } }] },
					hide: onlyErrors,
				},
			},
			...agentFields,
			jsonOutputField,
			optionsField,
		],
	};

	methods = { credentialTest: { smsboxApiTest } };

	webhookMethods = enteredByHand(problemWithAgent);

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const tasks = attendTo(this, 'onReceipt', () => onReceiptFor(readAgent(this)));
		return await receive(this, wabaWebhooks, tasks);
	}
}
