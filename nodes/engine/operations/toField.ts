import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { checkForms, e164, entriesInCountry, listEntries } from '../../../protocol/recipients/phoneNumbers';
import { scalarText } from '../../../protocol/validation';
import type { Reader } from './reader';
import { isMissing, isRecord } from './values';

/** The recipients of a message, or of a request about one: all channels. */
export const toField: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +33600123456, +33600789012',
	description:
		'Phone numbers in international format, comma-separated, or an array by expression. More than 5,000 are split into several requests.',
};

/**
 * Returns the first fields of the output of every operation that sends to numbers, in their order. What else is known of
 * the recipients comes next, then the rest.
 *
 * @param reference identifies the message in reports; undefined where no single one does
 */
export const sentTo = (
	accepted: boolean | null,
	reference: string | undefined,
	to: string[],
): IDataObject => ({
	accepted,
	...(reference !== undefined && { reference }),
	to: to.map(e164),
	recipientCount: to.length,
});

/** An entry of To, as it was entered. */
export interface RecipientEntry {
	to: unknown;
	/** Undefined where the entry has none of its own. */
	variables?: string[];
}

const field = 'to';
/** A list in JSON, as a person or an AI agent writes it where an expression would return the list itself. */
const jsonList = /^\s*(?:\[\s*["{\]]|\{)/;

/** Returns the variables of a recipient. One that is there but empty passes, as in texts. */
function textsOf(variables: unknown, position: number, reader: Reader): string[] {
	if (!Array.isArray(variables))
		throw new InvalidInput(
			field,
			`“variables” of recipient ${position} must be a list of texts.`,
			'Use an array, such as ["Jean", "14:30"].',
		);
	return Array.from<unknown, string>(variables, (value, index) => {
		const subject = `Variable ${index + 1} of recipient ${position}`;
		if (value === undefined)
			throw new InvalidInput(
				field,
				`${subject} has no value.`,
				'Reference a field that the item has, or add a default: $json.name ?? "".',
			);
		const text = scalarText(value, subject, (...words) => new InvalidInput(field, ...words));
		reader.checkWords(field, text, 'structured');
		if (text === '') reader.noteEmpty(`variable ${index + 1}`);
		return text;
	});
}

function entryOf(entry: unknown, index: number, reader: Reader): RecipientEntry {
	if (!isRecord(entry)) return { to: entry };
	const position = index + 1;
	const { to, variables } = entry;
	if (isMissing(to)) {
		throw new InvalidInput(
			field,
			`“to” of recipient ${position} is missing.`,
			'Write { "to": "+33600000000", "variables": ["Jean"] }.',
		);
	}
	if (Object.keys(entry).some((key) => key !== 'to' && key !== 'variables')) {
		throw new InvalidInput(
			field,
			`Recipient ${position} has properties other than “to” and “variables”.`,
			'Remove them.',
		);
	}
	return { to, ...(variables !== undefined && { variables: textsOf(variables, position, reader) }) };
}

/**
 * Reads {@link toField}: one number, several as text, a list, or a list of `{ "to", "variables" }`. The numbers are not
 * checked yet.
 *
 * @throws InvalidInput naming the position in the list, from 1
 */
export function readRecipients(reader: Reader): RecipientEntry[] {
	const value = reader.required(field);
	const isJson = typeof value === 'string' && jsonList.test(value);
	reader.checkEntries(field);
	const entries = listEntries(isJson ? reader.messageJson(field) : value, field).map((entry, index) =>
		entryOf(entry, index, reader),
	);
	const numbers = entriesInCountry(
		entries.map(({ to }) => to),
		reader.defaults.countryCode,
		field,
	);
	checkForms(numbers, field);
	return entries.map((entry, index) => ({ ...entry, to: numbers[index] }));
}

/**
 * Reads {@link toField} where recipients have no variables.
 *
 * @param check makes numbers of the entries of a list
 */
export function readRecipientNumbers(
	reader: Reader,
	check: (entries: unknown, field: string) => string[],
): string[] {
	const entries = readRecipients(reader);
	const personal = entries.findIndex(({ variables = [] }) => variables.length > 0);
	if (personal >= 0) {
		throw new InvalidInput(
			field,
			`Recipient ${personal + 1} has variables, which only SMS can have.`,
			'Remove “variables”, and send one item per recipient to personalize the message.',
		);
	}
	return check(
		entries.map(({ to }) => to),
		field,
	);
}
