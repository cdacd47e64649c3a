import { InvalidInput } from '../errors';
import { boundedText, capital, type FieldLocation } from './texts';

function isWebAddress(link: string): boolean {
	if (/\s/.test(link) || !/^https?:\/\/[^/]/i.test(link)) return false;
	try {
		return new URL(link).hostname !== '';
	} catch {
		return false;
	}
}

/** An absolute URI: of the web, or with any other scheme. */
export function isWholeAddress(address: string): boolean {
	if (/^https?:/i.test(address)) return isWebAddress(address);
	return /^[a-z][a-z\d+.-]+:[^\s\p{Cc}]+$/iu.test(address);
}

/**
 * A link from which the service fetches a file. Whether there is one of the right format and size is known to the
 * service alone.
 *
 * @returns the link without spaces around it
 * @throws InvalidInput for what is no complete http or https address
 */
export function webLink(link: string, location: FieldLocation): string {
	const trimmed = boundedText(link, location).trim();
	if (isWebAddress(trimmed)) return trimmed;
	throw new InvalidInput(
		location.field,
		`${capital(location.what)} isn't an http or https URL.`,
		'Use a complete URL that starts with https:// or http://, without spaces.',
	);
}
