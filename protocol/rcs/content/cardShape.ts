import { checkOptionalText, objectIn, optionalObject, wordIn } from '../../content/jsonParts';
import { capital, type Spot } from '../../content/texts';
import { InvalidInput } from '../../errors';
import { type JsonObject, memberOf } from '../../json';
import { checkContentInfo } from './fileShape';
import { checkSuggestions } from './suggestionShape';

const limits = { title: 200, description: 2000 };

/** What differs from one place of a card to another. */
export interface CardRules {
	/** Of its media. */
	heights: readonly string[];
	/** The most that it can have. */
	suggestions: number;
}

function checkMedia(media: JsonObject, { field, what }: Spot, heights: readonly string[]): void {
	const height = { field, what: `the media height of ${what}` };
	if (memberOf(media, 'height') === 'TALL' && !heights.includes('TALL')) {
		throw new InvalidInput(
			field,
			`${capital(height.what)} is tall; a carousel of small cards has no room for it.`,
			'Choose another height, or medium cards.',
		);
	}
	wordIn(media, 'height', heights, height);
	const isNewKind = Object.keys(media).some((name) => name !== 'height' && name !== 'contentInfo');
	// The platform knows other ways to name a file; they pass.
	if (memberOf(media, 'contentInfo') === undefined && isNewKind) return;
	const info = objectIn(media, 'contentInfo', { field, what: `the media file of ${what}` });
	checkContentInfo(info, {
		fileUrl: { field, what: `the media URL of ${what}` },
		thumbnailUrl: { field, what: `the thumbnail URL of ${what}` },
	});
}

/** `cardContent`: one card, alone or in a carousel. */
export function checkCard(card: JsonObject, spot: Spot, rules: CardRules): void {
	const { field, what } = spot;
	checkOptionalText(card, 'title', { field, what: `the title of ${what}`, max: limits.title });
	checkOptionalText(card, 'description', {
		field,
		what: `the description of ${what}`,
		max: limits.description,
	});
	const media = optionalObject(card, 'media', { field, what: `the media of ${what}` });
	if (media) checkMedia(media, spot, rules.heights);
	if (['title', 'description', 'media'].every((name) => memberOf(card, name) === undefined)) {
		throw new InvalidInput(
			field,
			`${capital(what)} has no title, no description and no media.`,
			'Give it one of the three.',
		);
	}
	checkSuggestions(card, { field, of: ` of ${what}`, max: rules.suggestions });
}
