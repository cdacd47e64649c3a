import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { isBlank } from '../../../protocol/validation';
import type { Reader } from '../operations/reader';
import { approveId, type Choice, declineId, withPlainBreaks } from './question';

const forApproval = { show: { responseType: ['approval'] } };

/** The buttons of an approval. n8n's own nodes hide their labels in a collection: these are to be translated. */
export const approvalFields: INodeProperties[] = [
	{
		displayName: 'Type of Approval',
		name: 'approvalType',
		type: 'options',
		noDataExpression: true,
		default: 'double',
		options: [
			{ name: 'Approve and Decline', value: 'double', description: 'Two buttons' },
			{ name: 'Approve Only', value: 'single', description: 'One button' },
		],
		description: 'Buttons to show',
		displayOptions: forApproval,
	},
	{
		displayName: 'Approve Button Label',
		name: 'approveLabel',
		type: 'string',
		default: 'Approve',
		description: 'Text of the button that approves',
		displayOptions: forApproval,
	},
	{
		displayName: 'Decline Button Label',
		name: 'declineLabel',
		type: 'string',
		default: 'Decline',
		description: 'Text of the button that declines',
		displayOptions: { show: { responseType: ['approval'], approvalType: ['double'] } },
	},
];

export const choicesField = (maximum: number): INodeProperties => ({
	displayName: 'Choices',
	name: 'choices',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true, maxAllowedFields: maximum },
	placeholder: 'Add choice',
	default: {},
	options: [
		{
			displayName: 'Choice',
			name: 'choice',
			values: [
				{
					displayName: 'Label',
					name: 'label',
					type: 'string',
					default: '',
					placeholder: 'e.g. Tomorrow morning',
					description: 'Text of the button',
				},
				{
					displayName: 'ID',
					name: 'id',
					type: 'string',
					default: '',
					placeholder: 'e.g. morning',
					description:
						'Value in the output when this is chosen; if empty, the label, or its number if the label is long',
				},
			],
		},
	],
	description: `Answers to choose from, at most ${maximum}`,
	displayOptions: { show: { responseType: ['choices'] } },
});

/** Encoded characters of a label that is its own ID. Saved workflows branch on these IDs: they depend on nothing else. */
const longestLabelId = 45;

const isShort = (label: string): boolean =>
	new URLSearchParams([['', label]]).toString().length <= longestLabelId + 1;

interface ChoiceLimits {
	maximum: number;
	/** Characters. */
	longestLabel: number;
}

/** Returns a text as a page or a button sends it back: half an emoji and the character 0 do not come back as they are. */
const asSentBack = (text: string): string => withPlainBreaks(text).replace(/[\p{Cs}\0]/gu, '\ufffd');

function readLabel(reader: Reader, name: string, longest: number): string {
	const label = asSentBack(reader.messageText(name)).trim();
	if (!isBlank(label) && [...label].length <= longest) return label;
	throw reader.invalid(name, `A label must have 1 to ${longest} characters.`, 'Change the label.');
}

const areDifferent = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;
const sameLabel = 'Two choices have the same label.';

export function readChoices(reader: Reader, { maximum, longestLabel }: ChoiceLimits): Choice[] {
	const rows = reader.rows('choices', 'choice');
	const choices = rows.map((row, index) => {
		const label = readLabel(row, 'label', longestLabel);
		const id = asSentBack(row.messageText('id')).trim();
		return { id: id || (isShort(label) ? label : String(index + 1)), label };
	});
	const problem =
		(choices.length === 0 && 'There are no choices.') ||
		(choices.length > maximum && `There are more than ${maximum} choices.`) ||
		(!areDifferent(choices.map(({ label }) => label)) && sameLabel) ||
		(!areDifferent(choices.map(({ id }) => id)) && 'Two choices have the same ID.');
	if (problem !== false)
		throw new InvalidInput('choices', problem, `Add one to ${maximum} different choices.`);
	return choices;
}

export function readApproval(reader: Reader, longestLabel: number): Choice[] {
	const approve = { id: approveId, label: readLabel(reader, 'approveLabel', longestLabel) };
	if (reader.choice('approvalType', ['single', 'double']) === 'single') return [approve];
	const decline = { id: declineId, label: readLabel(reader, 'declineLabel', longestLabel) };
	if (approve.label !== decline.label) return [approve, decline];
	throw reader.invalid('declineLabel', sameLabel, 'Change the label.');
}
