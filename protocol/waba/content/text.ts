import { wabaContentOf, type WabaContent } from './content';
import { boundedText } from '../../content/texts';

export interface WabaTextMessage {
	text: string;
	/** Whether a link in the text is shown with a preview; left out, the service decides. */
	previewUrl?: boolean | undefined;
}

const maxText = 4096;

/** The members that a text and a reply share. */
export function textMembers({ text, previewUrl }: WabaTextMessage): { type: string; text: { body: string } } {
	return {
		type: 'text',
		text: {
			body: boundedText(text, { field: 'text', what: 'the text', max: maxText }),
			...(previewUrl !== undefined && { preview_url: previewUrl }),
		},
	};
}

/**
 * A text (service.md#waba-content), up to 4,096 characters.
 *
 * @throws InvalidInput (`text`)
 */
export function wabaTextContent(message: WabaTextMessage): WabaContent {
	return wabaContentOf(textMembers(message));
}
