import type { INodePropertyOptions } from 'n8n-workflow';

import type { WabaEvent } from '../../protocol/callbacks/waba';
import type { WabaAgent } from '../../protocol/waba/agent';
import { retrieveFile, suggestedFileName } from '../../protocol/waba/file';
import { markAsRead } from '../../protocol/waba/markAsRead';
import type { Errand, ErrandTable } from '../engine/webhook/errands';
import { safeFileName } from '../engine/webhook/fileLabels';
import { isMessage } from './wabaWebhooks';

/** What can be done for a message before it starts the workflow. */
export const atOnceOptions: INodePropertyOptions[] = [
	{
		name: 'Download Files',
		value: 'downloadFiles',
		description: 'The file of a message comes out as binary data, in the field "data"',
	},
	{
		name: 'Mark as Read',
		value: 'markAsRead',
		description: 'The person sees at once that the message was read',
	},
];

/** The field of an item that holds the file. */
const fileField = 'data';

/** Who received the message, and so may fetch its file and mark it. */
function agentOf({ agent: { wabaId, phoneId } }: WabaEvent): WabaAgent {
	return { wabaId: wabaId ?? '', phoneId: phoneId ?? '' };
}

function downloadFile(event: WabaEvent): Errand | undefined {
	const { file } = event;
	if (!isMessage(event) || file === undefined) return undefined;
	return {
		name: 'download the file of a message',
		async run({ call, store }) {
			const { bytes, mimeType } = await call(retrieveFile(agentOf(event), file.id));
			const name = safeFileName(file.fileName) ?? suggestedFileName(file.id, mimeType);
			return { json: {}, binary: { [fileField]: await store(bytes, name, mimeType) } };
		},
		leftOut: (reason) => ({ fileNotDownloaded: reason }),
	};
}

function markMessage(event: WabaEvent): Errand | undefined {
	const { messageId } = event;
	if (!isMessage(event) || messageId === null) return undefined;
	return {
		name: 'mark a message as read',
		async run({ call }) {
			const { markedAsRead } = await call(markAsRead(agentOf(event), messageId));
			return { json: { markedAsRead } };
		},
		leftOut: () => ({ markedAsRead: false }),
	};
}

export const atOnce: ErrandTable<WabaEvent> = new Map([
	['downloadFiles', downloadFile],
	['markAsRead', markMessage],
]);
