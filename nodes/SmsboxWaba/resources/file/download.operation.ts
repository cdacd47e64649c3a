import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../../protocol/errors';
import type { Exchange } from '../../../../protocol/exchange';
import { type ReceivedFile, retrieveFile, suggestedFileName } from '../../../../protocol/waba/file';
import { defineOperation, FileOutput } from '../../../engine/operations/operation';
import { optionsName } from '../../../engine/operations/properties';
import { readAgent } from '../../agent';

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
		description:
			'The ID of the file that was received, as the SMSBOX WhatsApp (WABA) Trigger gives it under file',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		description: 'The name of the output binary field to put the file in',
	},
];

const options: INodeProperties[] = [
	{
		displayName: 'File Name',
		name: 'fileName',
		type: 'string',
		default: '',
		placeholder: 'e.g. photo.jpg',
		description: 'The name that the file gets; without it, the ID with an ending that fits the kind of file',
	},
];

export const download = defineOperation<Download>({
	name: 'Download',
	value: 'download',
	action: 'Download a file received by WhatsApp',
	description: 'Download a file that somebody sent, up to 100 MB',
	fields,
	options,
	readParams(reader) {
		const fileId = reader.text('fileId').trim();
		const field = reader.text('binaryPropertyName').trim();
		if (field === '')
			throw new InvalidInput('binaryPropertyName', 'It is empty.', 'Give the field a name, such as data.');
		const fileName = reader.within(optionsName).optionalText('fileName');
		return { fileId, field, fileName, request: retrieveFile(readAgent(reader), fileId) };
	},
	async run({ fileId, field, fileName, request }, call) {
		const { mimeType, sha256, size, bytes } = await call(request);
		const name = fileName ?? suggestedFileName(fileId, mimeType);
		return new FileOutput(
			{ fileId, fileName: name, mimeType, size, sha256 },
			{ field, name, mimeType, bytes },
		);
	},
});
