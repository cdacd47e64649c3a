import { InvalidInput } from '../errors';
import { isObject, type JsonObject, memberOf, toJson } from '../http/json';
import { link } from '../schema/links';
import {
	list,
	numbered,
	object,
	oneOf,
	rewrite,
	rule,
	withoutNulls,
	contentIn,
	buildMessage,
	checkMessage,
	type MessageContent,
	notJsonObject,
} from '../schema/objects';
import {
	choice,
	flag,
	text,
	capital,
	type FieldsOf,
	labelAt,
	missingError,
	type MessagePosition,
	optional,
	within,
	onlyInJson,
	ofType,
	displayOnly,
} from '../schema/entries';
import { suggestions } from './suggestions';
import { withCommas } from '../validation';

/** A file that the service fetches. */
const file = <Url extends string, Thumbnail extends string>(
	label: string,
	[url, urlLabel]: readonly [Url, string],
	[thumbnail, thumbnailLabel]: readonly [Thumbnail, string],
) =>
	object(label, {
		fileUrl: link(url, urlLabel),
		/** A small picture that is shown until the file is there. */
		thumbnailUrl: displayOnly(optional(link(thumbnail, thumbnailLabel))),
		/** Whether the file is fetched again though the service has it. */
		forceRefresh: displayOnly(
			optional(
				flag('forceRefresh', 'the property forceRefresh', {
					toWire: (isSet) => (isSet === true ? true : undefined),
				}),
			),
		),
	});

/** Checks media without a file by its link: the platform knows other ways to name one. */
function checkMediaFile(media: JsonObject, position: MessagePosition): void {
	if (Object.keys(media).every((name) => name === 'height'))
		throw missingError({ field: position.fieldOf('mediaUrl'), what: labelAt('the media file', position) });
}

/** *Assumed*, from the platform behind the service. */
function checkCard(card: JsonObject, position: MessagePosition): void {
	if (['title', 'description', 'media'].every((name) => memberOf(card, name) === undefined))
		throw new InvalidInput(
			position.fieldOf('title'),
			`${capital(position.subject)} has no title, no description and no media.`,
			'Add at least one of them.',
		);
}

/** A card, alone or in a carousel. */
export const card = object(
	'',
	{
		title: optional(text('title', 'the title', { max: 200 }), { emptyIsAbsent: true }),
		description: optional(text('description', 'the description', { max: 2000 }), { emptyIsAbsent: true }),
		media: optional(
			object(
				'the media',
				{
					height: displayOnly(
						choice('mediaHeight', 'the media height', { short: 'SHORT', medium: 'MEDIUM', tall: 'TALL' }),
					),
					contentInfo: optional(
						file('the media file', ['mediaUrl', 'the media URL'], ['mediaThumbnailUrl', 'the thumbnail URL']),
						{ discriminator: 'mediaUrl' },
					),
				},
				rule(checkMediaFile),
			),
		),
	},
	rule(checkCard),
	{ suggestions: suggestions('cardSuggestions', 4) },
);

/**
 * Completes a horizontal card, whose picture is left unless it says otherwise (*assumed*; the platform behind the
 * service has no default). There is a picture beside the text in a horizontal card only.
 */
function withAlignment(standalone: JsonObject, position: MessagePosition): JsonObject {
	if (memberOf(standalone, 'cardOrientation') === 'HORIZONTAL')
		return { thumbnailImageAlignment: 'LEFT', ...standalone };
	if (!position.isLenient && memberOf(standalone, 'thumbnailImageAlignment') !== undefined)
		throw new InvalidInput(
			position.fieldOf('imageAlignment'),
			'Only a horizontal card has an image alignment.',
			'Remove it.',
		);
	return Object.fromEntries(
		Object.entries(standalone).filter(([name]) => name !== 'thumbnailImageAlignment'),
	);
}

const standaloneCard = object(
	'the standaloneCard',
	{
		cardOrientation: displayOnly(
			choice('orientation', 'the orientation of the card', {
				horizontal: 'HORIZONTAL',
				vertical: 'VERTICAL',
			}),
		),
	},
	rewrite(withAlignment),
	{
		thumbnailImageAlignment: displayOnly(
			optional(choice('imageAlignment', 'the image alignment', { left: 'LEFT', right: 'RIGHT' })),
		),
		cardContent: within('the card', card),
	},
);

function checkHeights({ cardWidth, cardContents }: JsonObject, position: MessagePosition): void {
	if (cardWidth !== 'SMALL' || !Array.isArray(cardContents)) return;
	const index = cardContents.findIndex(
		(content) => memberOf(memberOf(content, 'media'), 'height') === 'TALL',
	);
	if (index >= 0)
		throw new InvalidInput(
			position.fieldOf('cards'),
			`The media height of card ${index + 1} is tall, which small carousel cards don't support.`,
			'Choose another height, or medium cards.',
		);
}

export const carouselCard = object(
	'the carouselCard',
	{
		cardWidth: displayOnly(choice('width', 'the width of the cards', { small: 'SMALL', medium: 'MEDIUM' })),
		cardContents: list('cards', 'the cards', { min: 2, max: 10 }, numbered('card'), card),
	},
	rule(checkHeights),
);

const contents = {
	text: ofType('text', text('text', 'the text', { max: 3072 })),
	richCard: object(
		'the rich card',
		oneOf('the rich card', {
			standaloneCard: ofType('card', standaloneCard),
			carouselCard: ofType('carousel', carouselCard),
		}),
	),
	contentInfo: ofType(
		'file',
		file('the file', ['fileUrl', 'the URL of the file'], ['thumbnailUrl', 'the URL of the thumbnail']),
	),
	fileName: onlyInJson(text('', 'the name of the file')),
	uploadedRbmFile: onlyInJson(
		object('the uploaded file', {
			fileName: text('', 'the name of the uploaded file'),
			thumbnailName: displayOnly(optional(text('', 'the name of the thumbnail'))),
		}),
	),
};

function checkNesting(json: JsonObject, position: MessagePosition): void {
	if (Object.keys(contents).some((name) => Object.hasOwn(json, name))) return;
	if (Object.entries(json).some(([name, member]) => name !== 'suggestions' && typeof member === 'object'))
		throw new InvalidInput(
			position.fieldOf(''),
			'The message is nested inside another object.',
			`Use only the value of contentMessage, with one of: ${Object.keys(contents).join(', ')}.`,
		);
}

/** 250 KB. That it is measured in UTF-8 and that a KB is 1,024 bytes is *assumed*. */
const maxBytes = 250 * 1024;

function checkSize(json: JsonObject, position: MessagePosition): void {
	const bytes = new TextEncoder().encode(JSON.stringify(json)).length;
	if (bytes > maxBytes)
		throw new InvalidInput(
			position.fieldOf(''),
			`The message has ${withCommas(bytes)} bytes (limit: ${withCommas(maxBytes)}, or 250 KB).`,
			'Shorten texts, postback data or links.',
		);
}

/** `contentMessage` (service.md#rcs-content): the AgentContentMessage of RCS Business Messaging. */
export const rcsMessage = object(
	'the message',
	rule(checkNesting),
	oneOf('the message', contents),
	{ suggestions: suggestions('suggestions', 11) },
	rule(checkSize),
);

export type Card = FieldsOf<typeof card>;
export type RcsMessage = FieldsOf<typeof rcsMessage>;
export type RcsContent = MessageContent;

/** The field that an error about the whole message belongs to. */
const wholeFields: Readonly<Record<RcsMessage['type'], string>> = {
	text: 'text',
	file: 'fileUrl',
	card: 'title',
	carousel: 'cards',
};

/**
 * Builds a message from fields.
 *
 * @throws InvalidInput naming the field and, in words, the card and the suggestion
 */
export const rcsContent = (fields: RcsMessage): RcsContent =>
	buildMessage(rcsMessage, fields, wholeFields[fields.type]);

const jsonField = 'contentMessage';

/**
 * Checks a message that comes as JSON, alone or as the only member `contentMessage` of an object. What expressions make
 * of it passes, as on the platform behind the service: null and empty titles count as absent, and numbers, true and
 * false may come as text.
 *
 * @throws InvalidInput (`contentMessage`) naming the part and, in words, the card and the suggestion
 */
export function rcsContentFromJson(json: unknown): RcsContent {
	const message = toJson(json);
	if (!isObject(message)) throw notJsonObject(jsonField);
	return checkMessage(rcsMessage, contentIn(withoutNulls(message), jsonField), {
		field: jsonField,
		isLenient: true,
	});
}
