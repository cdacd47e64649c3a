import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import {
	callbackWebhook,
	optionsField,
	outputField,
	triggerPanel,
	urlNotices,
} from '../engine/webhook/description';
import { receive } from '../engine/webhook/receive';
import { enteredByHand } from '../engine/webhook/registration';
import { deliveryReports, statusNames, statusOptions } from './deliveryReports';

export class SmsboxDeliveryReportTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX Delivery Report Trigger',
		name: 'smsboxDeliveryReportTrigger',
		icon: {
			light: 'file:smsboxDeliveryReportTrigger.svg',
			dark: 'file:smsboxDeliveryReportTrigger.dark.svg',
		},
		group: ['trigger'],
		// From its first release: for a webhook of version 1, n8n evaluates an expression on every call.
		version: 2,
		subtitle: `={{ ${statusNames} || ($parameter["finalOnly"] ? "final statuses" : "every status") }}`,
		description: 'Starts the workflow when SMSBOX reports what became of an SMS',
		eventTriggerDescription: 'Waiting for a delivery report at the Test URL',
		activationMessage:
			'Delivery reports start this workflow as soon as its Production URL stands in the SMSBOX customer area.',
		defaults: { name: 'SMSBOX Delivery Report Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: [callbackWebhook(deliveryReports.method)],
		triggerPanel: triggerPanel('delivery reports'),
		hints: [
			{
				message:
					'A message can have several reports for a recipient, such as Transmitted and then Received. Final Statuses Only lets the last one alone start the workflow.',
				displayCondition: '={{ !$parameter["finalOnly"] && $parameter["statuses"].length === 0 }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
			},
		],
		properties: [
			...urlNotices({
				events: 'delivery reports',
				page: ['My settings', 'My preferences', 'Callback URLs'],
				field: 'Delivery reports (API)',
			}),
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'multiOptions',
				noDataExpression: true,
				options: statusOptions(),
				default: [],
				description:
					'Only reports with these statuses start the workflow; with none chosen, all do. A status that this version does not know always does.',
			},
			{
				displayName: 'Final Statuses Only',
				name: 'finalOnly',
				type: 'boolean',
				noDataExpression: true,
				default: false,
				description:
					'Whether to leave out the statuses that are followed by another one, such as Transmitted. A status that this version does not know starts the workflow all the same.',
			},
			outputField,
			optionsField,
		],
	};

	webhookMethods = enteredByHand();

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, deliveryReports);
	}
}
