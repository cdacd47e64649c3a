import { type JsonObject, type JsonValue, memberOf, takeText, textMember } from '../http/json';
import { wabaStatus } from '../waba/statuses';
import { type Conversation, conversationOf, isOptOut } from './conversation';
import { type MessagingEvent, partyOf } from './event';
import { jsonEventId } from './jsonBody';
import { takeErrors, type WabaError, type WabaEventStatus } from './wabaErrors';
import { readWabaContent, type WabaIncoming } from './wabaContent';
import { additionalFieldsOf, readWebhookEnvelope, takeReference, takeTimestamp } from './webhook';

export { readRawBody } from './jsonBody';

/** What the callback did not say is null, or, where it is an object, absent. */
export type WabaWebhookEvent = MessagingEvent &
	WabaIncoming &
	Conversation & {
		channel: 'waba';
		/** The request type as it is: `incoming_message`, `status_update`, `incoming_error`, or another one. */
		event: string;
		agent: { wabaId: string | null; phoneId: string | null; phoneNumber: string | null };
		/** Identifies the contact where the phone number is not available. */
		fromUserId: string | null;
		/** Of the received message, or of the sent one that changed its status. */
		messageId: string | null;
		/** Of a received message: whether the person wants no more of them. See {@link isOptOut}. */
		optOut?: boolean;
		status?: WabaEventStatus;
		/** Of a failed status, and of a message that could not be received. */
		errors: WabaError[];
		/** Members that nobody declared: of the envelope by their names, of the data under `data`. */
		additionalFields: JsonObject;
	};

const envelopeMembers = [
	'wabaId',
	'phoneId',
	'phoneNumber',
	'clientId',
	'requestProd',
	'requestDate',
	'requestUUID',
	'requestType',
];

/**
 * What makes an event itself. A message or status has an id, and it is told by what it says: a repeated call may
 * well have another `requestUUID` and `requestDate` (*assumed*). An event without an id is told by its `requestUUID`
 * too, or else by the whole envelope: in doubt it comes twice, and no event is ever taken for another one.
 */
function identityOf(envelope: JsonObject): JsonObject {
	const { wabaId = null, phoneId = null, reference = null, errors = null, data = null } = envelope;
	const identifying = { wabaId, phoneId, reference, errors, data };
	if (textMember(data, 'id') !== undefined) return identifying;
	const { requestUUID = null } = envelope;
	return textMember(envelope, 'requestUUID') === undefined ? envelope : { ...identifying, requestUUID };
}

/** Whether events of a request type are statuses. The data of an unknown one decide. */
const statusTypes: ReadonlyMap<string, boolean> = new Map([
	['status_update', true],
	['incoming_message', false],
	['incoming_error', false],
]);

function takeStatus(data: JsonValue | undefined, errors: WabaError[]): WabaEventStatus | undefined {
	const code = takeText(data, 'status');
	if (code === undefined) return undefined;
	return { ...wabaStatus(code), ...(errors.length > 0 && { errors }) };
}

/**
 * A webhook of WABA (service.md#waba-webhooks) out of the bytes of its body. Any request type is passed on, and
 * so is any `data`, be it an object or not. Never throws.
 *
 * @returns undefined for what is no JSON object with a `requestType`, and for a webhook of RCS, whose address in the
 * customer area must have been mixed up with this one
 */
export function readWabaWebhook(body: Uint8Array): WabaWebhookEvent | undefined {
	const webhook = readWebhookEnvelope(body, 'RCS');
	if (!webhook) return undefined;
	const { envelope, requestType: event } = webhook;
	const data = memberOf(envelope, 'data');
	const eventId = jsonEventId('waba', event, body, envelope, identityOf(envelope));
	const errors = [data, envelope].flatMap(takeErrors);
	const isStatus = statusTypes.get(event) ?? textMember(data, 'status') !== undefined;
	const status = isStatus ? takeStatus(data, errors) : undefined;
	const { content, takeUnread } = readWabaContent(data);
	const phoneNumber = partyOf(textMember(envelope, 'phoneNumber'));
	// Statuses go from the agent to the person, all else the other way.
	const person = partyOf(takeText(data, isStatus ? 'recipient_id' : 'from'));
	const [from, to] = isStatus ? [phoneNumber, person] : [person, phoneNumber];
	const fromUserId = takeText(data, 'from_user_id') ?? takeText(envelope, 'from_user_id') ?? null;
	return {
		channel: 'waba',
		event,
		eventId,
		timestamp: takeTimestamp(envelope),
		from,
		to,
		reference: takeReference(envelope),
		agent: {
			wabaId: textMember(envelope, 'wabaId') ?? null,
			phoneId: textMember(envelope, 'phoneId') ?? null,
			phoneNumber,
		},
		fromUserId,
		messageId: takeText(data, 'id') ?? null,
		...content,
		...(event === 'incoming_message' && {
			...conversationOf('whatsapp', content, from ?? fromUserId, textMember(envelope, 'phoneId')),
			optOut: isOptOut(content.text),
		}),
		...(status && { status }),
		errors,
		additionalFields: additionalFieldsOf(envelope, envelopeMembers, takeUnread()),
	};
}
