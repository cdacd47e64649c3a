import type { INodeProperties } from 'n8n-workflow';
import { defineMediaSend } from './defineMediaSend';

const fileNameField: INodeProperties = {
	displayName: 'File Name',
	name: 'filename',
	type: 'string',
	default: '',
	placeholder: 'e.g. invoice-1042.pdf',
	description: 'The name that the person sees; without it, the end of the URL',
};

export const sendDocument = defineMediaSend({
	name: 'Send Document',
	value: 'sendDocument',
	action: 'Send a document by WhatsApp',
	description: 'Send a document, such as a PDF, by its URL',
	type: 'document',
	limits: 'PDF, TXT, DOC(X), XLS(X) or PPT(X), up to 100 MB.',
	example: 'https://example.com/invoice.pdf',
	fields: [fileNameField],
});
