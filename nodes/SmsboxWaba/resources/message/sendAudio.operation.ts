import { defineMediaSend } from './defineMediaSend';

export const sendAudio = defineMediaSend({
	name: 'Send Audio',
	value: 'sendAudio',
	action: 'Send an audio file via WhatsApp',
	description: 'Send a voice message or audio file by URL',
	type: 'audio',
	limits: 'AAC, AMR, MP3, M4A or OGG (Opus), up to 16 MB.',
	example: 'https://example.com/message.mp3',
});
