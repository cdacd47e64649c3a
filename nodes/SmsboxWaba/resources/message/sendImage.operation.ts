import { defineMediaSend } from './defineMediaSend';

export const sendImage = defineMediaSend({
	name: 'Send Image',
	value: 'sendImage',
	action: 'Send an image by WhatsApp',
	description: 'Send an image by its URL',
	type: 'image',
	limits: 'JPEG or PNG, up to 5 MB.',
	example: 'https://example.com/photo.jpg',
});
