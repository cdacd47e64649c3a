import { encodeText } from '../text';
import { InvalidInput } from '../errors';
import type { Api, WireRequest } from '../exchange';
import { percentEncode } from './form';
import type { JsonObject } from './json';

/** The interfaces that speak JSON. */
export type JsonApi = Exclude<Api, 'sms'>;

/** JSON in ASCII: whatever is beyond is escaped, so that no layer can encode it in another way. */
export function asciiJson(value: JsonObject): string {
	return JSON.stringify(value).replace(
		/[\u007f-\uffff]/g,
		(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** A POST of JSON (service.md#urls-and-authentication). */
export function jsonRequest(api: JsonApi, path: string, body: JsonObject): WireRequest {
	return {
		api,
		method: 'POST',
		path,
		headers: { 'content-type': 'application/json' },
		body: asciiJson(body),
	};
}

/**
 * An identifier as a segment of a path, percent-encoded. How it is formed is not documented: whatever could not be
 * one segment is refused, all else is left to the service (*assumed*).
 *
 * @throws InvalidInput for an identifier that is empty or cannot stand in an address
 */
export function pathSegment(identifier: string, field: string): string {
	const trimmed = identifier.trim();
	if (trimmed === '') throw new InvalidInput(field, 'The value is empty.', 'Copy it from the customer area.');
	if (/[\s/\\?#\p{Cc}]/u.test(trimmed) || /^\.{1,2}$/.test(trimmed)) {
		throw new InvalidInput(
			field,
			'Invalid ID: it contains a space, a slash, or another invalid character.',
			'Copy only the ID, not the URL that contains it.',
		);
	}
	return percentEncode(encodeText(trimmed, 'utf-8', field));
}
