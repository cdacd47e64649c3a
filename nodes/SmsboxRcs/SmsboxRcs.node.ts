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
import { rcsRegistry } from './resources';

export class SmsboxRcs implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX RCS',
		name: 'smsboxRcs',
		icon: { light: 'file:smsboxRcs.svg', dark: 'file:smsboxRcs.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(rcsRegistry, 'messageType'),
		description:
			'Send RCS texts, files, cards and carousels, revoke messages, and check which phones support RCS',
		defaults: { name: 'SMSBOX RCS' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'smsboxApi', required: true, testedBy: 'smsboxApiTest' }],
		waitingNodeTooltip: waitingTooltip({
			parameter: 'answerWith',
			value: 'buttons',
			text: 'Waiting for a tap in the chat. It arrives while a workflow with the SMSBOX RCS Trigger is published.',
		}),
		builderHint: {
			searchHint:
				'Send and Wait for Response: taps need a published SMSBOX RCS Trigger, in this or another workflow. Answers on a web page need no trigger.',
		},
		webhooks: waitingWebhooks,
		properties: propertiesOf(rcsRegistry),
	};

	methods = { credentialTest: { smsboxApiTest } };

	constructor() {
		refuseChatMessages(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, rcsRegistry);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await answerWaiting(this);
	}
}
