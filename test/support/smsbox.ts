/** Our nodes in the test bed: one SMSBOX node behind a start node, with a credential that points at a server. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { SmsboxApi } from '../../credentials/SmsboxApi.credentials';
import { SmsboxAccount } from '../../nodes/SmsboxAccount/SmsboxAccount.node';
import { SmsboxSms } from '../../nodes/SmsboxSms/SmsboxSms.node';
import { jsonOf, type RunOptions, type RunResult, runWorkflow } from './engine';
import type { Answer, ReceivedRequest } from './httpServer';
import { chain } from './workflowJson';

export const nodeTypes = {
	'n8n-nodes-smsbox.smsboxAccount': SmsboxAccount,
	'n8n-nodes-smsbox.smsboxSms': SmsboxSms,
};

export const credentialTypes = [new SmsboxApi()];

export const apiKey = 'test-key-1f4a';

/** The credential's data, all three addresses at one server. */
export function credentialFor(url: string): { smsboxApi: INodeParameters } {
	return { smsboxApi: { apiKey, smsBaseUrl: url, wabaBaseUrl: url, rcsBaseUrl: url } };
}

export const nodeName = 'SMSBOX';

export interface NodeRun extends Partial<RunOptions> {
	/** Address of the server that the credential points at. */
	url: string;
	node?: 'smsboxSms' | 'smsboxAccount';
	parameters: INodeParameters;
	/** One input item each. Default: one empty item. */
	items?: IDataObject[];
	/** Settings of the node: `onError`, `retryOnFail` … */
	settings?: object;
}

/** Runs one of our nodes on the given items. */
export async function runNode({
	url,
	node = 'smsboxSms',
	parameters,
	items,
	settings,
	...rest
}: NodeRun): Promise<RunResult> {
	const input: INodeExecutionData[] = (items ?? [{}]).map((json) => ({ json }));
	return await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ name: nodeName, type: `n8n-nodes-smsbox.${node}`, parameters, ...settings },
			],
			connections: chain('Start', nodeName),
		},
		{ nodeTypes, credentialTypes, credentials: credentialFor(url), input, ...rest },
	);
}

/** What the node put out. */
export const outputOf = (result: RunResult): IDataObject[] => jsonOf(result, nodeName);

/** The parameters of a send to one number, enough to be accepted. */
export const sendParameters: INodeParameters = {
	resource: 'message',
	operation: 'send',
	to: '33600123456',
	text: 'Hello',
	kind: 'alert',
};

/** A send whose recipient and text come from each item. */
export const sendPerItem: INodeParameters = {
	...sendParameters,
	to: '={{ $json.to }}',
	text: '={{ $json.text }}',
};

/** A request's form, decoded. */
export const formOf = (request: ReceivedRequest | undefined): URLSearchParams =>
	new URLSearchParams(request?.body.toString('latin1') ?? '');

/** A plain-text answer, as the service gives it. */
export const plain = (body: string | Uint8Array, status = 200): Answer => ({
	status,
	headers: { 'content-type': 'text/plain' },
	body,
});
