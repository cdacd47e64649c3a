import { InvalidInput } from '../errors';
import type { JsonValue } from '../http/json';
import { text, capital, type FieldLocation, unchanged, type ValueEntry } from './entries';

function isWebAddress(link: string): boolean {
	if (/\s/.test(link) || !/^https?:\/\/[^/]/i.test(link)) return false;
	try {
		return new URL(link).hostname !== '';
	} catch {
		return false;
	}
}

/** An absolute URI: of the web, or with any other scheme. */
function isWholeAddress(address: string): boolean {
	if (/^https?:/i.test(address)) return isWebAddress(address);
	return /^[a-z][a-z\d+.-]+:[^\s\p{Cc}]+$/iu.test(address);
}

const trimmed = (field: unknown): JsonValue | undefined =>
	typeof field === 'string' ? field.trim() : unchanged(field);

function checkSpaces(link: string, { field, what }: FieldLocation): void {
	if (link !== link.trim())
		throw new InvalidInput(field, `${capital(what)} has leading or trailing spaces.`, 'Remove them.');
}

function checkWeb(link: string, { field, what }: FieldLocation): void {
	if (!isWebAddress(link))
		throw new InvalidInput(
			field,
			`${capital(what)} isn't an http or https URL.`,
			'Use a complete URL that starts with https:// or http://, without spaces.',
		);
}

/** Defines a link, http or https, such as one from which the service fetches a file of the right format and size. */
export const link = <Name extends string>(name: Name, label: string): ValueEntry<Name, string> =>
	text(name, label, {
		toWire: trimmed,
		check(address, location) {
			checkSpaces(address, location);
			checkWeb(address, location);
		},
	});

/** Defines an address to open: in JSON any, such as `tel:` or of an app, from fields http or https. */
export const address = <Name extends string>(name: Name, label: string): ValueEntry<Name, string> =>
	text(name, label, {
		toWire(field, location) {
			const input = trimmed(field);
			if (typeof input === 'string' && input !== '') checkWeb(input, location);
			return input;
		},
		check(input, location) {
			checkSpaces(input, location);
			if (isWholeAddress(input)) return;
			throw new InvalidInput(
				location.field,
				`${capital(location.what)} isn't a complete URL.`,
				'Use a URL with its scheme, such as https://… or tel:…, without spaces.',
			);
		},
	});
