import { boundedText } from '../../content/texts';
import { InvalidInput } from '../../errors';
import type { JsonObject } from '../../http/json';
import type { WabaContent } from './content';

interface TemplateChoice {
	/** Of the template. */
	name: string;
	/** Of the template, spelled as the list of templates spells it. */
	language: string;
}

export interface TemplateMessage extends TemplateChoice {
	/** Values of the variables in the text, in their order. None is empty. */
	variables: readonly string[];
	/** Value of the variable in the URL of the first button; undefined for a template without one. */
	buttonVariable?: string | undefined;
}

export interface OtpTemplateMessage extends TemplateChoice {
	code: string;
}

const variableText = (text: string, index: number, field: string): string =>
	boundedText(text, { field, what: `variable ${index + 1}` });

const withTexts = (component: JsonObject, texts: readonly string[]): JsonObject => ({
	...component,
	parameters: texts.map((text) => ({ type: 'text', text })),
});

/**
 * A template of the agent (service.md#waba-content): the only message that WhatsApp delivers outside 24 hours. The
 * schema allows any template with any number of texts. *Assumed*: the service takes others than one-time codes, too,
 * and a body without variables is an empty list.
 *
 * @throws InvalidInput (`name`, `language`, `variables` naming the position, `buttonVariable`)
 */
export function templateContent({ name, language, variables, buttonVariable }: TemplateMessage): WabaContent {
	const texts = variables.map((text, index) => variableText(text, index, 'variables'));
	const ofButton =
		buttonVariable === undefined
			? []
			: [boundedText(buttonVariable, { field: 'buttonVariable', what: 'the variable of the button' })];
	return {
		json: {
			type: 'template',
			template: {
				name: boundedText(name, { field: 'name', what: 'the name of the template' }),
				language: { code: boundedText(language, { field: 'language', what: 'the language' }) },
				components: [
					withTexts({ type: 'body' }, texts),
					...ofButton.map((text) => withTexts({ type: 'button', sub_type: 'url', index: '0' }, [text])),
				],
			},
		},
		secrets: [...texts, ...ofButton],
	};
}

/**
 * A one-time password by a template of the agent (service.md#waba-content). The code
 * stands in the text and in the button that copies it.
 *
 * @throws InvalidInput (`name`, `language`, `code`)
 */
export function otpTemplateContent({ code, ...template }: OtpTemplateMessage): WabaContent {
	const text = boundedText(code, { field: 'code', what: 'the code' });
	return templateContent({ ...template, variables: [text], buttonVariable: text });
}

/** The parameter that holds the variables as JSON. */
const jsonField = 'variablesJson';

function jsonVariable(value: unknown, index: number): string {
	if (value === undefined || value === null) return variableText('', index, jsonField);
	if ((typeof value === 'number' && !Number.isFinite(value)) || value === 'Invalid DateTime')
		throw new InvalidInput(
			jsonField,
			`Variable ${index + 1} isn't a valid number or date.`,
			'Check its expression.',
		);
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
		return variableText(String(value), index, jsonField);
	throw new InvalidInput(
		jsonField,
		`Variable ${index + 1} is a list or an object instead of a text.`,
		'Reference a single property, such as $json.name.',
	);
}

/**
 * Reads the variables of a template from an array of texts, numbers or booleans.
 *
 * @throws InvalidInput (`variablesJson`) naming the position, from 1
 */
export function variablesFromJson(json: unknown): string[] {
	if (!Array.isArray(json))
		throw new InvalidInput(
			jsonField,
			"The value isn't an array.",
			'Use an array, such as ["Jean", "14:30"].',
		);
	const values: unknown[] = json;
	return Array.from(values, jsonVariable);
}
