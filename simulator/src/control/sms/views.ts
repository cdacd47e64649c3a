import { z } from 'zod/v4';

import type { IncomingMessage, Message, OutgoingMessage } from '../../sms/message';
import { STATUS_NAMES } from '../../sms/statuses';
import { envelope, iso, isoOrNull, named, time, viewEnvelope } from '../primitives';
import type { View } from '../primitives';

export const smsSent = z
	.strictObject({
		...envelope,
		channel: z.literal('sms'),
		direction: z.literal('out'),
		sender: z.string(),
		text: z.string().describe('As the phone shows it.'),
		isCut: z.boolean().describe('Whether the text was truncated to its maximum segments.'),
		parts: z.int().min(1),
		coding: z.enum(['gsm', 'unicode']),
		reference: z.string().nullable(),
		references: z.array(z.string()),
		status: z.int().nullable().describe('Status code; null while scheduled.'),
		statusName: z.string(),
		statusChanges: z.array(z.strictObject({ at: time, status: z.int(), statusName: z.string() })),
		scheduledFor: time.nullable(),
		warning: z
			.literal('marketingHours')
			.nullable()
			.describe('Rule that it breaks. Null if enforced: then it is rejected.'),
		mode: z.enum(['Standard', 'Expert', 'Reponse']),
		strategy: z.int().nullable(),
		callback: z.boolean().describe('Whether delivery reports were requested.'),
		cvar: z.string(),
		vocal: z.boolean(),
		credits: z.number(),
	})
	.register(named, { id: 'SmsSent' });

export const smsReceived = z
	.strictObject({
		...envelope,
		channel: z.literal('sms'),
		direction: z.literal('in'),
		to: z.string(),
		text: z.string(),
		charset: z.string(),
		keyword: z.string(),
		reference: z.string(),
		linkReference: z.string().describe('Reference of the last message sent to that number, or empty.'),
		withinReplyWindow: z.boolean(),
		warning: z.literal('replyWindow').nullable().describe('Rule that it breaks.'),
	})
	.register(named, { id: 'SmsReceived' });

/** The number itself for a status that the interface does not name. */
const statusName = (status: number): string => STATUS_NAMES.get(status) ?? String(status);

function stateName({ status, scheduledFor }: OutgoingMessage): string {
	if (status !== undefined) return statusName(status);
	return scheduledFor === undefined ? 'Processing' : 'Scheduled';
}

const viewSent = (message: OutgoingMessage, requestIds: readonly number[]): View<typeof smsSent> => ({
	...viewEnvelope(message, message.sentAt ?? message.acceptedAt, requestIds),
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
	scheduledFor: isoOrNull(message.scheduledFor),
	warning: message.warning ?? null,
	mode: message.mode,
	strategy: message.strategy ?? null,
	callback: message.callback,
	cvar: message.cvar,
	vocal: message.vocal,
	credits: message.cost / 100,
});

const viewReceived = (message: IncomingMessage, requestIds: readonly number[]): View<typeof smsReceived> => ({
	...viewEnvelope(message, message.receivedAt, requestIds),
	to: message.to,
	text: message.text,
	charset: message.charset,
	keyword: message.keyword,
	reference: message.reference,
	linkReference: message.linkReference,
	withinReplyWindow: message.withinReplyWindow,
	warning: message.warning ?? null,
});

export const viewSms = (
	message: Message,
	requestIds: readonly number[],
): View<typeof smsSent | typeof smsReceived> =>
	message.direction === 'out' ? viewSent(message, requestIds) : viewReceived(message, requestIds);
