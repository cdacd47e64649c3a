import type { INodeProperties } from 'n8n-workflow';
import { templateContent, variablesFromJson } from '../../../../protocol/waba/message';
import { formOrJson, inForm, readFormOrJson } from '../../../engine/operations/formOrJson';
import type { Reader } from '../../../engine/operations/reader';
import { readTemplate, templateFields } from '../../listSearch/templateLocator';
import { defineSend } from './defineSend';

const variableRows: INodeProperties = {
	displayName: 'Variables',
	name: 'variables',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	placeholder: 'Add variable',
	default: {},
	options: [
		{
			displayName: 'Variable',
			name: 'variable',
			values: [
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. Jean',
					description: 'Value of one variable: the first row is the first variable of the text, and so on',
				},
			],
		},
	],
	description: 'Values of the variables in the text of the template, in their order',
	displayOptions: { show: inForm },
};

const buttonVariableOption: INodeProperties = {
	displayName: 'Button Variable',
	name: 'buttonVariable',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1042',
	description:
		'Value of the variable in the URL of the first button. Add it only if the template has one there.',
};

const counted = (count: number): string => `${count} variable${count === 1 ? '' : 's'}`;

/** The list can be older than the template, and its counts are not documented: for the service, not for an error. */
function hintCounts(
	reader: Reader,
	where: string,
	{ listedCount, enteredCount }: { listedCount: number | undefined; enteredCount: number },
): void {
	if (listedCount === undefined || listedCount === enteredCount) return;
	reader.addHint(
		`The template was listed with ${counted(listedCount)} in its ${where}, but the message has ${enteredCount}. Such a message may be accepted and then fail.`,
	);
}

export const sendTemplate = defineSend({
	name: 'Send Template',
	value: 'sendTemplate',
	action: 'Send a WhatsApp template message',
	description: 'Send an approved template at any time, also after the 24 hours for other messages',
	fields: [
		...templateFields('Approved template with variables of text only, which can be sent at any time'),
		...formOrJson({
			switchName: 'the variables as an array',
			form: [variableRows],
			json: {
				displayName: 'Variables (JSON)',
				name: 'variablesJson',
				description:
					'Values of the variables in the text of the template, as an array in their order. An expression can return it.',
				example: ['Jean', '14:30'],
				rows: 3,
			},
		}),
	],
	options: { content: [buttonVariableOption] },
	readContent(reader) {
		const { listed, ...template } = readTemplate(reader);
		const variables = readFormOrJson(reader, 'variablesJson', {
			form: () => reader.rows('variables', 'variable').map((row) => row.messageText('value')),
			json: variablesFromJson,
		});
		const buttonVariable = reader.options().optionalMessageText('buttonVariable', 'data');
		const content = templateContent({ ...template, variables, buttonVariable });
		hintCounts(reader, 'text', { listedCount: listed.text, enteredCount: variables.length });
		hintCounts(reader, 'buttons', {
			listedCount: listed.button,
			enteredCount: buttonVariable === undefined ? 0 : 1,
		});
		return content;
	},
});
