import { InvalidInput } from '../errors';
import { type JsonObject, memberOf } from '../http/json';
import { checkText } from './jsonParts';
import { isWholeAddress, webLink } from './link';
import { capital, type FieldLocation } from './texts';

/** A text that must be there, and goes out as it is. */
function exactText(parent: JsonObject, name: string, location: FieldLocation): string {
	const text = checkText(parent, name, location);
	if (text === text.trim()) return text;
	throw new InvalidInput(
		location.field,
		`${capital(location.what)} has leading or trailing spaces.`,
		'Remove them.',
	);
}

/** A link that must be there. */
export function checkLink(parent: JsonObject, name: string, location: FieldLocation): void {
	webLink(exactText(parent, name, location), location);
}

/** An address that must be there, of the web or of anything else: `tel:`, an app. */
export function checkAddress(parent: JsonObject, name: string, location: FieldLocation): void {
	if (isWholeAddress(exactText(parent, name, location))) return;
	throw new InvalidInput(
		location.field,
		`${capital(location.what)} isn't a complete URL.`,
		'Use a URL with its scheme, such as https://… or tel:…, without spaces.',
	);
}

/** A link that may be left out. */
export function checkOptionalLink(parent: JsonObject, name: string, location: FieldLocation): void {
	if (memberOf(parent, name) !== undefined) checkLink(parent, name, location);
}
