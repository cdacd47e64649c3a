import type { WabaContent } from './content';
import { interactiveContent, type InteractiveTexts } from './interactive';

export interface ButtonsMessage extends InteractiveTexts {
	/** 1 to 3, each with an id that comes back with the answer (at most 256 characters) and a title (20). */
	buttons: readonly { id: string; title: string }[];
}

/**
 * A text with buttons to tap (service.md#waba-content).
 *
 * @throws InvalidInput (`header`, `body`, `footer`, `buttons`) naming the button
 */
export function buttonsContent({ buttons, ...texts }: ButtonsMessage): WabaContent {
	return interactiveContent('buttons', texts, {
		buttons: buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })),
	});
}
