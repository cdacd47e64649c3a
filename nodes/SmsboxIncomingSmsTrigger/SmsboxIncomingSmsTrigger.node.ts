import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import {
	callbackUrlField,
	callbackWebhooks,
	optionsField,
	outputField,
	triggerPanel,
	urlNotices,
} from '../engine/webhook/description';
import { receive } from '../engine/webhook/receive';
import { enteredByHand } from '../engine/webhook/options';
import { incomingSms, problemWithCalledNumbers } from './incomingSms';

export class SmsboxIncomingSmsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX Incoming SMS Trigger',
		name: 'smsboxIncomingSmsTrigger',
		icon: { light: 'file:smsboxIncomingSmsTrigger.svg', dark: 'file:smsboxIncomingSmsTrigger.dark.svg' },
		group: ['trigger'],
		// From its first release: for a webhook of version 1, n8n evaluates an expression on every call.
		version: 2,
		subtitle:
			'={{ [({ only: "opt-outs only", without: "without opt-outs" })[$parameter["filters"]["optOuts"]], $parameter["filters"]["keywords"], $parameter["filters"]["calledNumbers"]].filter(Boolean).join(", ") || "incoming SMS" }}',
		description:
			'Starts the workflow when you receive an SMS: a reply, a message to your number or keyword, or a STOP',
		eventTriggerDescription: 'Waiting for an incoming SMS at the Test URL',
		activationMessage:
			'Incoming SMS start this workflow once its Production URL is set in the SMSBOX customer area.',
		defaults: { name: 'SMSBOX Incoming SMS Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: callbackWebhooks(incomingSms.format),
		triggerPanel: triggerPanel('incoming SMS', incomingSms.format),
		properties: [
			...urlNotices({
				owner: 'An account',
				events: 'incoming SMS',
				menuPath: callbackUrlField('SMS-MO / STOP'),
				page: 'incoming-sms-trigger',
			}),
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add filter',
				default: {},
				description: 'Messages that start the workflow; others are acknowledged and ignored',
				options: [
					{
						displayName: 'Called Numbers',
						name: 'calledNumbers',
						type: 'string',
						noDataExpression: true,
						default: '',
						placeholder: 'e.g. +33600123456, 36180',
						description:
							'Comma-separated numbers in international format, or short codes, that must have been called. A message without a called number always starts the workflow.',
					},
					{
						displayName: 'Keywords',
						name: 'keywords',
						type: 'string',
						noDataExpression: true,
						default: '',
						placeholder: 'e.g. PIZZA, INFO',
						description:
							'Comma-separated keywords of a shared number, not case-sensitive. All other messages are ignored, STOP included.',
					},
					{
						displayName: 'Opt-Outs',
						name: 'optOuts',
						type: 'options',
						noDataExpression: true,
						options: [
							{
								name: 'All Messages',
								value: 'all',
								description: 'Opt-outs start the workflow, too',
							},
							{ name: 'Opt-Outs Only', value: 'only', description: 'Other messages are ignored' },
							{
								name: 'Without Opt-Outs',
								value: 'without',
								description: 'Opt-outs are ignored',
							},
						],
						default: 'all',
						description:
							'How to handle messages from people who unsubscribe: STOP, STOPSMS, ARRET, DESABONNER, UNSUBSCRIBE',
					},
				],
			},
			outputField,
			optionsField,
		],
	};

	webhookMethods = enteredByHand(problemWithCalledNumbers);

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, incomingSms);
	}
}
