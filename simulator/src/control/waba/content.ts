import { isTooDeep } from '../../core/json';
import type { JsonObject } from '../../core/json';
import { SAMPLE_FILES } from '../../json/sampleFiles';
import type { World } from '../../core/world';
import { readBytes } from '../fileInput';
import {
	invalid,
	readFilledString,
	readFreeObject,
	readNumber,
	readObject,
	readString,
	readText,
} from '../input';

/** What a phone sends, as the control API is told it: read into the webhook's `data`. */

type MediaType = keyof typeof SAMPLE_FILES;

/** Members of a message that each type takes, besides those that all take. */
interface IncomingType {
	readonly names: readonly string[];
	readonly read: (given: JsonObject, world: World) => JsonObject;
}

const optional = (given: JsonObject, ...names: readonly string[]): JsonObject =>
	Object.fromEntries(
		names.flatMap((name) => (given[name] === undefined ? [] : [[name, readString(given[name], name)]])),
	);

/** Documents alone have a file name. The voice message has no caption. */
const media = (type: MediaType, names: readonly string[]): IncomingType => ({
	names: ['file', ...names],
	read(given, { waba, numbering }) {
		const sample = SAMPLE_FILES[type];
		const file = readObject(given['file'] ?? {}, ['mimeType', 'base64', 'size'], 'file');
		const mimeType = file['mimeType'] === undefined ? sample.mimeType : readText(file, 'mimeType');
		const stored = waba.files.add(numbering.nextReference(), mimeType, readBytes(file, sample.bytes));
		const fileName = names.includes('filename')
			? { filename: given['filename'] === undefined ? sample.fileName : readText(given, 'filename') }
			: {};
		return {
			type,
			[type]: {
				id: stored.id,
				...fileName,
				mime_type: mimeType,
				sha256: stored.sha256.toString('hex'),
				...(names.includes('caption') ? optional(given, 'caption') : {}),
			},
		};
	},
});

/**
 * *Assumed*: the shapes of Meta's own interface, and that an ID comes back unchanged: the documents show no tap event. A question
 * that is answered on a web page depends on none.
 */
const answer = (type: 'button_reply' | 'list_reply', names: readonly string[]): IncomingType => ({
	names: ['id', 'title', ...names],
	read: (given) => ({
		type: 'interactive',
		interactive: {
			type,
			[type]: { id: readText(given, 'id'), title: readText(given, 'title'), ...optional(given, ...names) },
		},
	}),
});

const TYPES: Readonly<Record<string, IncomingType>> = {
	text: { names: ['text'], read: (given) => ({ type: 'text', text: { body: readText(given, 'text') } }) },
	image: media('image', ['caption']),
	video: media('video', ['caption']),
	document: media('document', ['filename', 'caption']),
	audio: media('audio', []),
	reaction: {
		names: ['messageId', 'emoji'],
		read: (given) => ({
			type: 'reaction',
			reaction: { message_id: readText(given, 'messageId'), emoji: readString(given['emoji'], 'emoji') },
		}),
	},
	location: {
		names: ['latitude', 'longitude', 'name', 'address', 'url'],
		read: (given) => ({
			type: 'location',
			location: {
				latitude: readNumber(given['latitude'], 'latitude', -90, 90),
				longitude: readNumber(given['longitude'], 'longitude', -180, 180),
				...optional(given, 'name', 'address', 'url'),
			},
		}),
	},
	button_reply: answer('button_reply', []),
	list_reply: answer('list_reply', ['description']),
	button: {
		names: ['payload', 'text'],
		read: (given) => ({
			type: 'button',
			button: { payload: readText(given, 'payload'), text: readText(given, 'text') },
		}),
	},
};

/** Whatever else a message may be: `data` goes out as it is, its own `id` and `timestamp` before ours. */
const RAW: IncomingType = {
	names: ['data'],
	read: ({ data }) => (isTooDeep(data) ? invalid('data is nested too deeply') : readFreeObject(data, 'data')),
};

/** Names that a message of this type may have, and what reads them. */
export function incomingType(given: JsonObject): IncomingType {
	if (given['data'] !== undefined) return RAW;
	const name = readFilledString(given['type'], 'type');
	const found = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
	return (
		found ?? invalid(`type must be one of ${Object.keys(TYPES).join(', ')}, or omitted to send data as is`)
	);
}
