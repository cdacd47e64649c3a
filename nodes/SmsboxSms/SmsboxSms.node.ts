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
import { propertiesOf } from '../engine/operations/properties';
import { runItems } from '../engine/execution/runItems';
import { subtitleOf } from '../engine/operations/subtitle';
import { answerWaiting } from '../engine/waiting/waitingWebhook';
import { waitingWebhooks } from '../engine/waiting/waitingWebhooks';
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
		webhooks: waitingWebhooks,
		properties: propertiesOf(smsRegistry),
	};

	methods = {
		credentialTest: { smsboxApiTest },
		listSearch: { searchGroups, searchSenderIds },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, smsRegistry);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await answerWaiting(this);
	}
}
