import { textAt } from '../core/json';
import type { JsonObject } from '../core/json';
import { unixSeconds } from '../core/clock';
import type { World } from '../core/world';
import type { WabaAgent } from './agents';
import type { WabaIncoming } from './message';
import { callWebhook } from './webhooks';

/** Who writes, and to whom. */
export interface WabaContact {
	readonly agent: WabaAgent;
	/** In international format; undefined for a contact that is known by its user ID only. */
	readonly from: string | undefined;
	readonly userId: string;
	/** Where `from_user_id` stands: the documents do not say; in `data` unless asked otherwise (*assumed*). */
	readonly userIdIn: 'data' | 'envelope';
}

const named = ({ from, userId, userIdIn }: WabaContact): { data: JsonObject; more: JsonObject } => ({
	data: {
		...(from === undefined ? {} : { from }),
		...(userIdIn === 'data' ? { from_user_id: userId } : {}),
	},
	more: userIdIn === 'envelope' ? { from_user_id: userId } : {},
});

/**
 * A contact writes (service.md#waba-webhooks).
 * @param content what `data` has besides sender, ID and time: `type` and what belongs to it
 */
export function receiveMessage(contact: WabaContact, content: JsonObject, world: World): WabaIncoming {
	const now = world.clock.now();
	const { data: sender, more } = named(contact);
	const messageId = world.numbering.nextMessageId();
	const data = { ...sender, id: messageId, timestamp: unixSeconds(now), ...content };
	const message: WabaIncoming = {
		channel: 'waba',
		direction: 'in',
		id: world.numbering.nextId(),
		messageId,
		number: contact.from ?? contact.userId,
		agent: contact.agent,
		data,
		weight: JSON.stringify(data).length,
		receivedAt: now,
		readAt: undefined,
	};
	world.waba.messages.add(message);
	world.waba.serviceWindows.open(message.agent, message.number, now);
	world.announceMessage(message);
	const { agent, number } = message;
	callWebhook({ agent, requestType: 'incoming_message', data, more, number, about: message.id }, world);
	return message;
}

/**
 * What a contact sent could not be taken (service.md#waba-webhooks, incoming_error): there is no message, only the
 * error.
 */
export interface WabaIncomingError {
	readonly contact: WabaContact;
	/** The schema has a list, the text says an object: both can be asked for. */
	readonly errors: readonly JsonObject[] | JsonObject;
	readonly errorsIn: 'data' | 'envelope';
}

/** @returns the ID of what was sent */
export function reportIncomingError({ contact, errors, errorsIn }: WabaIncomingError, world: World): string {
	const { data: sender, more } = named(contact);
	const id = world.numbering.nextMessageId();
	const inData = errorsIn === 'data';
	callWebhook(
		{
			agent: contact.agent,
			requestType: 'incoming_error',
			data: {
				...sender,
				id,
				timestamp: unixSeconds(world.clock.now()),
				...(inData ? { errors } : {}),
			},
			more: { ...more, ...(inData ? {} : { errors }) },
			number: contact.from ?? contact.userId,
		},
		world,
	);
	return id;
}

/** The file that belongs to a message, if one does. */
export const fileIdOf = (data: JsonObject): string | undefined => {
	const id = textAt(data, textAt(data, 'type'), 'id');
	return id === '' ? undefined : id;
};
