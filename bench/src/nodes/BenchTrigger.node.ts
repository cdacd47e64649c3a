import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookResponseData,
} from 'n8n-workflow';

/** A trigger that does nothing but start an execution: what any trigger costs in n8n. Never published. */
export class BenchTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bench Trigger',
		name: 'benchTrigger',
		group: ['trigger'],
		// For a webhook of version 1, n8n evaluates an expression on every call.
		version: 2,
		description: 'Starts the workflow, and does nothing else',
		defaults: { name: 'Bench Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'GET',
				path: 'webhook',
				responseMode: 'onReceived',
				responseData: 'OK',
			},
		],
		properties: [],
	};

	async webhook(): Promise<IWebhookResponseData> {
		return { workflowData: [[{ json: {} }]] };
	}
}
