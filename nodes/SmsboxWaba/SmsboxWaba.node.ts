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
import { searchTemplates } from './listSearch/searchTemplates';
import { wabaRegistry } from './resources';

export class SmsboxWaba implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX WhatsApp (WABA)',
		name: 'smsboxWaba',
		icon: { light: 'file:smsboxWaba.svg', dark: 'file:smsboxWaba.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(wabaRegistry),
		description:
			'Send WhatsApp messages, templates, buttons, lists and files, mark messages as read, and download received files',
		defaults: { name: 'SMSBOX WhatsApp (WABA)' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'smsboxApi', required: true, testedBy: 'smsboxApiTest' }],
		hints: [
			{
				message:
					'WhatsApp delivers this only within 24 hours of the last message from the recipient. After that, SMSBOX accepts it but delivery fails. Send Template works at any time.',
				displayCondition:
					'={{ $parameter["resource"] === "message" && !["sendTemplate", "sendOtp", "markAsRead"].includes($parameter["operation"]) }}',
				whenToDisplay: 'beforeExecution',
				location: 'outputPane',
			},
		],
		waitingNodeTooltip: waitingTooltip({
			parameter: 'answerWith',
			value: 'buttons',
			text: 'Waiting for a tap in WhatsApp. It arrives while a workflow with the SMSBOX WhatsApp (WABA) Trigger is published.',
		}),
		builderHint: {
			searchHint:
				'WhatsApp delivers these messages only within 24 hours of the last message from the recipient. At other times, use Send Template. Send and Wait for Response: taps need a published SMSBOX WhatsApp (WABA) Trigger, in this or another workflow. Answers on a web page need no trigger.',
		},
		webhooks: waitingWebhooks,
		properties: propertiesOf(wabaRegistry),
	};

	methods = {
		credentialTest: { smsboxApiTest },
		listSearch: { searchTemplates },
	};

	constructor() {
		refuseChatMessages(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, wabaRegistry);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await answerWaiting(this);
	}
}
