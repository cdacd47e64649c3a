import { encodeText } from '../charsets';
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
			'It is empty.',
			'Take the ID that the SMSBOX WhatsApp (WABA) Trigger gives.',
		);
	if (/\s/.test(trimmed))
		throw new InvalidInput(
			field,
			'It is no ID: it holds a space.',
			'Give one ID, as the SMSBOX WhatsApp (WABA) Trigger gives it.',
		);
	encodeText(trimmed, 'utf-8', field);
	return trimmed;
}
