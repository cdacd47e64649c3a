import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import {
	answerOptionsField,
	callbackUrlField,
	callbackWebhooks,
	outputField,
	triggerPanel,
	urlNotices,
} from '../engine/webhook/description';
import { receive } from '../engine/webhook/receive';
import { enteredByHand } from '../engine/webhook/options';
import { smsStatusesField, statusNames } from '../engine/webhook/filters';
import { deliveryReports } from './deliveryReports';

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
		description: 'Starts the workflow when SMSBOX reports the delivery status of an SMS',
		eventTriggerDescription: 'Waiting for a delivery report at the Test URL',
		activationMessage:
			'Delivery reports start this workflow once its Production URL is set in the SMSBOX customer area.',
		defaults: { name: 'SMSBOX Delivery Report Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: callbackWebhooks(deliveryReports.format),
		triggerPanel: triggerPanel('delivery reports', deliveryReports.format),
		hints: [
			{
				message:
					'A message can have several reports per recipient, such as Transmitted, then Received. To skip intermediate ones, turn on Final Statuses Only.',
				displayCondition: '={{ !$parameter["finalOnly"] && $parameter["statuses"].length === 0 }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
			},
		],
		properties: [
			...urlNotices({
				owner: 'An account',
				events: 'delivery reports',
				menuPath: callbackUrlField('Delivery reports (API)'),
				page: 'delivery-report-trigger',
			}),
			smsStatusesField,
			{
				displayName: 'Final Statuses Only',
				name: 'finalOnly',
				type: 'boolean',
				noDataExpression: true,
				default: false,
				description:
					'Whether to ignore statuses that another one follows, such as Transmitted. An unknown status always starts the workflow.',
			},
			outputField,
			answerOptionsField,
		],
	};

	webhookMethods = enteredByHand();

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, deliveryReports);
	}
}
