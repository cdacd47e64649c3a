import { at, isJsonObject, listAt, textAt } from '../core/json';
import type { JsonObject } from '../core/json';
import {
	also,
	by,
	flag,
	hasOneOf,
	hasOneOfOrNew,
	list,
	oneOf,
	openObject,
	text,
	webAddress,
} from '../json/shape';
import type { Shape } from '../json/shape';
import { suggestions } from './suggestions';

/**
 * `contentMessage`: Google's AgentContentMessage (service.md#rcs-content). Google may add members to all of it: they
 * pass, and are not listed as undeclared.
 */

const contentInfo = openObject({ fileUrl: webAddress }, { thumbnailUrl: webAddress, forceRefresh: flag });
const uploadedRbmFile = openObject({ fileName: text() }, { thumbnailName: text() });

const FILES = { contentInfo, uploadedRbmFile, fileName: text() };

/** @param heights those that are possible */
const media = (heights: readonly string[], isHeightNeeded: boolean): Shape => {
	const height = { height: oneOf(...heights) };
	return also(
		isHeightNeeded ? openObject(height, FILES) : openObject({}, { ...height, ...FILES }),
		hasOneOfOrNew(Object.keys(FILES), ['height']),
		'must have exactly one file',
	);
};

const ON_CARD = { title: text(200), description: text(2_000), suggestions: suggestions(4) };

/** *Assumed*, as Google has it: a card has a title, a description or a picture. */
const card = (picture: Shape): Shape =>
	also(
		openObject({}, { ...ON_CARD, media: picture }),
		(value) => ['title', 'description', 'media'].some((name) => at(value, name) !== undefined),
		'must have a title, a description or media',
	);

const HEIGHTS = ['SHORT', 'MEDIUM', 'TALL'];

/** *Assumed*: the alignment of a vertical card is refused; beside the text the height of a picture means nothing. */
const STANDALONE: Readonly<Record<string, Shape>> = {
	VERTICAL: also(
		openObject({ cardContent: card(media(HEIGHTS, true)) }),
		(value) => at(value, 'thumbnailImageAlignment') === undefined,
		'must not have thumbnailImageAlignment if it is vertical',
	),
	HORIZONTAL: openObject(
		{ cardContent: card(media(HEIGHTS, false)) },
		{ thumbnailImageAlignment: oneOf('LEFT', 'RIGHT') },
	),
};

const CAROUSEL: Readonly<Record<string, Shape>> = {
	SMALL: openObject({ cardContents: list(card(media(['SHORT', 'MEDIUM'], true)), 2, 10) }),
	MEDIUM: openObject({ cardContents: list(card(media(HEIGHTS, true)), 2, 10) }),
};

const richCard = also(
	openObject(
		{},
		{ standaloneCard: by('cardOrientation', STANDALONE), carouselCard: by('cardWidth', CAROUSEL) },
	),
	hasOneOf('standaloneCard', 'carouselCard'),
	'must be exactly one card or carousel',
);

/** How one kind is told from the others, and shown in one line. */
interface ContentKind {
	readonly isKind: (content: JsonObject) => boolean;
	readonly preview: (content: JsonObject) => string;
}

const nameIn = (address: string): string => {
	const [name = ''] = address.split(/[?#]/);
	return name.split('/').at(-1) ?? '';
};

const fileOf = (content: JsonObject): string =>
	nameIn(textAt(content, 'contentInfo', 'fileUrl')) ||
	textAt(content, 'fileName') ||
	textAt(content, 'uploadedRbmFile', 'fileName');

const wordsOf = (cardContent: unknown): string =>
	textAt(cardContent, 'title') || textAt(cardContent, 'description');

const KINDS = {
	text: {
		isKind: (content) => content['text'] !== undefined,
		preview: (content) => textAt(content, 'text'),
	},
	card: {
		isKind: (content) => at(content, 'richCard', 'standaloneCard') !== undefined,
		preview: (content) => wordsOf(at(content, 'richCard', 'standaloneCard', 'cardContent')) || 'Card',
	},
	carousel: {
		isKind: (content) => at(content, 'richCard', 'carouselCard') !== undefined,
		preview: (content) =>
			listAt(content, 'richCard', 'carouselCard', 'cardContents')
				.map(wordsOf)
				.find((words) => words !== '') ?? 'Carousel',
	},
	file: {
		isKind: (content) => Object.keys(FILES).some((name) => content[name] !== undefined),
		preview: (content) => fileOf(content) || 'File',
	},
} satisfies Readonly<Record<string, ContentKind>>;

export type RcsKind = keyof typeof KINDS;

const KIND_NAMES: readonly RcsKind[] = ['text', 'card', 'carousel', 'file'];

/** @returns undefined for what is no content */
export const kindOf = (content: unknown): RcsKind | undefined =>
	isJsonObject(content) ? KIND_NAMES.find((name) => KINDS[name].isKind(content)) : undefined;

export const previewOf = (kind: RcsKind, content: JsonObject): string => KINDS[kind].preview(content);

/** Exactly one of the things that a message can be, and what can be tapped below it. */
export const contentMessage: Shape = also(
	openObject({}, { text: text(3_072), richCard, ...FILES, suggestions: suggestions(11) }),
	hasOneOf('text', 'richCard', ...Object.keys(FILES)),
	`must have exactly one of text, richCard, ${Object.keys(FILES).join(', ')}`,
);
