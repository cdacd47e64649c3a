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
import { incomingSms } from './incomingSms';

export class SmsboxIncomingSmsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX Incoming SMS Trigger',
		name: 'smsboxIncomingSmsTrigger',
		icon: { light: 'file:smsboxIncomingSmsTrigger.svg', dark: 'file:smsboxIncomingSmsTrigger.dark.svg' },
		group: ['trigger'],
		// From its first release: for a webhook of version 1, n8n evaluates an expression on every call.
		version: 2,
		subtitle:
			'={{ [({ only: "STOP only", without: "without STOP" })[$parameter["filters"]["stop"]], $parameter["filters"]["keywords"], $parameter["filters"]["calledNumbers"]].filter(Boolean).join(", ") || "incoming SMS" }}',
		description:
			'Starts the workflow when an SMS comes in: a reply, a message to a number or keyword, or a STOP',
		eventTriggerDescription: 'Waiting for an incoming SMS at the Test URL',
		activationMessage:
			'Incoming SMS start this workflow as soon as its Production URL stands in the SMSBOX customer area.',
		defaults: { name: 'SMSBOX Incoming SMS Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: [callbackWebhook(incomingSms.method)],
		triggerPanel: triggerPanel('incoming SMS'),
		properties: [
			...urlNotices({
				events: 'incoming SMS',
				page: ['My settings', 'My preferences', 'Callback URLs'],
				field: 'SMS-MO / STOP',
			}),
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add filter',
				default: {},
				description: 'Which messages start the workflow; the others are acknowledged and start nothing',
				options: [
					{
						displayName: 'Called Numbers',
						name: 'calledNumbers',
						type: 'string',
						noDataExpression: true,
						default: '',
						placeholder: 'e.g. 33600123456, 36180',
						description:
							'Comma-separated numbers in international format, or short codes: only messages to these start the workflow. A message for which SMSBOX names no called number always does.',
					},
					{
						displayName: 'Keywords',
						name: 'keywords',
						type: 'string',
						noDataExpression: true,
						default: '',
						placeholder: 'e.g. PIZZA, INFO',
						description:
							'Comma-separated keywords of a shared number, in any case: only messages to these start the workflow. A message without a keyword does not.',
					},
					{
						displayName: 'STOP Messages',
						name: 'stop',
						type: 'options',
						noDataExpression: true,
						options: [
							{
								name: 'All Messages',
								value: 'all',
								description: 'STOP starts the workflow like any other message',
							},
							{ name: 'STOP Only', value: 'only', description: 'Every other message starts nothing' },
							{
								name: 'Without STOP',
								value: 'without',
								description: 'STOP is acknowledged and starts nothing',
							},
						],
						default: 'all',
						description: 'What is done with messages that ask not to be written to again',
					},
				],
			},
			outputField,
			optionsField,
		],
	};

	webhookMethods = enteredByHand();

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, incomingSms);
	}
}
