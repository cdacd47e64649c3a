import { z } from 'zod/v4';

import { textAt } from '../../core/json';
import type { JsonObject } from '../../core/json';
import { previewOf } from '../../waba/content/content';
import { fileIdOf } from '../../waba/incoming';
import type { WabaIncoming, WabaMessage, WabaOutgoing } from '../../waba/message';
import { TICKS, ticksOf } from '../../waba/statuses';
import { envelope, iso, isoOrNull, jsonObject, named, time, viewEnvelope } from '../primitives';
import type { View } from '../primitives';

const agent = z.strictObject({ wabaId: z.string(), phoneId: z.string() });

export const wabaSent = z
	.strictObject({
		...envelope,
		channel: z.literal('waba'),
		direction: z.literal('out'),
		sender: z.string(),
		agent,
		kind: z.string(),
		text: z.string().describe('Preview in one line.'),
		content: jsonObject.describe('contentMessage of the request.'),
		messageId: z.string(),
		reference: z.string(),
		status: z.string().nullable(),
		statusName: z.string(),
		ticks: z.enum(TICKS),
		errors: z.array(jsonObject),
		statusChanges: z.array(z.strictObject({ at: time, status: z.string() })),
		warning: z
			.literal('serviceWindow')
			.nullable()
			.describe('Rule that it breaks. Null if enforced: then it fails.'),
		credits: z.number(),
	})
	.register(named, { id: 'WabaSent' });

export const wabaReceived = z
	.strictObject({
		...envelope,
		channel: z.literal('waba'),
		direction: z.literal('in'),
		to: z.string(),
		agent,
		kind: z.string(),
		text: z.string(),
		data: jsonObject.describe("The webhook's data."),
		messageId: z.string(),
		fileId: z.string().nullable(),
		replyTo: z.string().nullable(),
		readAt: time.nullable(),
	})
	.register(named, { id: 'WabaReceived' });

function viewSent(message: WabaOutgoing, requestIds: readonly number[]): View<typeof wabaSent> {
	const last = message.statusChanges.at(-1);
	return {
		...viewEnvelope(message, message.acceptedAt, requestIds),
		sender: message.agent.name,
		agent: { wabaId: message.agent.wabaId, phoneId: message.agent.phoneId },
		kind: message.kind,
		text: previewOf(message.kind, message.content),
		content: message.content,
		messageId: message.messageId,
		reference: message.reference,
		status: last?.status ?? null,
		statusName: last?.status ?? 'accepted',
		ticks: ticksOf(message.statusChanges.map(({ status }) => status)),
		errors: message.statusChanges.flatMap(({ errors }) => errors.map((error) => ({ ...error }))),
		statusChanges: message.statusChanges.map((change) => ({ at: iso(change.at), status: change.status })),
		warning: message.warning ?? null,
		credits: message.cost / 100,
	};
}

/** What stands in a message of each kind that is a text. */
const TEXTS: readonly (readonly string[])[] = [
	['text', 'body'],
	['button', 'text'],
	['interactive', 'button_reply', 'title'],
	['interactive', 'list_reply', 'title'],
	['reaction', 'emoji'],
	['location', 'name'],
	['image', 'caption'],
	['video', 'caption'],
	['document', 'caption'],
	['document', 'filename'],
];

/** In one line; without a text, the kind. */
function previewOfIncoming(data: JsonObject): string {
	const texts = TEXTS.map((path) => textAt(data, ...path));
	return texts.find((text) => text !== '') ?? textAt(data, 'type');
}

const viewReceived = (message: WabaIncoming, requestIds: readonly number[]): View<typeof wabaReceived> => ({
	...viewEnvelope(message, message.receivedAt, requestIds),
	to: message.agent.phoneNumber,
	agent: { wabaId: message.agent.wabaId, phoneId: message.agent.phoneId },
	kind: textAt(message.data, 'type'),
	text: previewOfIncoming(message.data),
	data: message.data,
	messageId: message.messageId,
	fileId: fileIdOf(message.data) ?? null,
	replyTo: textAt(message.data, 'context', 'id') || null,
	readAt: isoOrNull(message.readAt),
});

export const viewWaba = (
	message: WabaMessage,
	requestIds: readonly number[],
): View<typeof wabaSent | typeof wabaReceived> =>
	message.direction === 'out' ? viewSent(message, requestIds) : viewReceived(message, requestIds);
