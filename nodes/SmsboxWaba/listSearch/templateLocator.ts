import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { Template } from '../../../protocol/waba/templates';
import type { Reader } from '../../engine/operations/reader';

/** Between name and language, neither of which has a slash, and the counts of variables. */
const separator = '/';

type ListedTemplate = Pick<Template, 'name' | 'language' | 'textVariables' | 'buttonVariables'>;

/** What the list stores for a template: `parcel_update/fr/2/1`, or without the counts if they are unknown. */
export const templateValue = ({ name, language, textVariables, buttonVariables }: ListedTemplate): string =>
	[name, language, textVariables ?? '', buttonVariables ?? ''].join(separator).replace(/\/+$/, '');

/** How to choose a template; `description` says which ones fit. */
export const templateFields = (description: string): INodeProperties[] => [
	{
		displayName: 'Template',
		name: 'template',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a template...',
				typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				placeholder: 'e.g. login_code',
				hint: 'The exact name. Set Language too.',
			},
		],
	},
	{
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: '',
		placeholder: 'e.g. en_US',
		description:
			'Language code of the template, as shown in the list. For a template from the list, it overrides the language of the template.',
	},
];

interface ChosenTemplate {
	name: string;
	language: string;
	/** How many variables it had when it was selected from the list; undefined if unknown. */
	listed: { text: number | undefined; button: number | undefined };
}

const countOf = (text = ''): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);

/** Reads {@link templateFields}. The list of templates is not asked for. */
export function readTemplate(reader: Reader): ChosenTemplate {
	const { mode, value } = reader.locator('template');
	const [name = '', ownLanguage = '', ...counts] = mode === 'list' ? value.split(separator) : [value];
	const language = reader.textOverDefault('language') || ownLanguage;
	if (name === '') throw new InvalidInput('template', 'No template is chosen.', 'Select one from the list.');
	if (language === '')
		throw new InvalidInput(
			'language',
			'The language of the template is missing.',
			'Enter it as shown in the list of templates.',
		);
	// In another language, a template may have other variables.
	const [text, button] = language === ownLanguage ? counts : [];
	return { name, language, listed: { text: countOf(text), button: countOf(button) } };
}
