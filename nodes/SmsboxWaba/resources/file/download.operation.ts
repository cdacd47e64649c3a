import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import type { Exchange } from '../../../../protocol/exchange';
import { type ReceivedFile, receivedFileName, retrieveFile } from '../../../../protocol/waba/file';
import { defineOperation, FileOutput } from '../../../engine/operations/operation';
import { readWabaAgent } from '../../agent';

interface Download {
	fileId: string;
	field: string;
	fileName: string | undefined;
	request: Exchange<ReceivedFile>;
}

const fields: INodeProperties[] = [
	{
		displayName: 'File ID',
		name: 'fileId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 1234567890123456',
		description: 'ID of a received file, under file in the SMSBOX WhatsApp (WABA) Trigger',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		description: 'Name of the output binary field to put the file in',
	},
];

const fileNameOption: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. photo.jpg',
	description: 'Name for the file, instead of its ID with a matching extension',
};

export const download = defineOperation<Download>({
	name: 'Download',
	value: 'download',
	action: 'Download a file received via WhatsApp',
	description: 'Download a received file, up to 100 MB',
	fields,
	options: { request: [fileNameOption] },
	readParams(reader) {
		const fileId = reader.text('fileId').trim();
		const field = reader.text('binaryPropertyName').trim();
		if (field === '')
			throw new InvalidInput(
				'binaryPropertyName',
				'The value is empty.',
				'Enter a field name, such as data.',
			);
		const fileName = reader.options().text('fileName') || undefined;
		return { fileId, field, fileName, request: retrieveFile(readWabaAgent(reader), fileId) };
	},
	async run({ fileId, field, fileName, request }, call) {
		const { mimeType, sha256, size, bytes } = await call(request);
		const name = receivedFileName(fileName, fileId, mimeType);
		return new FileOutput(
			{ fileId, fileName: name, mimeType, size, sha256 },
			{ field, name, mimeType, bytes },
		);
	},
});
