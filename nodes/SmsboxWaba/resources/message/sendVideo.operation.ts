import { defineMediaSend } from './defineMediaSend';

export const sendVideo = defineMediaSend({
	name: 'Send Video',
	value: 'sendVideo',
	action: 'Send a video via WhatsApp',
	description: 'Send a video by URL, without a caption',
	type: 'video',
	limits: 'MP4 or 3GP, up to 16 MB.',
	example: 'https://example.com/video.mp4',
});
