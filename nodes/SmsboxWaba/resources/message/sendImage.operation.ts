import { defineMediaSend } from './defineMediaSend';

export const sendImage = defineMediaSend({
	name: 'Send Image',
	value: 'sendImage',
	action: 'Send an image via WhatsApp',
	description: 'Send an image by URL, without a caption',
	type: 'image',
	limits: 'JPEG or PNG, up to 5 MB.',
	example: 'https://example.com/photo.jpg',
});
