import type { RawRequest } from '../http/exchange';
import { DEFAULT_CHARSET, decodeText, findCharset } from '../wire/charset';
import { parseForm } from '../wire/form';
import type { RawField } from '../wire/form';

/** The fields of one place (query or body). */
export interface FieldSet {
	/** What can be read, by name. What cannot stands here as Latin-1, for the log. */
	readonly values: ReadonlyMap<string, string>;
	/** Why the request must be refused, if it must. */
	readonly faults: readonly string[];
}

export interface FormRequest {
	readonly query: FieldSet;
	readonly body: FieldSet;
	/** The operation's `action`, wherever it is. */
	readonly action: string | undefined;
	readonly method: string;
	readonly authorization: string | undefined;
	readonly isTooLarge: boolean;
}

/** As many as PHP reads unless it is told otherwise; no operation declares nearly as many. */
const MOST_FIELDS = 1_000;

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * Takes a request apart: first the bytes, then their charset, as they declare it; ISO-8859-1 unless they do
 * (service.md#sms-parameters, `charset`). A POST declares it in its body only. A body of another content type is not
 * looked at, so that its fields are missing. *Assumed*: a field that is given twice, too many fields, bytes that are no
 * text in the request's charset and an unknown charset make the request invalid.
 *
 * @param isActionInBody whether the body may name the `action`
 */
export function readFormRequest(request: RawRequest, isActionInBody: boolean): FormRequest {
	const queryFields = parseForm(Buffer.from(request.query, 'latin1'), MOST_FIELDS + 1);
	const bodyFields = FORM.test(request.headers['content-type'] ?? '')
		? parseForm(request.body, MOST_FIELDS + 1)
		: [];
	const charset = declaredCharset(request.method === 'GET' ? queryFields : bodyFields) ?? DEFAULT_CHARSET;
	const query = decode(queryFields, charset);
	const body = decode(bodyFields, charset);
	return {
		query,
		body,
		action: query.values.get('action') ?? (isActionInBody ? body.values.get('action') : undefined),
		method: request.method,
		authorization: request.headers['authorization'],
		isTooLarge: request.isTooLarge ?? false,
	};
}

const declaredCharset = (fields: readonly RawField[]): string | undefined =>
	fields.find((field) => field.name === 'charset')?.value.toString('latin1');

function decode(fields: readonly RawField[], charsetName: string): FieldSet {
	const charset = findCharset(charsetName);
	const faults = charset === undefined ? ['charset is unknown'] : [];
	if (fields.length > MOST_FIELDS) faults.push('too many fields');
	const values = new Map<string, string>();
	for (const { name, value } of fields) {
		if (values.has(name)) faults.push(`${name} is set twice`);
		const text = decodeText(value, charset ?? DEFAULT_CHARSET);
		if (text === undefined) faults.push(`${name} has bytes that are invalid in its charset`);
		values.set(name, text ?? value.toString('latin1'));
	}
	return { values, faults };
}
