import { formContent, type RcsContent } from './content';
import { suggestionMembers, type Suggestion } from './suggestions';

export interface RcsTextMessage {
	/** At most 3,072 characters. */
	text: string;
	/** At most 11. */
	suggestions: readonly Suggestion[];
}

/**
 * A text (service.md#rcs-content).
 *
 * @throws InvalidInput (`text`, `suggestions`)
 */
export function rcsTextContent({ text, suggestions }: RcsTextMessage): RcsContent {
	return formContent({ text, ...suggestionMembers(suggestions, 'suggestions') }, 'text');
}
