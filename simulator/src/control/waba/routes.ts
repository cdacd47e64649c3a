import { z } from 'zod/v4';

import type { JsonObject } from '../../core/json';
import type { World } from '../../core/world';
import { normalizeNumber } from '../../sms/recipients/numbers';
import type { WabaAgent } from '../../waba/agents';
import { changeStatus, readAll } from '../../waba/delivery';
import { fileIdOf, receiveMessage, reportIncomingError } from '../../waba/incoming';
import type { WabaContact } from '../../waba/incoming';
import type { WabaOutgoing } from '../../waba/message';
import type { WabaError } from '../../waba/statuses';
import { invalid } from '../input';
import { operation } from '../operation';
import type { Operations } from '../operation';
import { entryId, filled, readCount, statusChange } from '../primitives';
import { wabaDataOf } from './content';
import type { errorEntry } from './schemas';
import { wabaError, wabaIncoming, wabaStatus } from './schemas';

type Contact = Pick<z.output<typeof wabaError>, 'from' | 'fromUserId' | 'fromUserIdIn' | 'phoneId'>;

/** A business-scoped user ID in the form that Meta gives it: the country, a dot, digits. */
const userIdOf = (from: string): string => `FR.${from}`;

function agentOf({ phoneId }: Contact, { waba }: World): WabaAgent {
	const found = waba.agents.find((agent) => phoneId === undefined || agent.phoneId === phoneId);
	return found ?? invalid('phoneId is unknown');
}

/** Who writes: by number, by user ID, or both. */
const contactOf = (given: Contact, world: World): WabaContact => ({
	agent: agentOf(given, world),
	from: given.from,
	userId: given.fromUserId ?? userIdOf(given.from ?? ''),
	userIdIn: given.fromUserIdIn,
});

/** The message that this one answers, as the phone quotes it (*assumed*: Meta's own `context`). */
const contextOf = (replyTo: string | undefined, { phoneNumber }: WabaAgent): JsonObject =>
	replyTo === undefined ? {} : { context: { from: phoneNumber, id: replyTo } };

function sentOf(given: z.output<typeof wabaStatus>, { waba }: World): readonly WabaOutgoing[] {
	if ('messageId' in given) {
		const found = waba.messages.find(given.messageId);
		return found?.direction === 'out' ? [found] : [];
	}
	const { reference, number } = given;
	return waba.messages
		.sentWith(reference)
		.filter((message) => number === undefined || message.number === number);
}

const errorOf = ({ code, title, message, details, href }: z.output<typeof errorEntry>): WabaError => ({
	code,
	title,
	message: message ?? title,
	error_data: { details, ...(href === undefined ? {} : { href }) },
});

export const wabaOperations: Operations = {
	'POST /__sim/waba/incoming': operation({
		id: 'receiveWaba',
		tag: 'messages',
		summary: 'Send a WhatsApp message from a phone',
		takes: z.object({ body: wabaIncoming }),
		reply: z.strictObject({ id: entryId, messageId: z.string(), fileId: z.string().nullable() }),
		status: 202,
		run: ({ body }, { world }) => {
			const contact = contactOf(body, world);
			const content = { ...contextOf(body.replyTo, contact.agent), ...wabaDataOf(body, world) };
			const { id, messageId, data } = receiveMessage(contact, content, world);
			return { id, messageId, fileId: fileIdOf(data) ?? null };
		},
	}),

	'POST /__sim/waba/status': operation({
		id: 'changeWabaStatus',
		tag: 'messages',
		summary: 'Send another status of a WhatsApp message now',
		takes: z.object({ body: wabaStatus }),
		reply: statusChange,
		status: 202,
		missing: 'unknown message',
		run: ({ body }, { world }) => {
			const { status } = body;
			const sent = sentOf(body, world);
			if (sent.length === 0) return undefined;
			for (const message of sent) changeStatus(message, status, body.errors.map(errorOf), world);
			return { messages: sent.length, status };
		},
	}),

	'POST /__sim/waba/read': operation({
		id: 'readWaba',
		tag: 'messages',
		summary: 'Mark all delivered WhatsApp messages of a phone as read',
		takes: z.object({
			body: z.strictObject({
				number: filled.describe('Phone number, or user ID of a contact without one.'),
			}),
		}),
		reply: readCount,
		run: ({ body: { number } }, { world }) => ({ read: readAll(normalizeNumber(number) ?? number, world) }),
	}),

	'POST /__sim/waba/error': operation({
		id: 'reportWabaError',
		tag: 'messages',
		summary: 'Send an incoming_error webhook',
		takes: z.object({ body: wabaError }),
		reply: z.strictObject({ messageId: z.string() }),
		status: 202,
		run: ({ body }, { world }) => {
			const error = { ...errorOf(body.error) };
			const contact = contactOf(body, world);
			const errors = body.shape === 'array' ? [error] : error;
			return { messageId: reportIncomingError({ contact, errors, errorsIn: body.in }, world) };
		},
	}),
};
