import { type JsonObject, memberOf, textMember } from '../http/json';
import { rcsStatus } from '../rcs/statuses';
import { type Conversation, conversationOf, isOptOut } from './conversation';
import { type MessagingEvent, partyOf } from './event';
import { jsonEventId } from './jsonBody';
import { type RcsIncoming, readRcsContent } from './rcsContent';
import { additionalFieldsOf, readWebhookEnvelope, takeReference, takeTimestamp } from './webhook';

export { readRawBody } from './jsonBody';

/** What the callback did not say is null, or, where it is an object, absent. */
export type RcsWebhookEvent = MessagingEvent &
	RcsIncoming &
	Conversation & {
		channel: 'rcs';
		/** The request type as it is: `incoming_message_text`, `status_update`, or another one. */
		event: string;
		agent: { agentId: string | null; name: string | null };
		/** How the messages travel: `rcs`, `rcslike`, or another way. */
		subChannel: string | null;
		/** Of a received message: whether the person wants no more of them. See {@link isOptOut}. */
		optOut?: boolean;
		/** Members that nobody declared: of the envelope by their names, of the data under `data`. */
		additionalFields: JsonObject;
	};

const envelopeMembers = [
	'requestType',
	'agentId',
	'agentName',
	'clientId',
	'msisdn',
	'requestProd',
	'requestSubProd',
	'requestDate',
	'requestUUID',
];

const isIncoming = (requestType: string): boolean => requestType.toLowerCase().startsWith('incoming_message');
const isStatusUpdate = (requestType: string): boolean => requestType.toLowerCase() === 'status_update';

/**
 * What makes an event itself. A status is told by message, person, status and time: a repeated call may well have
 * another `requestUUID` and `requestDate` (*assumed*). Nothing that a person sends has an id, and two equal texts can
 * come within the second to which they are timed, so it is told by its `requestUUID` too (*assumed*: no two events
 * share one). In doubt it comes twice, and no event is ever taken for another one.
 */
function identityOf(envelope: JsonObject, requestType: string): JsonObject {
	const { agentId = null, msisdn = null, reference = null, requestUUID = null, data = null } = envelope;
	const identifying = [
		textMember(envelope, 'reference') ?? textMember(data, 'reference'),
		textMember(envelope, 'msisdn'),
		textMember(data, 'eventType'),
		textMember(data, 'timestamp'),
	];
	if (isStatusUpdate(requestType) && identifying.every((value) => typeof value === 'string')) {
		return { agentId, msisdn, reference, data };
	}
	return textMember(envelope, 'requestUUID') === undefined
		? envelope
		: { agentId, msisdn, reference, requestUUID, data };
}

/** Statuses go from the agent to the person, all else the other way. An agent has no number: it is named by its ID. */
function parties(envelope: JsonObject, requestType: string): { from: string | null; to: string | null } {
	const person = partyOf(textMember(envelope, 'msisdn')?.trim().replace(/^\+$/, '') || undefined);
	const agent = textMember(envelope, 'agentId') ?? null;
	return isStatusUpdate(requestType) ? { from: agent, to: person } : { from: person, to: agent };
}

/**
 * A webhook of RCS (service.md#rcs-webhooks) out of the bytes of its body. Any request type is passed on, and so are
 * any `data`, be they an object or not. Never throws.
 *
 * @returns undefined for what is no JSON object with a `requestType`, and for a webhook of WABA, whose address in the
 * customer area must have been mixed up with this one
 */
export function readRcsWebhook(body: Uint8Array): RcsWebhookEvent | undefined {
	const webhook = readWebhookEnvelope(body, 'WABA');
	if (!webhook) return undefined;
	const { envelope, requestType } = webhook;
	const eventId = jsonEventId('rcs', requestType, body, envelope, identityOf(envelope, requestType));
	const { content, takeUnread } = readRcsContent(memberOf(envelope, 'data'), requestType);
	const code = isStatusUpdate(requestType) ? content.eventType : null;
	const { from, to } = parties(envelope, requestType);
	return {
		channel: 'rcs',
		event: requestType,
		eventId,
		timestamp: takeTimestamp(envelope),
		from,
		to,
		reference: takeReference(envelope),
		agent: {
			agentId: textMember(envelope, 'agentId') ?? null,
			name: textMember(envelope, 'agentName') ?? null,
		},
		subChannel: textMember(envelope, 'requestSubProd') ?? null,
		...content,
		...(isIncoming(requestType) && {
			...conversationOf('rcs', content, from, textMember(envelope, 'agentId')),
			optOut: isOptOut(content.text),
		}),
		...(code !== null && { status: rcsStatus(code) }),
		additionalFields: additionalFieldsOf(envelope, envelopeMembers, takeUnread()),
	};
}
