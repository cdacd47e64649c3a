import {
	isObject,
	isRead,
	type JsonObject,
	type JsonValue,
	keepUnread,
	memberOf,
	parseJson,
	textMember,
	removeMembers,
} from '../http/json';
import { coordinate, type TypeReading, placeReading, readingOf, textOrNull } from './typeReading';

export type RcsFile = {
	/** Where it can be fetched, without a key. */
	url: string;
	mimeType: string | null;
	/** Bytes, as they were announced. */
	size: number | null;
	fileName: string | null;
};

export type RcsLocation = { latitude: number | null; longitude: number | null };

type Structured = JsonObject | JsonValue[];

/** The suggestion that was tapped. */
export type RcsAnswer = {
	/** Its postback data, as they were sent; of an object or a list, its JSON text. */
	id: string | null;
	title: string | null;
	/** The postback data read, where they are an object or a list, be it as JSON text. */
	data: Structured | null;
};

/** What a person sent, or what happened. */
export type RcsIncoming = {
	/** `text`, `reply`, `action`, `file`, `location`, `event`, or another one, in the service's words. */
	messageType: string | null;
	/** What there is to read: the text, or the title of the suggestion that was tapped. */
	text: string | null;
	/** What happened: `IS_TYPING`, the code of a status, or another one. */
	eventType: string | null;
	file?: RcsFile;
	location?: RcsLocation;
	answer?: RcsAnswer;
};

type Content = Omit<RcsIncoming, 'messageType' | 'eventType'>;

const isStructured = (value: JsonValue | undefined): value is Structured =>
	Array.isArray(value) || isObject(value);

/** Characters of postback data that are read as JSON: no longer ones can be sent, with two for an emoji. */
const longestPostback = 2 * 2_048;

/** Postback data are the sender's own: an order number, or JSON. They may come read already (*assumed*). */
function readPostback(data: JsonObject): Pick<RcsAnswer, 'id' | 'data'> {
	const postback = memberOf(data, 'postbackData');
	if (isStructured(postback)) return { id: JSON.stringify(postback), data: postback };
	const id = textOrNull(data, 'postbackData');
	const value = id === null || id.length > longestPostback ? undefined : parseJson(Buffer.from(id, 'utf8'));
	return { id, data: isStructured(value) ? value : null };
}

const answerReading: TypeReading<Content> = {
	read(data) {
		const title = textOrNull(data, 'text');
		const { id, data: read } = readPostback(data);
		return { text: title, answer: { id, title, data: read } };
	},
	unread(data) {
		if (isStructured(memberOf(data, 'postbackData'))) delete data.postbackData;
		return removeMembers(data, ['text', 'postbackData']);
	},
};

function sizeOf(payload: JsonValue | undefined): number | null {
	const bytes = Number(textMember(payload, 'fileSizeBytes') ?? Number.NaN);
	return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null;
}

const fileMembers = ['fileUri', 'mimeType', 'fileName'];

/** There is no file where nothing says where it is. */
function fileIn(payload: JsonValue | undefined): RcsFile | undefined {
	const url = textMember(payload, 'fileUri');
	if (url === undefined) return undefined;
	return {
		url,
		mimeType: textOrNull(payload, 'mimeType'),
		size: sizeOf(payload),
		fileName: textOrNull(payload, 'fileName'),
	};
}

const fileReading: TypeReading<Content> = {
	read(data) {
		const file = fileIn(memberOf(data, 'payload'));
		return { text: null, ...(file && { file }) };
	},
	unread(data) {
		keepUnread(data, 'payload', (file) => {
			const size = isRead(file, 'fileSizeBytes', sizeOf(file)) ? ['fileSizeBytes'] : [];
			return fileIn(file) ? removeMembers(file, [...fileMembers, ...size]) : file;
		});
		return removeMembers(data, []);
	},
};

function readLocation(data: JsonObject): Content {
	const location = { latitude: coordinate(data, 'latitude'), longitude: coordinate(data, 'longitude') };
	return { text: null, location };
}

/**
 * What can be in the data, by their `type` (service.md#rcs-webhooks). Of an `event` there is no more than its
 * `eventType`.
 */
const readings: ReadonlyMap<string, TypeReading<Content>> = new Map([
	['text', readingOf<Content>(['text'], (data) => ({ text: textOrNull(data, 'text') }))],
	['reply', answerReading],
	['action', answerReading],
	['file', fileReading],
	['location', placeReading([], readLocation)],
	['event', readingOf<Content>([], () => ({ text: null }))],
]);

/** The types that request types stand for (service.md#rcs-webhooks). */
const typesByRequestType: ReadonlyMap<string, string> = new Map([
	...['text', 'reply', 'action', 'file', 'location'].map(
		(messageType) => [`incoming_message_${messageType}`, messageType] as const,
	),
	['incoming_event', 'event'],
	['status_update', 'event'],
]);

/** What the data are: their `type` decides if it is known, then the request type, in whatever case both are. */
function messageTypeOf(type: string | null, requestType: string): string | null {
	const messageType = type?.toLowerCase() ?? '';
	return readings.has(messageType)
		? messageType
		: (typesByRequestType.get(requestType.toLowerCase()) ?? type);
}

/**
 * Reads what a webhook's `data` hold. Anything may be passed. `takeUnread` takes all that was read out of them, and returns what is
 * left.
 *
 * @param requestType of their envelope; it stands in for a type that is missing or not known
 */
export function readRcsContent(
	data: JsonValue | undefined,
	requestType: string,
): {
	content: RcsIncoming;
	takeUnread: () => JsonValue | undefined;
} {
	if (!isObject(data)) {
		const content = { messageType: null, text: null, eventType: null };
		return { content, takeUnread: () => data ?? undefined };
	}
	const type = textOrNull(data, 'type');
	const messageType = messageTypeOf(type, requestType);
	const eventType = textOrNull(data, 'eventType');
	const reading = readings.get(messageType ?? '');
	const isTypeSaid = type === null || type.toLowerCase() === messageType?.toLowerCase();
	return {
		content: { messageType, text: null, eventType, ...reading?.read(data) },
		takeUnread() {
			const unread = removeMembers(data, isTypeSaid ? ['eventType', 'type'] : ['eventType']);
			return reading && unread ? reading.unread(unread) : unread;
		},
	};
}
