import { defineMediaSend } from './defineMediaSend';

export const sendVideo = defineMediaSend({
	name: 'Send Video',
	value: 'sendVideo',
	action: 'Send a video by WhatsApp',
	description: 'Send a video by its URL',
	type: 'video',
	limits: 'MP4 or 3GP, up to 16 MB.',
	example: 'https://example.com/video.mp4',
});
