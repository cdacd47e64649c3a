import { Refusal } from '../form/refusal';

/** What may stand in a query string as it is; `&` and `=` separate the pairs. */
const PLAIN = "[A-Za-z0-9\\-._~!$'()*+,;:@/?]|%[0-9A-Fa-f]{2}";
const PAIRS = new RegExp(`^(?:${PLAIN})+=(?:${PLAIN})*(?:&(?:${PLAIN})+=(?:${PLAIN})*)*$`);

/**
 * The custom parameters of a delivery report (service.md#sms-parameters, `cvar`). The form has been decoded, which
 * takes off the second encoding: what is left is a query string, appended to the report's address as it is. *Assumed*:
 * what is no query string (a value that was not encoded for itself) is refused.
 */
export function readCvar(text: string): string {
	if (text !== '' && !PAIRS.test(text)) throw new Refusal('parameters', 'cvar must be a query string');
	return text;
}
