/** One of our nodes behind a start node in the test harness, with a credential that points at a server. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { jsonOf, type RunOptions, type RunResult, runWorkflow } from './engine';
import type { Answer, ReceivedRequest } from './httpServer';
import { PACKAGE, smsboxAccess, smsboxNodes } from './smsbox';
import { chain } from './workflowJson';

export const apiKey = 'test-key-1f4a';

export const nodeName = 'SMSBOX';

export interface NodeRun extends Partial<RunOptions> {
	/** Address of the server that the credential points at. */
	url: string;
	node?: 'smsboxSms' | 'smsboxAccount' | 'smsboxWaba' | 'smsboxRcs';
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
				{ name: nodeName, type: `${PACKAGE}.${node}`, parameters, ...settings },
			],
			connections: chain('Start', nodeName),
		},
		{ nodeTypes: smsboxNodes, ...smsboxAccess(url, { apiKey }), input, ...rest },
	);
}

/** What the node put out. */
export const outputOf = (result: RunResult): IDataObject[] => jsonOf(result, nodeName);

/** What the node said about the run. */
export const hintsOf = (result: RunResult): string[] =>
	(result.hints[nodeName] ?? []).map(({ message }) => message);

/** Settings of a node that goes on after errors. */
export const goOn = { onError: 'continueRegularOutput' };

/** Settings of a node that tries again at once. */
export const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** The parameters of a send to one number, enough to be accepted. */
export const sendParameters: INodeParameters = {
	resource: 'message',
	operation: 'send',
	to: '33600123456',
	text: 'Hello',
	category: 'alert',
};

/** The parameters of a message to a group. */
export const sendToGroup = (value: string, mode = 'id'): INodeParameters => ({
	...sendParameters,
	operation: 'sendToGroup',
	group: { __rl: true, mode, value },
});

/** A send whose recipient and text come from each item. */
export const sendPerItem: INodeParameters = {
	...sendParameters,
	to: '={{ $json.to }}',
	text: '={{ $json.text }}',
};

/** A number of its own for each index. */
export const number = (index: number): string => String(33600000000 + index);

/** Items for {@link sendPerItem}: the same text to different people. */
export const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ to: number(index), text: 'Bonjour', order: index }));

/** Recipients of a message that takes two requests: 600 people, each with a variable. */
export const twoRequests = people(600).map(({ to }) => ({ to, variables: ['matin'] }));

/** A send of a text with a variable to the `list` of each item. */
export const sendPersonalized: INodeParameters = {
	...sendParameters,
	to: '={{ $json.list }}',
	category: 'nonMarketingGroup',
	text: 'Bonjour %1%',
};

/** A request's form, decoded. */
export const formOf = (request: ReceivedRequest | undefined): URLSearchParams =>
	new URLSearchParams(request?.body.toString('latin1') ?? '');

/** All entries of `dest` in requests, in the order of arrival. */
export const recipientsSentTo = (requests: readonly ReceivedRequest[]): string[] =>
	requests.flatMap((request) => (formOf(request).get('dest') ?? '').split(','));

/** A plain-text answer, as the service gives it. @param date the service's clock, in milliseconds since 1970 */
export const plain = (body: string | Uint8Array, status = 200, date?: number): Answer => ({
	status,
	headers: {
		'content-type': 'text/plain',
		...(date !== undefined && { date: new Date(date).toUTCString() }),
	},
	body,
});
