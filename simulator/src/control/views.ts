import { isUtf8 } from 'node:buffer';

import type { CallbackRecord } from '../callbacks/record';
import type { ActiveFault } from '../http/faults';
import type { JournalEntry } from '../http/journal';
import type { IncomingMessage, Message, OutgoingMessage } from '../sms/message';
import { STATUS_NAMES } from '../sms/statuses';

/** What the control API shows: plain JSON, times as ISO 8601 in UTC. */
export type View = Readonly<Record<string, unknown>>;

export const iso = (time: number): string => new Date(time).toISOString();
export const isoOrNull = (time: number | undefined): string | null => (time === undefined ? null : iso(time));

/** The number itself for a status that the interface does not name. */
const statusName = (status: number): string => STATUS_NAMES.get(status) ?? String(status);

function stateName({ status, scheduledFor }: OutgoingMessage): string {
	if (status !== undefined) return statusName(status);
	return scheduledFor === undefined ? 'Processing' : 'Scheduled';
}

const viewOutgoing = (message: OutgoingMessage): View => ({
	id: message.id,
	channel: message.channel,
	direction: message.direction,
	number: message.number,
	sender: message.sender,
	text: message.text,
	isCut: message.isCut,
	parts: message.references.length,
	coding: message.encoding,
	reference: message.references[0] ?? null,
	references: message.references,
	status: message.status ?? null,
	statusName: stateName(message),
	statusChanges: message.statusChanges.map(({ at, status }) => ({
		at: iso(at),
		status,
		statusName: statusName(status),
	})),
	at: iso(message.sentAt ?? message.acceptedAt),
	scheduledFor: isoOrNull(message.scheduledFor),
	warning: message.warning ?? null,
	mode: message.mode,
	strategy: message.strategy ?? null,
	callback: message.callback,
	cvar: message.cvar,
	vocal: message.vocal,
	credits: message.cost / 100,
});

const viewIncoming = (message: IncomingMessage): View => ({
	id: message.id,
	channel: message.channel,
	direction: message.direction,
	number: message.number,
	to: message.to,
	text: message.text,
	charset: message.charset,
	keyword: message.keyword,
	reference: message.reference,
	linkReference: message.linkReference,
	withinReplyWindow: message.withinReplyWindow,
	at: iso(message.receivedAt),
});

export const viewSms = (message: Message): View =>
	message.direction === 'out' ? viewOutgoing(message) : viewIncoming(message);

export const viewRequest = (entry: JournalEntry): View => ({
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

/** What is posted: JSON as it is, a form as it is encoded. */
function bodyOf({ json, target: { body } }: CallbackRecord): View {
	if (json !== undefined) return { body: json };
	return body === null ? {} : { form: body.toString('latin1') };
}

export const viewCallback = (record: CallbackRecord): View => ({
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

/** A fault as it was asked for, with what is left of it. */
export function viewFault({ id, fault, used }: ActiveFault): View {
	const common = {
		id,
		on: fault.on,
		kind: fault.kind,
		times: fault.times,
		used,
		match: fault.match,
		ms: fault.ms,
	};
	if (fault.on !== 'request') return common;
	const { status, body, contentType, location, accepted } = fault;
	const bytes = isUtf8(body) ? { body: body.toString('utf8') } : { bodyBase64: body.toString('base64') };
	return { ...common, status, ...bytes, contentType, location, accepted };
}
