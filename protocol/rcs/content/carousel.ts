import { type Card, cardMembers } from './card';
import { formContent, type RcsContent } from './content';
import { suggestionMembers, type Suggestion } from './suggestions';

export interface CarouselMessage {
	/** Of all cards; small ones have no tall media. */
	width: 'small' | 'medium';
	/** 2 to 10. */
	cards: readonly Card[];
	/** Below the carousel; at most 11. */
	suggestions: readonly Suggestion[];
}

/**
 * Cards side by side (service.md#rcs-content).
 *
 * @throws InvalidInput (`width`, `cards`, `suggestions`) naming the card and the suggestion
 */
export function carouselContent({ width, cards, suggestions }: CarouselMessage): RcsContent {
	const carouselCard = {
		cardWidth: width.toUpperCase(),
		cardContents: cards.map((card, index) =>
			cardMembers(card, { field: 'cards', of: ` of card ${index + 1}` }),
		),
	};
	return formContent(
		{ richCard: { carouselCard }, ...suggestionMembers(suggestions, 'suggestions') },
		'cards',
	);
}
