import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { smsboxApiTest } from '../engine/credentialTest';
import { propertiesOf } from '../engine/properties';
import { runItems } from '../engine/runItems';
import { searchTemplates } from './lists';
import { registry } from './resources';

export class SmsboxWaba implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX WABA',
		name: 'smsboxWaba',
		icon: { light: 'file:smsboxWaba.svg', dark: 'file:smsboxWaba.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send WhatsApp Business messages, mark messages as read, download received files',
		defaults: { name: 'SMSBOX WABA' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'smsboxApi', required: true, testedBy: 'smsboxApiTest' }],
		properties: propertiesOf(registry),
	};

	methods = {
		credentialTest: { smsboxApiTest },
		listSearch: { searchTemplates },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, registry);
	}
}
