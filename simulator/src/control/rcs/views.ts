import { z } from 'zod/v4';

import { textAt } from '../../core/json';
import { hasStatus } from '../../core/statusChanges';
import type { JsonObject } from '../../core/json';
import { previewOf } from '../../rcs/content';
import { REVOKED } from '../../rcs/message';
import type { RcsIncoming, RcsMessage, RcsOutgoing, RcsSignal } from '../../rcs/message';
import { envelope, iso, isoOrNull, jsonObject, named, time, viewEnvelope } from '../primitives';
import type { View } from '../primitives';
import { rcsAgent } from './schemas';

const sent = {
	...envelope,
	channel: z.literal('rcs'),
	direction: z.literal('out'),
	sender: z.string(),
	agent: rcsAgent,
	reference: z.string(),
	credits: z.number(),
	text: z.string(),
};

export const rcsSent = z
	.strictObject({
		...sent,
		kind: z.string(),
		content: jsonObject.describe('contentMessage of the request.'),
		status: z.string().nullable(),
		statusName: z.string(),
		ticks: z.enum(['none', 'one', 'two', 'blue', 'failed', 'revoked']),
		statusChanges: z.array(z.strictObject({ at: time, status: z.string() })),
		validity: z.int().nullable().describe('Minutes.'),
		expiresAt: time,
		revokedAt: time.nullable(),
	})
	.register(named, { id: 'RcsSent' });

export const rcsSignal = z
	.strictObject({ ...sent, kind: z.literal('event'), event: z.string() })
	.describe('An event from an agent: typing, or read.')
	.register(named, { id: 'RcsSignal' });

export const rcsReceived = z
	.strictObject({
		...envelope,
		channel: z.literal('rcs'),
		direction: z.literal('in'),
		to: z.string(),
		agent: rcsAgent,
		requestType: z.string(),
		kind: z.string(),
		text: z.string(),
		data: jsonObject.describe("The webhook's data."),
		fileId: z.string().nullable(),
		readAt: time.nullable(),
	})
	.register(named, { id: 'RcsReceived' });

/** What messages and signals of an agent have alike. */
const viewSent = (message: RcsOutgoing | RcsSignal, requestIds: readonly number[]) => ({
	...viewEnvelope(message, message.acceptedAt, requestIds),
	sender: message.agent.name,
	agent: message.agent,
	reference: message.reference,
	credits: message.cost / 100,
});

const viewSignal = (message: RcsSignal, requestIds: readonly number[]): View<typeof rcsSignal> => ({
	...viewSent(message, requestIds),
	kind: message.kind,
	text: message.event,
	event: message.event,
});

type Ticks = View<typeof rcsSent>['ticks'];

/** The ticks beside a message; the strongest last. */
const TICKS: readonly (readonly [Ticks, readonly string[]])[] = [
	['one', ['SENT']],
	['two', ['DELIVERED']],
	['blue', ['READ']],
	['failed', ['FAILED', 'REJECTED', 'EXPIRED']],
	['revoked', [REVOKED]],
];

const ticksOf = (message: RcsOutgoing): Ticks =>
	TICKS.filter(([, statuses]) => hasStatus(message, ...statuses)).at(-1)?.[0] ?? 'none';

function viewOutgoing(message: RcsOutgoing, requestIds: readonly number[]): View<typeof rcsSent> {
	const last = message.statusChanges.at(-1);
	const revoked = message.statusChanges.find(({ status }) => status === REVOKED);
	return {
		...viewSent(message, requestIds),
		kind: message.kind,
		text: previewOf(message.kind, message.content),
		content: message.content,
		status: last?.status ?? null,
		statusName: last?.status.toLowerCase() ?? 'accepted',
		ticks: ticksOf(message),
		statusChanges: message.statusChanges.map(({ at, status }) => ({ at: iso(at), status })),
		validity: message.validity ?? null,
		expiresAt: iso(message.expiresAt),
		revokedAt: isoOrNull(revoked?.at),
	};
}

/** In one line; without a text, the kind. */
const previewOfIncoming = (data: JsonObject): string =>
	textAt(data, 'text') || textAt(data, 'payload', 'fileName') || textAt(data, 'type');

const viewIncoming = (message: RcsIncoming, requestIds: readonly number[]): View<typeof rcsReceived> => ({
	...viewEnvelope(message, message.receivedAt, requestIds),
	to: message.agent.name,
	agent: message.agent,
	requestType: message.requestType,
	kind: textAt(message.data, 'type'),
	text: previewOfIncoming(message.data),
	data: message.data,
	fileId: message.fileId ?? null,
	readAt: isoOrNull(message.readAt),
});

export function viewRcs(
	message: RcsMessage,
	requestIds: readonly number[],
): View<typeof rcsSent | typeof rcsSignal | typeof rcsReceived> {
	if (message.direction === 'in') return viewIncoming(message, requestIds);
	return message.kind === 'event' ? viewSignal(message, requestIds) : viewOutgoing(message, requestIds);
}
