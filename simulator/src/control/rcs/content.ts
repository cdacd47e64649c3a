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
	readUrl,
} from '../input';

/** What a phone sends by RCS, as the control API is told it: read into the webhook's `requestType` and `data`. */

const SAMPLE = SAMPLE_FILES.image;

export interface RcsContent {
	readonly requestType: string;
	readonly content: JsonObject;
	readonly fileId?: string;
	readonly reference?: string;
}

/** Members of a message that each type takes, besides those that all take. */
interface IncomingType {
	readonly names: readonly string[];
	readonly read: (given: JsonObject, world: World) => RcsContent;
}

/** A suggestion that was tapped: what it said, and what it brings back. *Assumed*: both as they were sent. */
const tap = (type: 'reply' | 'action'): IncomingType => ({
	names: ['text', 'postbackData'],
	read: (given) => ({
		requestType: `incoming_message_${type}`,
		content: {
			type,
			text: readText(given, 'text'),
			postbackData: readString(given['postbackData'], 'postbackData'),
		},
	}),
});

const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+(; ?[\w.=+-]+)*$/;

function readMimeType(value: unknown): string {
	if (value === undefined) return SAMPLE.mimeType;
	const text = readString(value, 'mimeType');
	return MIME_TYPE.test(text) ? text : invalid('mimeType must look like image/png');
}

/** A file that lies elsewhere has an address of its own; the simulator then has its size only. */
function readFile(given: JsonObject, { rcs, numbering, ownUrl }: World): RcsContent {
	const file = readObject(given['file'] ?? {}, ['mimeType', 'base64', 'size'], 'file');
	const mimeType = readMimeType(file['mimeType']);
	const fileName = given['fileName'] === undefined ? SAMPLE.fileName : readText(given, 'fileName');
	const elsewhere = given['fileUri'] === undefined ? undefined : readUrl(given['fileUri'], 'fileUri');
	const bytes = readBytes(file, SAMPLE.bytes);
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

const TYPES: Readonly<Record<string, IncomingType>> = {
	text: {
		names: ['text'],
		read: (given) => ({
			requestType: 'incoming_message_text',
			content: { type: 'text', text: readText(given, 'text') },
		}),
	},
	reply: tap('reply'),
	action: tap('action'),
	file: { names: ['file', 'fileName', 'fileUri'], read: readFile },
	location: {
		names: ['latitude', 'longitude'],
		read: (given) => ({
			requestType: 'incoming_message_location',
			content: {
				type: 'location',
				latitude: readNumber(given['latitude'], 'latitude', -90, 90),
				longitude: readNumber(given['longitude'], 'longitude', -180, 180),
			},
		}),
	},
	event: {
		names: ['eventType'],
		read: (given) => ({
			requestType: 'incoming_event',
			content: {
				type: 'event',
				eventType: given['eventType'] === undefined ? 'IS_TYPING' : readText(given, 'eventType'),
			},
		}),
	},
};

/** Whatever else may come: `data` goes out as it is, its own `timestamp` before ours. */
const RAW: IncomingType = {
	names: ['requestType', 'data', 'reference'],
	read: ({ requestType, data, reference }) => ({
		requestType: readFilledString(requestType, 'requestType'),
		content: isTooDeep(data) ? invalid('data is nested too deeply') : readFreeObject(data, 'data'),
		...(reference === undefined ? {} : { reference: readString(reference, 'reference') }),
	}),
};

/** Names that a message of this type may have, and what reads them. */
export function rcsIncomingType(given: JsonObject): IncomingType {
	if (given['data'] !== undefined) return RAW;
	const name = readFilledString(given['type'], 'type');
	const found = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
	return (
		found ?? invalid(`type must be one of ${Object.keys(TYPES).join(', ')}, or omitted to send data as is`)
	);
}
