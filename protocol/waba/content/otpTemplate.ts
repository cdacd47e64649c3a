import type { WabaContent } from './content';
import { boundedText } from '../../content/texts';

export interface OtpTemplateMessage {
	/** Of the template. */
	name: string;
	/** Of the template, spelled as the list of templates spells it. */
	language: string;
	code: string;
}

/**
 * A one-time password by a template of the agent (service.md#waba-content). The code
 * stands in the text and in the button that copies it.
 *
 * @throws InvalidInput (`name`, `language`, `code`)
 */
export function otpTemplateContent({ name, language, code }: OtpTemplateMessage): WabaContent {
	const text = boundedText(code, { field: 'code', what: 'the code' });
	const parameters = [{ type: 'text', text }];
	return {
		json: {
			type: 'template',
			template: {
				name: boundedText(name, { field: 'name', what: 'the name of the template' }),
				language: { code: boundedText(language, { field: 'language', what: 'the language' }) },
				components: [
					{ type: 'body', parameters },
					{ type: 'button', sub_type: 'url', index: '0', parameters },
				],
			},
		},
		secrets: [code],
	};
}
