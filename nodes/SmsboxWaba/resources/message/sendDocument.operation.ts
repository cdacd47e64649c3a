import type { INodeProperties } from 'n8n-workflow';
import { defineMediaSend } from './defineMediaSend';

const fileNameField: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice-1042.pdf',
	description: 'File name shown to the recipient; if empty, the end of the URL',
};

export const sendDocument = defineMediaSend({
	name: 'Send Document',
	value: 'sendDocument',
	action: 'Send a document via WhatsApp',
	description: 'Send a document, such as a PDF, by URL and without a caption',
	type: 'document',
	limits: 'PDF, TXT, DOC(X), XLS(X) or PPT(X), up to 100 MB.',
	example: 'https://example.com/invoice.pdf',
	fields: [fileNameField],
});
