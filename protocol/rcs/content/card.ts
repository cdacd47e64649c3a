import { memberUnlessBlank } from '../../content/texts';
import type { JsonObject } from '../../http/json';
import { aligned } from './alignment';
import { formContent, type RcsContent } from './content';
import { contentInfoOf, type LinkedFile } from './file';
import { suggestionMembers, type Suggestion } from './suggestions';

export interface CardMedia extends LinkedFile {
	height: 'short' | 'medium' | 'tall';
}

/** With a title, a description or media, or several of them. */
export interface Card {
	/** At most 200 characters. */
	title?: string | undefined;
	/** At most 2,000 characters. */
	description?: string | undefined;
	media?: CardMedia | undefined;
	/** At most 4. */
	suggestions: readonly Suggestion[];
}

export interface CardMessage {
	orientation: 'vertical' | 'horizontal';
	/** Of a horizontal card only; left where it is left out. */
	imageAlignment?: 'left' | 'right' | undefined;
	card: Card;
	/** Below the card; at most 11. */
	suggestions: readonly Suggestion[];
}

/** `cardContent`; what is blank is left out. */
export function cardMembers(
	{ title, description, media, suggestions }: Card,
	place: { field: string; of: string },
): JsonObject {
	return {
		...memberUnlessBlank('title', title),
		...memberUnlessBlank('description', description),
		...(media && {
			media: { height: media.height.toUpperCase(), contentInfo: contentInfoOf(media) },
		}),
		...suggestionMembers(suggestions, place.field, place.of),
	};
}

/**
 * One card (service.md#rcs-content).
 *
 * @throws InvalidInput (`orientation`, `imageAlignment`, `title`, `description`, `mediaUrl`, `mediaThumbnailUrl`,
 * `mediaHeight`, `cardSuggestions`, `suggestions`) naming the suggestion; (`title`) for the card as a whole
 */
export function cardContent({ orientation, imageAlignment, card, suggestions }: CardMessage): RcsContent {
	const standaloneCard = {
		cardOrientation: orientation.toUpperCase(),
		...(imageAlignment !== undefined && { thumbnailImageAlignment: imageAlignment.toUpperCase() }),
		cardContent: cardMembers(card, { field: 'cardSuggestions', of: ' of the card' }),
	};
	return formContent(
		aligned({ richCard: { standaloneCard }, ...suggestionMembers(suggestions, 'suggestions') }),
		'title',
	);
}
