import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../../../protocol/errors';
import { agentDefaults } from '../http/credential';
import type { Reader } from './reader';

/**
 * Reads a field that overrides a default of the credential.
 *
 * @throws InvalidInput where both are empty
 */
export function textOrDefault(reader: Reader, { name }: INodeProperties): string {
	const known = agentDefaults.find((one) => one === name);
	const text = reader.text(name).trim() || (known === undefined ? '' : reader.defaults[known]);
	if (text !== '') return text;
	throw new InvalidInput(
		name,
		'The value is empty.',
		'Enter it in the node or as default in the credential.',
	);
}
