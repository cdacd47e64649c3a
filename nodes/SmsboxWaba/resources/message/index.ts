import type { Resource } from '../../../engine/operations/operation';
import { markAsRead } from './markAsRead.operation';
import { sendAndWait } from './sendAndWait.operation';
import { sendAudio } from './sendAudio.operation';
import { sendButtons } from './sendButtons.operation';
import { sendDocument } from './sendDocument.operation';
import { sendImage } from './sendImage.operation';
import { sendList } from './sendList.operation';
import { sendLocation } from './sendLocation.operation';
import { sendOtp } from './sendOtp.operation';
import { sendReaction } from './sendReaction.operation';
import { sendReply } from './sendReply.operation';
import { sendTemplate } from './sendTemplate.operation';
import { sendText } from './sendText.operation';
import { sendVideo } from './sendVideo.operation';

export const message: Resource = {
	name: 'Message',
	value: 'message',
	description: 'Messages that you send, and read receipts',
	operations: [
		sendText,
		sendAndWait,
		sendAudio,
		sendDocument,
		sendImage,
		sendVideo,
		sendLocation,
		sendReply,
		sendReaction,
		sendButtons,
		sendList,
		sendTemplate,
		sendOtp,
		markAsRead,
	],
};
