import {
	isObject,
	type JsonObject,
	type JsonValue,
	memberOf,
	parseJson,
	textMember,
	withoutMembers,
} from '../json';
import { coordinate, type KindReading, readingOf, textOrNull } from './kindReading';

export type RcsFile = {
	/** Where it can be fetched, without a key. */
	url: string;
	mimeType: string | null;
	/** Bytes, as they were announced. */
	size: number | null;
	fileName: string | null;
};

export type RcsLocation = { latitude: number | null; longitude: number | null };

/** The suggestion that was tapped. */
export type RcsAnswer = {
	/** Its postback data, as they were sent. */
	id: string | null;
	title: string | null;
	/** The postback data read, where they are a JSON object or array. */
	data: JsonObject | JsonValue[] | null;
};

/** What a person sent, or what happened. */
export type RcsIncoming = {
	/** In the service's words: `text`, `reply`, `action`, `file`, `location`, `event`, or another one. */
	kind: string | null;
	/** What there is to read: the text, or the title of the suggestion that was tapped. */
	text: string | null;
	/** What happened: `IS_TYPING`, the code of a status, or another one. */
	eventType: string | null;
	file?: RcsFile;
	location?: RcsLocation;
	answer?: RcsAnswer;
};

type Content = Omit<RcsIncoming, 'kind' | 'eventType'>;

/** Postback data are the sender's own: an order number, or JSON. */
function structured(postback: string | null): RcsAnswer['data'] {
	const value = postback === null ? undefined : parseJson(Buffer.from(postback, 'utf8'));
	return Array.isArray(value) || isObject(value) ? value : null;
}

function readAnswer(data: JsonObject): Content {
	const id = textOrNull(data, 'postbackData');
	const title = textOrNull(data, 'text');
	return { text: title, answer: { id, title, data: structured(id) } };
}

function sizeOf(payload: JsonValue | undefined): number | null {
	const bytes = Number(textMember(payload, 'fileSizeBytes') ?? Number.NaN);
	return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null;
}

const fileMembers = ['fileUri', 'mimeType', 'fileSizeBytes', 'fileName'];

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

const fileReading: KindReading<Content> = {
	read(data) {
		const file = fileIn(memberOf(data, 'payload'));
		return { text: null, ...(file && { file }) };
	},
	rest(data) {
		const rest = Object.entries(data).flatMap(([name, value]) => {
			if (name !== 'payload' || !isObject(value) || !fileIn(value)) return [[name, value] as const];
			const unread = withoutMembers(value, fileMembers);
			return unread ? [[name, unread] as const] : [];
		});
		return rest.length === 0 ? undefined : Object.fromEntries(rest);
	},
};

function readLocation(data: JsonObject): Content {
	const location = { latitude: coordinate(data, 'latitude'), longitude: coordinate(data, 'longitude') };
	return { text: null, location };
}

const answerReading = readingOf(['text', 'postbackData'], readAnswer);

/** What can be in the data, by their `type` ("RCS webhooks"). Of an `event` there is no more than its type. */
const readings: ReadonlyMap<string, KindReading<Content>> = new Map([
	['text', readingOf<Content>(['text'], (data) => ({ text: textOrNull(data, 'text') }))],
	['reply', answerReading],
	['action', answerReading],
	['file', fileReading],
	['location', readingOf(['latitude', 'longitude'], readLocation)],
]);

/** Members of the data that the event has elsewhere, whatever the kind. */
const dataMembers = ['type', 'timestamp', 'eventType', 'reference'];

/**
 * What a webhook's `data` hold, and the rest: whatever was not read, whole. Anything may be given.
 */
export function readRcsContent(data: JsonValue | undefined): {
	content: RcsIncoming;
	rest: JsonValue | undefined;
} {
	const kind = textOrNull(data, 'type');
	const eventType = textOrNull(data, 'eventType');
	if (!isObject(data)) return { content: { kind, text: null, eventType }, rest: data ?? undefined };
	const reading = readings.get(kind ?? '');
	const unread = withoutMembers(data, dataMembers);
	return {
		content: { kind, text: null, eventType, ...reading?.read(data) },
		rest: reading && unread ? reading.rest(unread) : unread,
	};
}
