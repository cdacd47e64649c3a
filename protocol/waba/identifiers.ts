import { encodeText } from '../text';
import { InvalidInput } from '../errors';

/**
 * The id of a received message (`wamid.…`) or file, as a webhook gave it. How it is formed is not documented.
 *
 * @returns the id without spaces around it
 * @throws InvalidInput for what is empty, or is more than one word
 */
export function receivedId(id: string, field: string): string {
	const trimmed = id.trim();
	if (trimmed === '')
		throw new InvalidInput(
			field,
			'The value is empty.',
			'Use the ID that the SMSBOX WhatsApp (WABA) Trigger outputs.',
		);
	if (/\s/.test(trimmed))
		throw new InvalidInput(
			field,
			'The ID contains a space.',
			'Enter one ID, as output by the SMSBOX WhatsApp (WABA) Trigger.',
		);
	encodeText(trimmed, 'utf-8', field);
	return trimmed;
}
