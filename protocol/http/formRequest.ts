import type { Charset } from '../text/charsets';
import type { WireRequest } from '../exchange';
import { encodeForm, type Fields } from './form';

/** The one script that serves the Account and the SMS API (service.md#urls-and-authentication). */
const scriptPath = '/1.1/api.php';

/**
 * What an operation without a `charset` parameter is sent in: the service's own default for sends; that it holds
 * for the other operations is *assumed*.
 */
export const defaultCharset: Charset = 'iso-8859-1';

/** What goes into a request's query and form. */
export interface FormParts {
	query?: Fields;
	/** Left out, the request has no body: that tells a count from a list and a balance from a transfer. */
	form?: Fields;
	charset?: Charset;
	/** See {@link encodeForm}. */
	outward?: Readonly<Record<string, string>>;
}

/**
 * A request to the Account and SMS API: always POST, operation in the query, parameters in a form
 * (service.md#urls-and-authentication).
 */
export function formRequest({ query, form, charset = defaultCharset, outward = {} }: FormParts): WireRequest {
	const path = query ? `${scriptPath}?${encodeForm(query, 'utf-8')}` : scriptPath;
	if (!form) return { api: 'sms', method: 'POST', path, headers: {} };
	return {
		api: 'sms',
		method: 'POST',
		path,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: encodeForm(form, charset, outward),
	};
}
