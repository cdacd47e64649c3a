import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { smsboxApiTest } from '../engine/http/credentialTest';
import { propertiesOf, subtitleOf } from '../engine/operations/properties';
import { runItems } from '../engine/execution/runItems';
import {
	answerWaiting,
	refuseChatMessages,
	waitingTooltip,
	waitingWebhooks,
} from '../engine/waiting/waitingWebhook';
import { hints } from './hints';
import { searchGroups, searchSenderIds } from './listSearch/searches';
import { smsRegistry } from './resources';

export class SmsboxSms implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX SMS',
		name: 'smsboxSms',
		icon: { light: 'file:smsboxSms.svg', dark: 'file:smsboxSms.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(smsRegistry, 'category'),
		description: 'Send SMS, manage sender IDs and groups, and get the history and scheduled messages',
		defaults: { name: 'SMSBOX SMS' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'smsboxApi', required: true, testedBy: 'smsboxApiTest' }],
		hints,
		waitingNodeTooltip: waitingTooltip({
			parameter: 'responseType',
			value: 'deliveryStatus',
			text: 'Waiting for the delivery report. It arrives while a workflow with the SMSBOX Delivery Report Trigger is published.',
		}),
		builderHint: {
			searchHint:
				'Use the category Alert or Notification for appointments, parcels and codes. Marketing leaves only at the hours that French law allows. Replies to two-way messages arrive at the SMSBOX Incoming SMS Trigger. Waiting for the delivery status needs a published SMSBOX Delivery Report Trigger.',
		},
		webhooks: waitingWebhooks,
		properties: propertiesOf(smsRegistry),
	};

	methods = {
		credentialTest: { smsboxApiTest },
		listSearch: { searchGroups, searchSenderIds },
	};

	constructor() {
		refuseChatMessages(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, smsRegistry);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await answerWaiting(this);
	}
}
