import {
	isObject,
	type JsonObject,
	type JsonValue,
	memberOf,
	textMember,
	withoutMembers,
} from '../http/json';
import type { MessageStatus } from '../messageStatus';

/** An error of a message; what the service did not say is null. */
export type WabaError = {
	code: string | null;
	title: string | null;
	message: string | null;
	details: string | null;
	/** Where the error is explained. */
	href: string | null;
	/** What else the service says of it, as it came. */
	additionalFields?: JsonObject;
};

export type WabaEventStatus = MessageStatus & {
	/** Of a failed message. */
	errors?: WabaError[];
};

const declared = ['code', 'title', 'message'];
const declaredInData = ['details', 'href'];

/** The error without what was read of it, `error_data` included. */
function restOf(error: JsonObject): JsonObject | undefined {
	const undeclared = Object.entries(withoutMembers(error, declared) ?? {});
	const data = memberOf(error, 'error_data');
	const unread = isObject(data) ? withoutMembers(data, declaredInData) : (data ?? undefined);
	const unreadMembers = undeclared.filter(([name]) => name !== 'error_data');
	if (unread !== undefined) unreadMembers.push(['error_data', unread]);
	return unreadMembers.length === 0 ? undefined : Object.fromEntries(unreadMembers);
}

/** An error that is no object is passed on as its message. */
function messageOf(error: JsonValue): string | null {
	if (isObject(error)) return textMember(error, 'message') ?? null;
	return typeof error === 'string' ? error : JSON.stringify(error);
}

function readError(error: JsonValue): WabaError {
	const data = memberOf(error, 'error_data');
	const additionalFields = isObject(error) ? restOf(error) : undefined;
	return {
		code: textMember(error, 'code') ?? null,
		title: textMember(error, 'title') ?? null,
		message: messageOf(error),
		details: textMember(data, 'details') ?? null,
		href: textMember(data, 'href') ?? null,
		...(additionalFields && { additionalFields }),
	};
}

/**
 * The errors of a failed status or of a message that could not be received: a list in the service's schema, "a JSON
 * object" in its text; either is taken.
 */
export function errorsOf(errors: JsonValue | undefined): WabaError[] {
	if (errors === undefined || errors === null) return [];
	return [errors].flat().map(readError);
}
