import { contentOf as contentWithout, type MessageContent } from '../../content/messageContent';
import type { JsonObject } from '../../http/json';

/** The content of a WhatsApp message, checked. */
export type WabaContent = MessageContent;

const wireWords: ReadonlySet<string> = new Set(['type', 'sub_type', 'index']);

/** A content all of whose texts are redacted in errors. */
export function wabaContentOf(json: JsonObject): WabaContent {
	return contentWithout(json, wireWords);
}
