import {
	isObject,
	type JsonObject,
	type JsonValue,
	keepUnread,
	memberOf,
	textMember,
	removeMembers,
} from '../http/json';
import { coordinate, type TypeReading, placeReading, readingOf, textOrNull } from './typeReading';

export type WabaFile = {
	/** For the operation that downloads it. */
	id: string;
	mimeType: string | null;
	sha256: string | null;
	fileName: string | null;
	caption: string | null;
};

export type WabaLocation = {
	latitude: number | null;
	longitude: number | null;
	name: string | null;
	address: string | null;
	/** Of a known place. */
	url: string | null;
};

export type WabaReaction = {
	/** Of the message that is reacted to. */
	messageId: string | null;
	/** null where a reaction is taken back. */
	emoji: string | null;
};

/** What was tapped. */
export type WabaAnswer = {
	id: string | null;
	title: string | null;
	description?: string;
};

/** What a person sent. */
export type WabaIncoming = {
	/** In the service's words: `text`, `document`, `image`, `video`, `reaction`, `location`, or another one. */
	messageType: string | null;
	/** What there is to read: the text, the title of the answer, or the caption of the file. */
	text: string | null;
	file?: WabaFile;
	location?: WabaLocation;
	reaction?: WabaReaction;
	answer?: WabaAnswer;
};

type Content = Omit<WabaIncoming, 'messageType'>;

function readFile(object: JsonObject): Content {
	const id = textMember(object, 'id');
	const caption = textOrNull(object, 'caption');
	if (id === undefined) return { text: caption };
	const file: WabaFile = {
		id,
		mimeType: textOrNull(object, 'mime_type'),
		sha256: textOrNull(object, 'sha256'),
		fileName: textOrNull(object, 'filename'),
		caption,
	};
	return { text: caption, file };
}

const fileMembers = ['id', 'filename', 'mime_type', 'sha256', 'caption'];

/** Without an id there is no file that could be downloaded, and only the caption was read. */
const fileReading: TypeReading<Content> = {
	read: readFile,
	unread: (object) =>
		removeMembers(object, textMember(object, 'id') === undefined ? ['caption'] : fileMembers),
};

function answerContent(id: string | null, title: string | null, description?: string): Content {
	return { text: title, answer: { id, title, ...(description !== undefined && { description }) } };
}

const replyNames = ['button_reply', 'list_reply'];

/** The answer to buttons or a list. */
function readInteractive(object: JsonObject): Content {
	const reply = replyNames.map((name) => memberOf(object, name)).find(isObject);
	if (!reply) return { text: null };
	return answerContent(textOrNull(reply, 'id'), textOrNull(reply, 'title'), textMember(reply, 'description'));
}

function restOfInteractive(object: JsonObject): JsonObject | undefined {
	for (const name of replyNames)
		keepUnread(object, name, (reply) => removeMembers(reply, ['id', 'title', 'description']));
	return removeMembers(object, ['type']);
}

function readReaction(object: JsonObject): Content {
	const reaction = { messageId: textOrNull(object, 'message_id'), emoji: textOrNull(object, 'emoji') };
	return { text: null, reaction };
}

function readLocation(object: JsonObject): Content {
	const location: WabaLocation = {
		latitude: coordinate(object, 'latitude'),
		longitude: coordinate(object, 'longitude'),
		name: textOrNull(object, 'name'),
		address: textOrNull(object, 'address'),
		url: textOrNull(object, 'url'),
	};
	return { text: null, location };
}

/**
 * Inbound message types by their `type`, which is also the name of the object that holds them
 * (service.md#waba-webhooks). Answers to buttons and lists, and audio, are *assumed* to come as on the platform behind
 * the service.
 */
const readings: ReadonlyMap<string, TypeReading<Content>> = new Map([
	['text', readingOf(['body'], (object) => ({ text: textOrNull(object, 'body') }))],
	['document', fileReading],
	['image', fileReading],
	['video', fileReading],
	['audio', fileReading],
	['sticker', fileReading],
	['reaction', readingOf(['message_id', 'emoji'], readReaction)],
	['location', placeReading(['name', 'address', 'url'], readLocation)],
	['interactive', { read: readInteractive, unread: restOfInteractive }],
	[
		'button',
		readingOf(['payload', 'text'], (object) =>
			answerContent(textOrNull(object, 'payload'), textOrNull(object, 'text')),
		),
	],
]);

/**
 * Reads what a webhook's `data` holds of a message. Anything may be passed. `takeUnread` takes all that was read out of the data,
 * and returns what is left.
 */
export function readWabaContent(data: JsonValue | undefined): {
	content: WabaIncoming;
	takeUnread: () => JsonValue | undefined;
} {
	if (!isObject(data))
		return { content: { messageType: null, text: null }, takeUnread: () => data ?? undefined };
	const messageType = textOrNull(data, 'type');
	const name = messageType ?? '';
	const [reading, object] = [readings.get(name), memberOf(data, name)];
	const content = reading && isObject(object) ? reading.read(object) : { text: null };
	return {
		content: { messageType, ...content },
		takeUnread() {
			if (reading) keepUnread(data, name, reading.unread);
			return removeMembers(data, ['type']);
		},
	};
}
