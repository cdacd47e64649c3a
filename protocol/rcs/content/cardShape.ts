import { checkOptionalText, objectIn, optionalObject, wordIn } from '../../content/jsonParts';
import { capital } from '../../content/texts';
import { InvalidInput } from '../../errors';
import { type JsonObject, memberOf } from '../../http/json';
import { checkContentInfo } from './fileShape';
import { checkSuggestions } from './suggestionShape';

const limits = { title: 200, description: 2000 };

/** The parts of a card, as the user knows them. */
export type CardPart =
	'title' | 'description' | 'mediaUrl' | 'mediaThumbnailUrl' | 'mediaHeight' | 'cardSuggestions';

/** What differs from one place of a card to another. */
export interface CardPlace {
	/** The card in words, as within a sentence. */
	what: string;
	/** The parameter that holds a part, for errors. */
	fieldOf: (part: CardPart) => string;
	/** Of its media. */
	heights: readonly string[];
	/** The most that it can have. */
	suggestions: number;
}

function checkMedia(media: JsonObject, { what, fieldOf, heights }: CardPlace): void {
	const height = { field: fieldOf('mediaHeight'), what: `the media height of ${what}` };
	if (memberOf(media, 'height') === 'TALL' && !heights.includes('TALL')) {
		throw new InvalidInput(
			height.field,
			`${capital(height.what)} is tall, which small carousel cards don't support.`,
			'Choose another height, or medium cards.',
		);
	}
	wordIn(media, 'height', heights, height);
	const isNewKind = Object.keys(media).some((name) => name !== 'height' && name !== 'contentInfo');
	// The platform knows other ways to name a file; they pass.
	if (memberOf(media, 'contentInfo') === undefined && isNewKind) return;
	const field = fieldOf('mediaUrl');
	const info = objectIn(media, 'contentInfo', { field, what: `the media file of ${what}` });
	checkContentInfo(info, {
		fileUrl: { field, what: `the media URL of ${what}` },
		thumbnailUrl: { field: fieldOf('mediaThumbnailUrl'), what: `the thumbnail URL of ${what}` },
	});
}

/** `cardContent`: one card, alone or in a carousel. */
export function checkCard(card: JsonObject, place: CardPlace): void {
	const { what, fieldOf, suggestions: max } = place;
	const title = fieldOf('title');
	checkOptionalText(card, 'title', { field: title, what: `the title of ${what}`, max: limits.title });
	checkOptionalText(card, 'description', {
		field: fieldOf('description'),
		what: `the description of ${what}`,
		max: limits.description,
	});
	const media = optionalObject(card, 'media', { field: fieldOf('mediaUrl'), what: `the media of ${what}` });
	if (media) checkMedia(media, place);
	if (['title', 'description', 'media'].every((name) => memberOf(card, name) === undefined)) {
		throw new InvalidInput(
			title,
			`${capital(what)} has no title, no description and no media.`,
			'Add at least one of them.',
		);
	}
	checkSuggestions(card, { field: fieldOf('cardSuggestions'), of: ` of ${what}`, max });
}
