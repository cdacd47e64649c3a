import {
	isObject,
	type JsonObject,
	type JsonValue,
	keepUnread,
	memberOf,
	textMember,
	removeMembers,
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

/** Takes out of an error what was read of it, `error_data` included. */
function takeUnread(error: JsonObject): JsonObject | undefined {
	keepUnread(error, 'error_data', (data) => removeMembers(data, declaredInData));
	return removeMembers(
		error,
		memberOf(error, 'error_data') === null ? [...declared, 'error_data'] : declared,
	);
}

/** An error that is no object is passed on as its message. */
function messageOf(error: JsonValue): string | null {
	if (isObject(error)) return textMember(error, 'message') ?? null;
	return typeof error === 'string' ? error : JSON.stringify(error);
}

function readError(error: JsonValue): WabaError {
	const data = memberOf(error, 'error_data');
	const read = {
		code: textMember(error, 'code') ?? null,
		title: textMember(error, 'title') ?? null,
		message: messageOf(error),
		details: textMember(data, 'details') ?? null,
		href: textMember(data, 'href') ?? null,
	};
	const additionalFields = isObject(error) ? takeUnread(error) : undefined;
	return { ...read, ...(additionalFields && { additionalFields }) };
}

/** A message has few. A longer list stays as it came: each error would become far larger than it was. */
const longestList = 100;

/**
 * Takes the errors out of what a failed status, or a message that could not be received, has: a list in the service's schema, "a
 * JSON object" in its text; either is taken.
 */
export function takeErrors(holder: JsonValue | undefined): WabaError[] {
	const errors = memberOf(holder, 'errors');
	if (!isObject(holder) || errors === undefined) return [];
	const list = Array.isArray(errors) ? errors : [errors];
	if (list.length > longestList) return [];
	delete holder.errors;
	return errors === null ? [] : list.map(readError);
}
