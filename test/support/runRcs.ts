/** The RCS node in the test harness. */
import type { INodeParameters } from 'n8n-workflow';
import type { RunResult } from './engine';
import { type NodeRun, runNode } from './runNode';

export const agentId = 'my_company_agent';

export async function runRcs(
	url: string,
	parameters: INodeParameters,
	rest: Omit<NodeRun, 'url' | 'node' | 'parameters'> = {},
): Promise<RunResult> {
	const complete = {
		resource: 'message',
		operation: 'send',
		agentId,
		to: '33600123456',
		specifyContent: 'fields',
		messageType: 'text',
		...parameters,
	};
	return await runNode({ url, node: 'smsboxRcs', parameters: complete, ...rest });
}
