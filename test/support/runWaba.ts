/** The WABA node in the test harness. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from './engine';
import { type NodeRun, runNode } from './runNode';

export const agent = { wabaId: '104996122399160', phoneId: '106540352242922' };

/** A text message whose recipient and text come from each item. */
export const wabaPerItem: INodeParameters = {
	resource: 'message',
	operation: 'sendText',
	...agent,
	to: '={{ $json.to }}',
	text: '={{ $json.text }}',
};

export async function runWaba(
	url: string,
	parameters: INodeParameters,
	rest: Omit<NodeRun, 'url' | 'node' | 'parameters'> = {},
): Promise<RunResult> {
	const complete = { resource: 'message', ...agent, to: '33600123456', ...parameters };
	return await runNode({ url, node: 'smsboxWaba', parameters: complete, ...rest });
}
