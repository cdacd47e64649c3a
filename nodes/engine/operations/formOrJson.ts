import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import type { MessageContent } from '../../../protocol/schema/objects';
import { scalarText } from '../../../protocol/validation';
import { textsIn } from './expressions/missingWords';
import { pathText } from './expressions/code';
import type { Reader } from './reader';

const choiceName = 'specifyContent';
const choices = ['fields', 'json'] as const;

/** Shows a field where the message is given as a form. */
export const inForm = { [choiceName]: ['fields'] };

/** Something that can be filled in as a form, or given whole by those who build it elsewhere. */
interface FormOrJson {
	/** What the JSON is, as the object of "Enter …". */
	switchName: string;
	form: readonly INodeProperties[];
	/** The field for the JSON. */
	json: Pick<INodeProperties, 'displayName' | 'name' | 'description'> & { example: object; rows: number };
}

/** The fields of a form, each of which shows itself by {@link inForm}, or the JSON in their place. */
export function formOrJson({ switchName, form, json }: FormOrJson): INodeProperties[] {
	const { example, rows, ...field } = json;
	return [
		{
			displayName: 'Specify Content',
			name: choiceName,
			type: 'options',
			// It decides which required fields are shown: n8n cannot tell while it is an expression.
			noDataExpression: true,
			default: 'fields',
			options: [
				{ name: 'Using Fields Below', value: 'fields', description: 'Enter the message in the form' },
				{ name: 'Using JSON', value: 'json', description: `Enter ${switchName}` },
			],
			description: 'How to enter the message',
		},
		...form,
		{
			...field,
			type: 'json',
			typeOptions: { rows },
			default: JSON.stringify(example, undefined, 2),
			required: true,
			displayOptions: { show: { [choiceName]: ['json'] } },
		},
	];
}

/**
 * Checks what JSON would silently drop or change: of undefined members it has nothing, which a hint names, and numbers and dates
 * that are none become null.
 *
 * @throws InvalidInput also for a number that JavaScript has rounded
 */
function checkMembers(reader: Reader, jsonName: string, value: unknown, path: readonly string[] = []): void {
	const invalid = (message: string, remediation: string): InvalidInput =>
		reader.invalid(jsonName, message, remediation);
	if (value === undefined) reader.noteEmpty(pathText(path));
	if (typeof value === 'number') scalarText(value, `The property ${pathText(path)}`, invalid);
	if (typeof value !== 'object' || value === null) return;
	if ('toJSON' in value && JSON.stringify(value) === 'null')
		throw invalid(`The property ${pathText(path)} isn't a valid number or date.`, 'Check its expression.');
	if ('toJSON' in value) return;
	// In a list, holes count as undefined, too.
	const members: object = Array.isArray(value) ? Array.from<unknown>(value) : value;
	for (const [member, inside] of Object.entries(members))
		checkMembers(reader, jsonName, inside, [...path, member]);
}

/** Reads what {@link formOrJson} asks for. Throws {@link InvalidInput}, also for JSON that is empty. */
export function readFormOrJson<Content extends Pick<MessageContent, 'json'> | readonly string[]>(
	reader: Reader,
	jsonName: string,
	read: { form: (reader: Reader) => Content; json: (json: unknown) => Content },
): Content {
	if (reader.choice(choiceName, choices) === 'fields') return read.form(reader);
	const json = reader.messageJson(jsonName);
	if (json === undefined)
		throw new InvalidInput(
			jsonName,
			'The value is empty.',
			'Enter the message as JSON, or choose Using Fields Below.',
		);
	const content = read.json(json);
	// Afterwards, as errors about the content name the place.
	checkMembers(reader, jsonName, json);
	// As it is sent: numbers among texts have become texts.
	const sent = 'json' in content ? content.json : content;
	reader.checkWords(jsonName, textsIn(sent).join('\n'), 'structured');
	return content;
}
