import { defineMediaSend } from './defineMediaSend';

export const sendImage = defineMediaSend({
	name: 'Send Image',
	value: 'sendImage',
	action: 'Send an image',
	description: 'Send a picture by its link',
	type: 'image',
	limits: 'JPEG or PNG, up to 5 MB.',
	example: 'https://example.com/photo.jpg',
});
