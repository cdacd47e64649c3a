import type { INodePropertyOptions } from 'n8n-workflow';

import type { RcsEvent } from '../../protocol/callbacks/rcs';
import { suggestedFileName } from '../../protocol/fileNames';
import type { Errand, ErrandTable } from '../engine/webhook/errands';
import { mimeTypeIn, safeFileName } from '../engine/webhook/fileLabels';

/** What can be done for a message before it starts the workflow. */
export const atOnceOptions: INodePropertyOptions[] = [
	{
		name: 'Download Files',
		value: 'downloadFiles',
		description: 'The file of a message comes out as binary data, in the field "data"',
	},
];

/** The field of an item that holds the file. */
const fileField = 'data';

function downloadFile({ file }: RcsEvent): Errand | undefined {
	if (file === undefined) return undefined;
	return {
		name: 'download the file of a message',
		async run({ fetchFile, store }) {
			const { bytes, mimeType } = await fetchFile(file.url);
			const type = mimeTypeIn(file.mimeType) ?? mimeType ?? 'application/octet-stream';
			const name = safeFileName(file.fileName) ?? suggestedFileName('file', type);
			return { json: {}, binary: { [fileField]: await store(bytes, name, type) } };
		},
		leftOut: (reason) => ({ fileNotDownloaded: reason }),
	};
}

export const atOnce: ErrandTable<RcsEvent> = new Map([['downloadFiles', downloadFile]]);
