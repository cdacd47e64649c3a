import { encodeText } from '../text';
import { InvalidInput } from '../errors';
import { percentEncode } from '../http/form';

export interface CallbackDataEntry {
	name: string;
	value: string;
}

const field = 'callbackData';

/** What the service itself puts into a delivery report (service.md#delivery-reports). */
const reserved: ReadonlySet<string> = new Set(['numero', 'reference', 'accuse', 'ts']);

function encodePair({ name, value }: CallbackDataEntry, index: number): string {
	const where = ` of callback data entry ${index + 1}`;
	if (name.trim() === '') {
		throw new InvalidInput(field, `Callback data entry ${index + 1} has no name.`, 'Enter a name.');
	}
	if (reserved.has(name.trim().toLowerCase())) {
		throw new InvalidInput(
			field,
			`Callback data entry ${index + 1} has a reserved name.`,
			'Choose a name other than numero, reference, accuse and ts.',
		);
	}
	const encode = (text: string) => percentEncode(encodeText(text, 'utf-8', field, where));
	return `${encode(name)}=${encode(value)}`;
}

/**
 * Parameters that come back with each delivery report, as the value of `cvar` (service.md#sms-parameters): `name=value`
 * pairs joined by `&`, names and values percent-encoded. This is the first of the two encodings that the service
 * asks for; the form's own is the second. *Assumed*: the first is in UTF-8 whatever the `charset` of the request is, as
 * a report does not say in which character set its parameters are.
 *
 * @throws InvalidInput for a pair without a name, a name of the service's own, or half a character
 */
export function encodeCallbackData(pairs: readonly CallbackDataEntry[]): string {
	return pairs.map((pair, index) => encodePair(pair, index)).join('&');
}
