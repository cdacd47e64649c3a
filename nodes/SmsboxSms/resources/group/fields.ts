import type { INodeProperties } from 'n8n-workflow';
import {
	checkForms,
	entriesInCountry,
	listEntries,
	parseNumbers,
	withoutOptionalDigit,
} from '../../../../protocol/recipients/phoneNumbers';
import { firstOfEach } from '../../../../protocol/recipients/splitting';
import type { Reader } from '../../../engine/operations/reader';

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. VIP Clients',
	description: 'Name of the group in your account, on one line',
};

/** The numbers of a group; each operation says in its description what becomes of those that are in it already. */
export function numbersField(description: string): INodeProperties {
	return {
		displayName: 'Numbers',
		name: 'numbers',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. +33600123456, +33600789012',
		description,
	};
}

/** Reads {@link numbersField}, each person once. */
export function readNumbers(reader: Reader): string[] {
	const list = reader.required('numbers');
	reader.checkEntries('numbers');
	const entries = entriesInCountry(listEntries(list, 'numbers'), reader.defaults.countryCode, 'numbers');
	checkForms(entries, 'numbers');
	return firstOfEach(parseNumbers(entries, 'numbers'), withoutOptionalDigit);
}
