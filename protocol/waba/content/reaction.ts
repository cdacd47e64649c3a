import { InvalidInput } from '../../errors';
import { receivedId } from '../identifiers';
import { wabaContentOf, type WabaContent } from './content';

export interface ReactionMessage {
	/** Of the received message that is reacted to. */
	messageId: string;
	/** One emoji. None takes an earlier reaction back. */
	emoji: string;
}

const pictorial = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Skin tones, families and flags are several characters, but one to the eye. */
function isOneEmoji(text: string): boolean {
	const [first, ...others] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
	return first !== undefined && others.length === 0 && pictorial.test(text);
}

/**
 * A reaction to a received message (service.md#waba-content). *Assumed*: an empty emoji takes
 * an earlier reaction back, as on the platform behind the service.
 *
 * @throws InvalidInput (`messageId`, `emoji`)
 */
export function reactionContent({ messageId, emoji }: ReactionMessage): WabaContent {
	const trimmed = emoji.trim();
	if (trimmed !== '' && !isOneEmoji(trimmed)) {
		throw new InvalidInput(
			'emoji',
			"The value isn't a single emoji.",
			'Enter one emoji, or leave the field empty to remove a reaction.',
		);
	}
	return wabaContentOf({
		type: 'reaction',
		reaction: { message_id: receivedId(messageId, 'messageId'), emoji: trimmed },
	});
}
