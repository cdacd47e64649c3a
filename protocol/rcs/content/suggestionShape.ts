import { checkOptionalLink } from '../../content/jsonLinks';
import { checkText, objectIn, objectsIn, oneOf } from '../../content/jsonParts';
import type { FieldLocation } from '../../content/texts';
import { type JsonObject, memberOf } from '../../http/json';
import { checkAction } from './actionShape';

const limits = { text: 25, postbackData: 2048 };

/** Where suggestions stand, and how many there may be. */
export interface SuggestionPlace {
	/** Outward name of the parameter. */
	field: string;
	/** Behind "suggestion 2": the card that it belongs to, or nothing. */
	of: string;
	max: number;
}

/** A suggestion in words, as within a sentence. */
export const suggestionAt = (position: number, of: string): string => `suggestion ${position}${of}`;

function checkSuggestion(suggestion: JsonObject, location: FieldLocation): void {
	const { field, what } = location;
	const kind = oneOf(suggestion, ['reply', 'action'], location);
	const members = objectIn(suggestion, kind, { field, what: `the ${kind} of ${what}` });
	checkText(members, 'text', { field, what: `the text of ${what}`, max: limits.text });
	checkText(members, 'postbackData', {
		field,
		what: `the postback data of ${what}`,
		max: limits.postbackData,
	});
	if (kind === 'reply') return;
	checkOptionalLink(members, 'fallbackUrl', { field, what: `the fallback URL of ${what}` });
	checkAction(members, location);
}

/** `suggestions`, of a message or of a card; there need be none. Two may have the same postback data. */
export function checkSuggestions(parent: JsonObject, { field, of, max }: SuggestionPlace): void {
	if (memberOf(parent, 'suggestions') === undefined) return;
	const one = (position: number) => suggestionAt(position, of);
	const location = { field, what: `the suggestions${of}` };
	const suggestions = objectsIn(parent, 'suggestions', { min: 0, max }, one, location);
	for (const [index, suggestion] of suggestions.entries()) {
		checkSuggestion(suggestion, { field, what: one(index + 1) });
	}
}
