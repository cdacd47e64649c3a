import { checkOptionalText, checkText, objectIn, objectsIn, oneOf, wordIn } from '../../content/jsonParts';
import { InvalidInput } from '../../errors';
import { type JsonObject, memberOf } from '../../http/json';
import { type CardPart, checkCard } from './cardShape';
import { checkContentInfo } from './fileShape';
import { checkSuggestions } from './suggestionShape';

/** The parts of a message, as the user knows them. */
export type Part =
	| 'text'
	| 'fileUrl'
	| 'thumbnailUrl'
	| CardPart
	| 'cards'
	| 'orientation'
	| 'imageAlignment'
	| 'width'
	| 'suggestions'
	| 'contentMessage';

/** The parameter that holds a part, for errors. */
export type FieldOf = (part: Part) => string;

const limits = {
	text: 3072,
	cards: { min: 2, max: 10 },
	suggestions: 11,
	cardSuggestions: 4,
	/** 250 KB. That it is measured in UTF-8 and that a KB is 1,024 bytes is *assumed*. */
	bytes: 250 * 1024,
};

function checkTextMessage(message: JsonObject, fieldOf: FieldOf): void {
	checkText(message, 'text', { field: fieldOf('text'), what: 'the text', max: limits.text });
}

function checkFile(message: JsonObject, fieldOf: FieldOf): void {
	const info = objectIn(message, 'contentInfo', { field: fieldOf('fileUrl'), what: 'the file' });
	checkContentInfo(info, {
		fileUrl: { field: fieldOf('fileUrl'), what: 'the URL of the file' },
		thumbnailUrl: { field: fieldOf('thumbnailUrl'), what: 'the URL of the thumbnail' },
	});
}

function checkFileName(message: JsonObject, fieldOf: FieldOf): void {
	checkText(message, 'fileName', { field: fieldOf('contentMessage'), what: 'the name of the file' });
}

function checkUploadedFile(message: JsonObject, fieldOf: FieldOf): void {
	const field = fieldOf('contentMessage');
	const file = objectIn(message, 'uploadedRbmFile', { field, what: 'the uploaded file' });
	checkText(file, 'fileName', { field, what: 'the name of the uploaded file' });
	checkOptionalText(file, 'thumbnailName', { field, what: 'the name of the thumbnail' });
}

function checkStandaloneCard(card: JsonObject, fieldOf: FieldOf): void {
	const orientation = wordIn(card, 'cardOrientation', ['HORIZONTAL', 'VERTICAL'], {
		field: fieldOf('orientation'),
		what: 'the orientation of the card',
	});
	const field = fieldOf('imageAlignment');
	if (memberOf(card, 'thumbnailImageAlignment') !== undefined) {
		if (orientation !== 'HORIZONTAL') {
			throw new InvalidInput(field, 'Only a horizontal card has an image alignment.', 'Remove it.');
		}
		wordIn(card, 'thumbnailImageAlignment', ['LEFT', 'RIGHT'], { field, what: 'the image alignment' });
	}
	const what = 'the card';
	checkCard(objectIn(card, 'cardContent', { field: fieldOf('title'), what }), {
		what,
		fieldOf,
		heights: ['SHORT', 'MEDIUM', 'TALL'],
		suggestions: limits.cardSuggestions,
	});
}

function checkCarousel(carousel: JsonObject, fieldOf: FieldOf): void {
	const width = wordIn(carousel, 'cardWidth', ['SMALL', 'MEDIUM'], {
		field: fieldOf('width'),
		what: 'the width of the cards',
	});
	const field = fieldOf('cards');
	const what = (position: number) => `card ${position}`;
	const cards = objectsIn(carousel, 'cardContents', limits.cards, what, { field, what: 'the cards' });
	for (const [index, card] of cards.entries()) {
		checkCard(card, {
			what: what(index + 1),
			fieldOf: () => field,
			heights: width === 'SMALL' ? ['SHORT', 'MEDIUM'] : ['SHORT', 'MEDIUM', 'TALL'],
			suggestions: limits.cardSuggestions,
		});
	}
}

const cardKinds = { standaloneCard: checkStandaloneCard, carouselCard: checkCarousel };

function checkRichCard(message: JsonObject, fieldOf: FieldOf): void {
	const location = { field: fieldOf('contentMessage'), what: 'the rich card' };
	const richCard = objectIn(message, 'richCard', location);
	const kind = oneOf(richCard, ['standaloneCard', 'carouselCard'], location);
	cardKinds[kind](objectIn(richCard, kind, { ...location, what: `the ${kind}` }), fieldOf);
}

/** What a message can be: the members of which it has exactly one. */
export const contentKinds = ['text', 'richCard', 'contentInfo', 'fileName', 'uploadedRbmFile'] as const;

const kinds = {
	text: checkTextMessage,
	richCard: checkRichCard,
	contentInfo: checkFile,
	fileName: checkFileName,
	uploadedRbmFile: checkUploadedFile,
} satisfies Record<(typeof contentKinds)[number], (message: JsonObject, fieldOf: FieldOf) => void>;

function checkSize(message: JsonObject, field: string): void {
	const bytes = new TextEncoder().encode(JSON.stringify(message)).length;
	if (bytes <= limits.bytes) return;
	const size = (count: number) => count.toLocaleString('en');
	throw new InvalidInput(
		field,
		`The message has ${size(bytes)} bytes (limit: ${size(limits.bytes)}, or 250 KB).`,
		'Shorten texts, postback data or links.',
	);
}

/**
 * Checks `contentMessage`, as it goes over the wire, against all documented limits. Members that are not documented
 * are left alone. *Assumed*, from the platform behind the service: a card has a title, a description or media.
 *
 * @param whole the part to which an error about the whole message belongs
 * @throws InvalidInput naming the part and, in words, the card and the suggestion
 */
export function checkContentMessage(message: JsonObject, whole: Part, fieldOf: FieldOf): void {
	const kind = oneOf(message, contentKinds, { field: fieldOf(whole), what: 'the message' });
	kinds[kind](message, fieldOf);
	checkSuggestions(message, { field: fieldOf('suggestions'), of: '', max: limits.suggestions });
	checkSize(message, fieldOf(whole));
}
