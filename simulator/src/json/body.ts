import { isJsonObject, isTooDeep } from '../core/json';
import type { JsonObject } from '../core/json';
import type { RawRequest } from '../http/exchange';

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface JsonBody {
	readonly value: JsonObject;
	/** Why it cannot be read, if it cannot. */
	readonly fault: string | undefined;
}

const unreadable = (fault: string): JsonBody => ({ value: {}, fault });

/** A body is a JSON object in UTF-8 and says that it is JSON (*assumed*: anything else is refused). */
export function readJsonBody({ headers, body }: RawRequest): JsonBody {
	if (!JSON_TYPE.test(headers['content-type'] ?? '')) return unreadable('the body must be application/json');
	try {
		const value: unknown = JSON.parse(utf8.decode(body));
		if (!isJsonObject(value)) return unreadable('the body must be a JSON object');
		return isTooDeep(value) ? unreadable('the body is nested too deeply') : { value, fault: undefined };
	} catch {
		return unreadable('the body must be valid JSON in UTF-8');
	}
}
