import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { smsboxApiTest } from '../engine/http/credentialTest';
import { propertiesOf, subtitleOf } from '../engine/operations/properties';
import { runItems } from '../engine/execution/runItems';
import { accountRegistry } from './resources';

export class SmsboxAccount implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMSBOX Account',
		name: 'smsboxAccount',
		icon: { light: 'file:smsboxAccount.svg', dark: 'file:smsboxAccount.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: subtitleOf(accountRegistry, 'direction'),
		description: 'Get and transfer SMSBOX credits, and create sub-accounts',
		defaults: { name: 'SMSBOX Account' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'smsboxApi', required: true, testedBy: 'smsboxApiTest' }],
		properties: propertiesOf(accountRegistry),
	};

	methods = {
		credentialTest: { smsboxApiTest },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runItems(this, accountRegistry);
	}
}
