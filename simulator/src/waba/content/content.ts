import { at, isJsonObject, listAt, textAt } from '../../core/json';
import type { JsonObject } from '../../core/json';
import { also, anyText, fits, flag, list, number, object, oneOf, text, tuple } from '../../json/shape';
import type { Shape } from '../../json/shape';
import { buttons, listMessage } from './interactive';
import { document, link } from './media';
import { messageId } from '../messageId';

/** `contentMessage`, a shape a kind (service.md#waba-content). */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|⃣/u;

/** One emoji, or empty to take the reaction back (*assumed*, as in Meta's own interface). */
const emoji: Shape = also(
	anyText,
	(value) =>
		value === '' ||
		(typeof value === 'string' && [...graphemes.segment(value)].length === 1 && PICTURE.test(value)),
	'must be one emoji or empty',
);

const context = object({ message_id: messageId });

const parameter = object({ type: oneOf('text'), text: text() });
const templateBody = object({ type: oneOf('body'), parameters: list(parameter, 0) });
const templateButton = object({
	type: oneOf('button'),
	sub_type: oneOf('url'),
	index: oneOf('0'),
	parameters: list(parameter, 1, 1),
});

/** Any number of variables in the text, and a button or none. */
const templateComponents: Shape = (value, path, findings) => {
	const shape = listAt(value).length > 1 ? tuple(templateBody, templateButton) : tuple(templateBody);
	shape(value, path, findings);
};

const template = object({ name: text(), language: object({ code: text() }), components: templateComponents });

/** How one kind is told from the others, checked and shown. */
interface ContentKind {
	/** The operation's last part in the log. */
	readonly operation: string;
	readonly preview: (content: JsonObject) => string;
	readonly shape: Shape;
}

const media = (type: string, operation: string, shape: Shape, word: string): ContentKind => ({
	operation,
	preview: (content) => textAt(content, type, 'filename') || word,
	shape: object({ type: oneOf(type), [type]: shape }),
});

const plainText = { body: text(4_096) };
const textOptions = { preview_url: flag };

const KINDS = {
	text: {
		operation: 'sendText',
		preview: (content) => textAt(content, 'text', 'body'),
		shape: object({ type: oneOf('text'), text: object(plainText, textOptions) }),
	},
	reply: {
		operation: 'sendReply',
		preview: (content) => textAt(content, 'text', 'body'),
		shape: object({ type: oneOf('text'), text: object(plainText, textOptions), context }),
	},
	audio: media('audio', 'sendAudio', link, 'Audio'),
	document: media('document', 'sendDocument', document, 'Document'),
	image: media('image', 'sendImage', link, 'Image'),
	video: media('video', 'sendVideo', link, 'Video'),
	location: {
		operation: 'sendLocation',
		preview: (content) => textAt(content, 'location', 'name') || 'Location',
		shape: object({
			type: oneOf('location'),
			location: object(
				{ longitude: number(-180, 180), latitude: number(-90, 90) },
				{ name: text(), address: text() },
			),
		}),
	},
	reaction: {
		operation: 'sendReaction',
		preview: (content) => textAt(content, 'reaction', 'emoji') || 'Reaction removed',
		shape: object({ type: oneOf('reaction'), reaction: object({ message_id: messageId, emoji }) }),
	},
	buttons: {
		operation: 'sendButtons',
		preview: (content) => textAt(content, 'interactive', 'body', 'text'),
		shape: object({ type: oneOf('interactive'), interactive: buttons }),
	},
	list: {
		operation: 'sendList',
		preview: (content) => textAt(content, 'interactive', 'body', 'text'),
		shape: object({ type: oneOf('interactive'), interactive: listMessage }),
	},
	template: {
		operation: 'sendTemplate',
		preview: (content) => `Template ${textAt(content, 'template', 'name')}`,
		shape: object({ type: oneOf('template'), template }),
	},
} satisfies Readonly<Record<string, ContentKind>>;

export type WabaKind = keyof typeof KINDS;

/** Which kind a content is by its `type`, and by what tells two of the same type apart. */
const KIND_BY_TYPE: Readonly<Record<string, (content: JsonObject) => WabaKind | undefined>> = {
	text: (content) => (content['context'] === undefined ? 'text' : 'reply'),
	audio: () => 'audio',
	document: () => 'document',
	image: () => 'image',
	video: () => 'video',
	location: () => 'location',
	reaction: () => 'reaction',
	interactive: (content) => INTERACTIVE_KINDS.get(textAt(content, 'interactive', 'type')),
	template: () => 'template',
};

const INTERACTIVE_KINDS: ReadonlyMap<string, WabaKind> = new Map([
	['button', 'buttons'],
	['list', 'list'],
]);

/** @returns undefined for a kind that the interface does not have, a sticker for one */
export function kindOf(content: unknown): WabaKind | undefined {
	if (!isJsonObject(content)) return undefined;
	const type = textAt(content, 'type');
	return Object.hasOwn(KIND_BY_TYPE, type) ? KIND_BY_TYPE[type]?.(content) : undefined;
}

/** The name of a send in the log: `sendText`, or `send` where it is of no kind. */
export function operationOf(body: JsonObject): string {
	const kind = kindOf(at(body, 'contentMessage'));
	return kind === undefined ? 'send' : KINDS[kind].operation;
}

/** What a list of phones shows of a message in one line. */
export const previewOf = (kind: WabaKind, content: JsonObject): string => KINDS[kind].preview(content);

/** `contentMessage`, of whatever kind it is. */
export const contentMessage: Shape = (value, path, findings) => {
	const kind = kindOf(value);
	const shape = kind === undefined ? fits(() => false, 'has an unknown type') : KINDS[kind].shape;
	shape(value, path, findings);
};
