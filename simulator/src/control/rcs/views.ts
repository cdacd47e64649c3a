import { textAt } from '../../core/json';
import { previewOf } from '../../rcs/content';
import { REVOKED, hasStatus } from '../../rcs/message';
import type { RcsIncoming, RcsMessage, RcsOutgoing, RcsSignal } from '../../rcs/message';
import { iso, isoOrNull } from '../views';
import type { View } from '../views';

/** What messages and signals of an agent have alike. */
const viewSent = (message: RcsOutgoing | RcsSignal): View => ({
	id: message.id,
	channel: message.channel,
	direction: message.direction,
	number: message.number,
	sender: message.agent.name,
	agent: message.agent,
	kind: message.kind,
	reference: message.reference,
	at: iso(message.acceptedAt),
	credits: message.cost / 100,
});

const viewSignal = (message: RcsSignal): View => ({
	...viewSent(message),
	text: message.event,
	event: message.event,
});

/** The ticks beside a message; the strongest last. */
const TICKS: Readonly<Record<string, readonly string[]>> = {
	one: ['SENT'],
	two: ['DELIVERED'],
	blue: ['READ'],
	failed: ['FAILED', 'REJECTED', 'EXPIRED'],
	revoked: [REVOKED],
};

const ticksOf = (message: RcsOutgoing): string => {
	const reached = Object.entries(TICKS).filter(([, statuses]) => hasStatus(message, ...statuses));
	return reached.at(-1)?.[0] ?? 'none';
};

function viewOutgoing(message: RcsOutgoing): View {
	const last = message.statusChanges.at(-1);
	const revoked = message.statusChanges.find(({ status }) => status === REVOKED);
	return {
		...viewSent(message),
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
const previewOfIncoming = (data: View): string =>
	textAt(data, 'text') || textAt(data, 'payload', 'fileName') || textAt(data, 'type');

const viewIncoming = (message: RcsIncoming): View => ({
	id: message.id,
	channel: message.channel,
	direction: message.direction,
	number: message.number,
	to: message.agent.name,
	agent: message.agent,
	requestType: message.requestType,
	kind: textAt(message.data, 'type'),
	text: previewOfIncoming(message.data),
	data: message.data,
	fileId: message.fileId ?? null,
	at: iso(message.receivedAt),
	readAt: isoOrNull(message.readAt),
});

export function viewRcs(message: RcsMessage): View {
	if (message.direction === 'in') return viewIncoming(message);
	return message.kind === 'event' ? viewSignal(message) : viewOutgoing(message);
}
