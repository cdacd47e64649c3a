import type { z } from 'zod/v4';

import type { JsonObject } from '../../core/json';
import { SAMPLE_FILES } from '../../json/sampleFiles';
import type { World } from '../../core/world';
import { bytesOf } from '../file';
import type { wabaIncoming } from './schemas';

/** What a phone sends, as the control API is told it: made into the webhook's `data`. */

type Given = z.output<typeof wabaIncoming>;
type Media = Extract<Given, { file?: unknown }>;

/** Members that were given. */
const some = (members: JsonObject): JsonObject =>
	Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

function mediaOf(given: Media, { waba, numbering }: World): JsonObject {
	const sample = SAMPLE_FILES[given.type];
	const file = given.file ?? {};
	const mimeType = file.mimeType ?? sample.mimeType;
	const stored = waba.files.add(numbering.nextReference(), mimeType, bytesOf(file, sample.bytes));
	return {
		type: given.type,
		[given.type]: {
			id: stored.id,
			...(given.type === 'document' ? { filename: given.filename ?? SAMPLE_FILES.document.fileName } : {}),
			mime_type: mimeType,
			sha256: stored.sha256.toString('hex'),
			...(given.type === 'audio' ? {} : some({ caption: given.caption })),
		},
	};
}

/**
 * `data` of a message. Whatever has `data` goes out as it is, its own `id` and `timestamp` before ours.
 *
 * *Assumed* for answers: the shapes of Meta's own interface, and that an ID comes back unchanged. The documents show no
 * tap event. A question that is answered on a web page depends on none.
 */
export function wabaDataOf(given: Given, world: World): JsonObject {
	if ('data' in given) return given.data;
	switch (given.type) {
		case 'text':
			return { type: 'text', text: { body: given.text } };
		case 'reaction':
			return { type: 'reaction', reaction: { message_id: given.messageId, emoji: given.emoji } };
		case 'location': {
			const { latitude, longitude, name, address, url } = given;
			return { type: 'location', location: { latitude, longitude, ...some({ name, address, url }) } };
		}
		case 'button_reply': {
			const { type, id, title } = given;
			return { type: 'interactive', interactive: { type, button_reply: { id, title } } };
		}
		case 'list_reply': {
			const { type, id, title, description } = given;
			const list_reply = { id, title, ...some({ description }) };
			return { type: 'interactive', interactive: { type, list_reply } };
		}
		case 'button':
			return { type: 'button', button: { payload: given.payload, text: given.text } };
		default:
			return mediaOf(given, world);
	}
}
