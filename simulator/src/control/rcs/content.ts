import type { z } from 'zod/v4';

import type { JsonObject } from '../../core/json';
import { SAMPLE_FILES } from '../../json/sampleFiles';
import type { World } from '../../core/world';
import { bytesOf } from '../file';
import type { rcsIncoming } from './schemas';

/** What a phone sends by RCS, as the control API is told it: made into the webhook's `requestType` and `data`. */

const SAMPLE = SAMPLE_FILES.image;

type Given = z.output<typeof rcsIncoming>;

export interface RcsContent {
	readonly requestType: string;
	readonly content: JsonObject;
	readonly fileId?: string;
	readonly reference?: string | undefined;
}

/** A file that lies elsewhere has an address of its own; the simulator then has its size only. */
function fileOf(given: Extract<Given, { type: 'file' }>, { rcs, numbering, ownUrl }: World): RcsContent {
	const { file = {}, fileName = SAMPLE.fileName, fileUri } = given;
	const mimeType = file.mimeType ?? SAMPLE.mimeType;
	const elsewhere = fileUri ?? undefined;
	const bytes = bytesOf(file, SAMPLE.bytes);
	const id = numbering.nextReference();
	if (elsewhere === undefined) rcs.files.add(id, mimeType, bytes);
	return {
		requestType: 'incoming_message_file',
		content: {
			type: 'file',
			payload: {
				mimeType,
				fileSizeBytes: bytes.size,
				fileName,
				fileUri: elsewhere ?? `${ownUrl()}/__sim/rcs/files/${id}`,
			},
		},
		...(elsewhere === undefined ? { fileId: id } : {}),
	};
}

/** `requestType` and `data` of a message. Whatever has `data` goes out as it is, its own `timestamp` before ours. */
export function rcsContentOf(given: Given, world: World): RcsContent {
	if ('data' in given) {
		return { requestType: given.requestType, content: given.data, reference: given.reference };
	}
	const { type } = given;
	const requestType = `incoming_message_${type}`;
	switch (type) {
		case 'text':
			return { requestType, content: { type, text: given.text } };
		case 'location': {
			const { latitude, longitude } = given;
			return { requestType, content: { type, latitude, longitude } };
		}
		case 'event':
			return { requestType: 'incoming_event', content: { type, eventType: given.eventType } };
		case 'file':
			return fileOf(given, world);
		default: {
			// A suggestion that was tapped. *Assumed*: its text and its data come back as they were sent.
			const { text, postbackData } = given;
			return { requestType, content: { type, text, postbackData } };
		}
	}
}
