import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { Reader } from '../../engine/operations/reader';

/** A template is known by its name and its language; names hold no slash. */
const separator = '/';

/** What the list stores for a template. */
export const templateValue = ({ name, language }: { name: string; language: string }): string =>
	`${name}${separator}${language}`;

export const templateFields: INodeProperties[] = [
	{
		displayName: 'Template',
		name: 'template',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'Approved template with the code in its text and its button; other templates cannot be sent',
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

/** Reads {@link templateFields}. */
export function readTemplate(reader: Reader): { name: string; language: string } {
	const { mode, value } = reader.locator('template');
	const chosen = reader.text('language').trim();
	const end = mode === 'list' ? value.lastIndexOf(separator) : -1;
	const name = end < 0 ? value : value.slice(0, end);
	const language = chosen === '' && end >= 0 ? value.slice(end + 1) : chosen;
	if (name === '') throw new InvalidInput('template', 'No template is chosen.', 'Select one from the list.');
	if (language === '')
		throw new InvalidInput(
			'language',
			'The language of the template is missing.',
			'Enter it as shown in the list of templates.',
		);
	return { name, language };
}
