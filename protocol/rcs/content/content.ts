import { contentOf, type MessageContent } from '../../content/messageContent';
import type { JsonObject } from '../../http/json';
import { checkContentMessage, type FieldOf, type Part } from './messageShape';

/** The content of an RCS message, checked. */
export type RcsContent = MessageContent;

/** Sets of words that are checked; nobody's text can stand there. */
const wireWords: ReadonlySet<string> = new Set([
	'cardOrientation',
	'cardWidth',
	'height',
	'thumbnailImageAlignment',
]);

/**
 * A content that has passed all checks, and all of whose texts are redacted in errors.
 *
 * @param whole the part to which an error about the whole message belongs
 */
export function checkedContent(json: JsonObject, whole: Part, fieldOf: FieldOf): RcsContent {
	checkContentMessage(json, whole, fieldOf);
	return contentOf(json, wireWords);
}

/** The same out of a form, where each part is a parameter of its own. */
export const formContent = (json: JsonObject, whole: Part): RcsContent =>
	checkedContent(json, whole, (part) => part);
