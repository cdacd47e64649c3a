/** The WABA and RCS nodes in the test harness. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from './engine';
import { type NodeRun, runNode } from './runNode';

export const agent = { wabaId: '104996122399160', phoneId: '106540352242922' };
export const agentId = 'my_company_agent';

/** A text message whose recipient and text come from each item. */
export const wabaPerItem: INodeParameters = {
	resource: 'message',
	operation: 'sendText',
	...agent,
	to: '={{ $json.to }}',
	text: '={{ $json.text }}',
};

type Run = (
	url: string,
	parameters: INodeParameters,
	rest?: Omit<NodeRun, 'url' | 'node' | 'parameters'>,
) => Promise<RunResult>;

/** Runs a node with parameters that a test need not name. */
const runWith =
	(node: NodeRun['node'] & string, usual: INodeParameters): Run =>
	async (url, parameters, rest) =>
		await runNode({
			...{ url, node, ...rest },
			parameters: { resource: 'message', to: '33600123456', ...usual, ...parameters },
		});

export const runWaba = runWith('smsboxWaba', agent);

export const runRcs = runWith('smsboxRcs', {
	operation: 'send',
	agentId,
	specifyContent: 'fields',
	messageType: 'text',
});
