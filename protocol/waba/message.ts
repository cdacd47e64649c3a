import { InvalidInput } from '../errors';
import type { JsonValue } from '../http/json';
import { link } from '../schema/links';
import {
	list,
	numbered,
	object,
	type ObjectEntry,
	tuple,
	buildMessage,
	type MessageContent,
} from '../schema/objects';
import {
	boundedText,
	constant,
	degrees,
	flag,
	text,
	value,
	capital,
	type Entry,
	type FieldsOf,
	type FieldValues,
	type Members,
	type ValueEntry,
	optional,
	displayOnly,
} from '../schema/entries';
import { chosen, scalarText } from '../validation';
import { receivedId } from './identifiers';

/** `contentMessage`, checked. Its tables are in service.md#waba-content. */
export type WabaContent = MessageContent;

/** A value that is checked when it is built: these messages don't come as JSON. */
const checkedField = <Name extends string>(
	name: Name,
	toWire: (field: string) => JsonValue | undefined,
): ValueEntry<Name, string> =>
	value<Name, string>(name, '', { toWire: (field) => toWire(String(field)), check: (built) => built });

// Texts and replies

const textMembers = {
	type: constant('text'),
	text: object('', {
		body: text('text', 'the text', { max: 4096 }),
		/** Whether a link in the text is shown with a preview; left out, the service decides. */
		preview_url: displayOnly(optional(flag('previewUrl', 'the link preview'))),
	}),
};

const receivedMessage = checkedField('messageId', (id) => receivedId(id, 'messageId'));

export const textMessage = object('', textMembers);
export const replyMessage = object('', textMembers, { context: object('', { message_id: receivedMessage }) });

/** Builds a text. @throws InvalidInput (`text`) */
export const wabaTextContent = (fields: FieldsOf<typeof textMessage>): WabaContent =>
	buildMessage(textMessage, fields, 'text');

/** Builds a text that is shown as the answer to a received message. @throws InvalidInput (`text`, `messageId`) */
export const replyContent = (fields: FieldsOf<typeof replyMessage>): WabaContent =>
	buildMessage(replyMessage, fields, 'text');

// Reactions

const pictorial = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Skin tones, families and flags are several characters, but one to the eye. */
function isOneEmoji(symbol: string): boolean {
	const [first, ...moreSymbols] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(symbol);
	return first !== undefined && moreSymbols.length === 0 && pictorial.test(symbol);
}

/** *Assumed*: an empty emoji takes an earlier reaction back, as on the platform behind the service. */
function oneEmoji(field: string): string {
	const emoji = field.trim();
	if (emoji === '' || isOneEmoji(emoji)) return emoji;
	throw new InvalidInput(
		'emoji',
		"The value isn't a single emoji.",
		'Enter one emoji, or leave the field empty to remove a reaction.',
	);
}

export const reactionMessage = object('', {
	type: constant('reaction'),
	reaction: object('', { message_id: receivedMessage, emoji: checkedField('emoji', oneEmoji) }),
});

/** Builds a reaction to a received message. @throws InvalidInput (`messageId`, `emoji`) */
export const reactionContent = (fields: FieldsOf<typeof reactionMessage>): WabaContent =>
	buildMessage(reactionMessage, fields, 'emoji');

// Locations

export const locationMessage = object('', {
	type: constant('location'),
	location: object('', {
		longitude: degrees('longitude', 'the value'),
		latitude: degrees('latitude', 'the value'),
		name: optional(text('name', 'the name')),
		address: optional(text('address', 'the address')),
	}),
});

/** Builds a place on the map. @throws InvalidInput (`latitude`, `longitude`, `name`, `address`) */
export const locationContent = (fields: FieldsOf<typeof locationMessage>): WabaContent =>
	buildMessage(locationMessage, fields, 'latitude');

// Files

export type MediaType = 'audio' | 'document' | 'image' | 'video';

const media = (type: MediaType, members: Members = {}): ObjectEntry =>
	object('', {
		type: constant(type),
		[type]: object('', { link: link('fileUrl', 'the URL of the file') }, members),
	});

export const mediaMessages = {
	audio: media('audio'),
	/** The only one with a file name (since version 2.4.0). */
	document: media('document', { filename: displayOnly(optional(text('fileName', 'the file name'))) }),
	image: media('image'),
	video: media('video'),
};

interface MediaMessage {
	type: MediaType;
	fileUrl: string;
	/** The name that the recipient of a document sees. */
	fileName?: string | undefined;
}

/** Builds a file by its link. @throws InvalidInput (`type`, `fileUrl`, `fileName`) */
export function mediaContent({ type, ...fields }: MediaMessage): WabaContent {
	const table = chosen(mediaMessages, type, 'type');
	if (type !== 'document' && fields.fileName !== undefined && fields.fileName.trim() !== '')
		throw new InvalidInput('fileName', 'Only a document has a file name.', 'Remove it.');
	return buildMessage(table, fields, 'fileUrl');
}

// Templates

const parameter = <Built extends FieldValues>(entry: Entry<Built>) =>
	object('', { type: constant('text'), text: entry });

const button = <Built extends FieldValues>(entry: Entry<Built>) =>
	object('', {
		type: constant('button'),
		sub_type: constant('url'),
		index: constant('0'),
		parameters: tuple(parameter(entry)),
	});

const template = <Body extends FieldValues, Button extends FieldValues>(
	parameters: Entry<Body>,
	buttonComponent: Entry<Button>,
) =>
	object('', {
		type: constant('template'),
		template: object('', {
			name: text('name', 'the name of the template', { isPublic: true }),
			/** Spelled as in the list of templates. */
			language: object('', { code: text('language', 'the language', { isPublic: true }) }),
			components: tuple(object('', { type: constant('body'), parameters }), buttonComponent),
		}),
	});

export const templateMessage = template(
	list(
		'variables',
		'the variables',
		{ min: 0, max: Number.MAX_SAFE_INTEGER },
		numbered('variable'),
		parameter(text('text', '')),
	),
	optional(button(text('buttonVariable', 'the variable of the button')), { discriminator: 'buttonVariable' }),
);

const code = text('code', 'the code');
export const otpMessage = template(tuple(parameter(code)), button(code));

interface TemplateMessage {
	name: string;
	language: string;
	/** Values of the variables in the text, in their order. None is empty. */
	variables: readonly string[];
	/** Value of the variable in the URL of the first button; undefined for a template without one. */
	buttonVariable?: string | undefined;
}

/**
 * Builds a template of the agent: the only message that WhatsApp delivers outside 24 hours. The schema allows any
 * template with any number of texts. *Assumed*: the service takes others than one-time codes, too, and a body without
 * variables is an empty list.
 *
 * @throws InvalidInput (`name`, `language`, `variables` naming the position, `buttonVariable`)
 */
export const templateContent = ({ variables, ...fields }: TemplateMessage): WabaContent =>
	buildMessage(
		templateMessage,
		{ ...fields, variables: variables.map((variable) => ({ text: variable })) },
		'name',
	);

/** Builds a one-time password. The code is in the text and in the button that copies it. */
export const otpTemplateContent = (fields: FieldsOf<typeof otpMessage>): WabaContent =>
	buildMessage(otpMessage, fields, 'code');

/** The parameter that holds the variables as JSON. */
const jsonField = 'variablesJson';

function jsonVariable(variable: unknown, index: number): string {
	const what = `variable ${index + 1}`;
	const input = scalarText(variable, capital(what), (...words) => new InvalidInput(jsonField, ...words));
	return boundedText(input, { field: jsonField, what });
}

/**
 * Reads the variables of a template from an array of texts, numbers or booleans.
 *
 * @throws InvalidInput (`variablesJson`) naming the position, from 1
 */
export function variablesFromJson(json: unknown): string[] {
	if (!Array.isArray(json))
		throw new InvalidInput(
			jsonField,
			"The value isn't an array.",
			'Use an array, such as ["Jean", "14:30"].',
		);
	const variables: unknown[] = json;
	return Array.from(variables, jsonVariable);
}
