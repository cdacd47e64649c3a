import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { agentDefaults } from '../http/transport';
import type { Reader } from './reader';

/**
 * Reads a field that overrides a default of the credential.
 *
 * @throws InvalidInput where both are empty, or where an expression in the field returns no value
 */
export function textOrDefault(reader: Reader, { name }: INodeProperties): string {
	const field = agentDefaults.find((candidate) => candidate === name);
	const text = reader.textOverDefault(name) || (field === undefined ? '' : reader.defaults[field]);
	if (text !== '') return text;
	throw new InvalidInput(
		name,
		'The value is empty.',
		'Enter it in the node or as default in the credential.',
	);
}
