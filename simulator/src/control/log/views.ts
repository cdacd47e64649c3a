import { z } from 'zod/v4';

import type { CallbackRecord } from '../../callbacks/record';
import type { JournalEntry } from '../../http/journal';
import { entryId, iso, isoOrNull, jsonObject, named, time } from '../primitives';
import type { View } from '../primitives';

export const loggedRequest = z
	.strictObject({
		id: entryId,
		at: time.describe('Simulated time.'),
		method: z.string(),
		url: z.string().describe('Raw path and query.'),
		headers: z.record(z.string(), z.string()).describe('The key is redacted.'),
		operation: z.string().nullable().describe('Such as sms.message.send; null if unknown.'),
		fields: z.record(z.string(), z.string()).describe('Form fields, or JSON values by their path.'),
		undeclared: z
			.array(z.string())
			.describe(
				'Undeclared fields, and those that do not belong to the others, such as origine outside the mode Expert.',
			),
		body: z.string().describe('Start of the raw body, read as UTF-8.'),
		reply: z
			.strictObject({ status: z.int(), body: z.string() })
			.nullable()
			.describe('Null if the connection was cut.'),
		reason: z.string().optional().describe('Rejection reason.'),
		fault: z.string().optional().describe('Faults that affected it.'),
	})
	.register(named, { id: 'Request' });

export const viewRequest = (entry: JournalEntry): View<typeof loggedRequest> => ({
	id: entry.id,
	at: iso(entry.at),
	method: entry.method,
	url: entry.url,
	headers: entry.headers,
	operation: entry.operation,
	fields: entry.fields,
	undeclared: entry.undeclared,
	body: entry.body,
	reply: entry.reply,
	...(entry.reason === undefined ? {} : { reason: entry.reason }),
	...(entry.fault === undefined ? {} : { fault: entry.fault }),
});

const callbackAttempt = z.strictObject({
	status: z.int().nullable(),
	body: z.string().nullable().describe('Start of the response.'),
	error: z.string().nullable().describe('Reason for no response.'),
	at: time,
});

export const loggedCallback = z
	.strictObject({
		id: entryId,
		kind: z.enum(['delivery_report', 'incoming_sms', 'waba_webhook', 'rcs_webhook']),
		messageEntry: entryId.nullable().describe('ID of its message.'),
		method: z.enum(['GET', 'POST']),
		url: z.string(),
		body: jsonObject.optional().describe('JSON of a POST.'),
		form: z.string().optional().describe('Form of a POST, as encoded.'),
		createdAt: time,
		state: z.enum(['pending', 'acknowledged', 'failed']),
		attempts: z.array(callbackAttempt),
		nextAttemptAt: time.nullable(),
	})
	.register(named, { id: 'Callback' });

/** What is posted: JSON as it is, a form as it is encoded. */
function bodyOf({
	json,
	target: { body },
}: CallbackRecord): Pick<View<typeof loggedCallback>, 'body' | 'form'> {
	if (json !== undefined) return { body: json };
	return body === null ? {} : { form: body.toString('latin1') };
}

export const viewCallback = (record: CallbackRecord): View<typeof loggedCallback> => ({
	id: record.id,
	kind: record.kind,
	messageEntry: record.about ?? null,
	method: record.target.body === null ? 'GET' : 'POST',
	url: record.url,
	...bodyOf(record),
	createdAt: iso(record.firstDue),
	state: record.state,
	attempts: record.attempts.map((attempt) => ({ ...attempt, at: iso(attempt.at) })),
	nextAttemptAt: isoOrNull(record.nextAttemptAt),
});
