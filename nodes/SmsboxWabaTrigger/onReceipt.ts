import type { INodePropertyOptions } from 'n8n-workflow';

import type { WabaWebhookEvent } from '../../protocol/callbacks/waba';
import type { WabaAgent } from '../../protocol/waba/agent';
import { receivedFileName, retrieveFile } from '../../protocol/waba/file';
import { markAsRead } from '../../protocol/waba/markAsRead';
import { NodeFailure } from '../engine/errors';
import type { OnReceiptTask, OnReceiptTasks } from '../engine/webhook/onReceiptTasks';
import { isMessage } from './wabaWebhooks';

/** What can be done for a message before it starts the workflow. */
export const onReceiptOptions: INodePropertyOptions[] = [
	{
		name: 'Download Files',
		value: 'downloadFiles',
		description: 'Add the file of a message as binary data, in the field "data"',
	},
	{
		name: 'Send Read Receipt',
		value: 'markAsRead',
		description: 'Show two blue ticks to the sender',
	},
];

/** The field of an item that holds the file. */
const fileField = 'data';

/** Reads the agent that the tasks act for: n8n may take long, so it is part of them. */
type AgentOf = () => Promise<WabaAgent>;

/**
 * Returns the agent, and throws where an event is for another agent than the configured one. Who calls is not known, so an event must not
 * decide for which agent the service is called with the key.
 *
 * @throws {NodeFailure}
 */
function requireAgent(agent: WabaAgent, { agent: { wabaId, phoneId } }: WabaWebhookEvent): WabaAgent {
	if (agent.wabaId === '' || agent.phoneId === '')
		throw new NodeFailure({
			kind: 'notSent',
			message: 'WABA ID or Phone Number ID is missing in the trigger and in the credential',
		});
	if (wabaId !== agent.wabaId || phoneId !== agent.phoneId)
		throw new NodeFailure({
			kind: 'notSent',
			message: 'The event is for another agent than the configured one',
		});
	return agent;
}

function downloadFile(agentOf: AgentOf, event: WabaWebhookEvent): OnReceiptTask | undefined {
	const { file } = event;
	if (!isMessage(event) || file === undefined) return undefined;
	return {
		name: 'download the file of a message',
		async run({ call, store }) {
			const agent = requireAgent(await agentOf(), event);
			const { bytes, mimeType } = await call(retrieveFile(agent, file.id));
			const name = receivedFileName(file.fileName, file.id, mimeType);
			return { json: {}, binary: { [fileField]: await store(bytes, name, mimeType) } };
		},
		leftOut: (reason) => ({ fileNotDownloaded: reason }),
	};
}

function markMessage(agentOf: AgentOf, event: WabaWebhookEvent): OnReceiptTask | undefined {
	const { messageId } = event;
	if (!isMessage(event) || messageId === null) return undefined;
	return {
		name: 'mark a message as read',
		async run({ call }) {
			const agent = requireAgent(await agentOf(), event);
			const { markedAsRead } = await call(markAsRead(agent, messageId));
			return { json: { markedAsRead } };
		},
		leftOut: () => ({ markedAsRead: false }),
	};
}

/** Returns what can be done for an event, by the value of the choice. It is done for this agent alone. */
export const onReceiptFor = (agentOf: AgentOf): OnReceiptTasks<WabaWebhookEvent> =>
	new Map([
		['downloadFiles', (event: WabaWebhookEvent) => downloadFile(agentOf, event)],
		['markAsRead', (event: WabaWebhookEvent) => markMessage(agentOf, event)],
	]);
