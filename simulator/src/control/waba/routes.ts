import type { z } from 'zod/v4';

import type { JsonObject } from '../../core/json';
import { normalizeNumber } from '../../sms/recipients/numbers';
import type { WabaAgent } from '../../waba/agents';
import { changeStatus, readAll } from '../../waba/delivery';
import { fileIdOf, receiveMessage, reportIncomingError } from '../../waba/incoming';
import type { WabaContact } from '../../waba/incoming';
import type { WabaOutgoing } from '../../waba/message';
import type { WabaError } from '../../waba/statuses';
import type { World } from '../../core/world';
import type { ControlRoutes } from '../handler';
import { ok } from '../handler';
import { invalid, readBody } from '../input';
import { SCHEMAS } from '../schemas';
import { wabaDataOf } from './content';

type Contact = Pick<z.output<typeof SCHEMAS.WabaError>, 'from' | 'fromUserId' | 'fromUserIdIn' | 'phoneId'>;

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

function sentOf(given: z.output<typeof SCHEMAS.WabaStatus>, { waba }: World): readonly WabaOutgoing[] {
	if ('messageId' in given) {
		const found = waba.messages.find(given.messageId);
		return found?.direction === 'out' ? [found] : [];
	}
	const { reference, number } = given;
	return waba.messages
		.sentWith(reference)
		.filter((message) => number === undefined || message.number === number);
}

const errorOf = ({
	code,
	title,
	message,
	details,
	href,
}: z.output<typeof SCHEMAS.ErrorEntry>): WabaError => ({
	code,
	title,
	message: message ?? title,
	error_data: { details, ...(href === undefined ? {} : { href }) },
});

/** The control API's operations for WABA. */
export const wabaRoutes: ControlRoutes = {
	'POST /__sim/waba/incoming': ({ body }, { world }) => {
		const given = readBody(SCHEMAS.WabaIncoming, body);
		const contact = contactOf(given, world);
		const context = contextOf(given.replyTo, contact.agent);
		const message = receiveMessage(contact, { ...context, ...wabaDataOf(given, world) }, world);
		const { id, messageId, data } = message;
		return { status: 202, body: { id, messageId, fileId: fileIdOf(data) ?? null } };
	},

	'POST /__sim/waba/status': ({ body }, { world }) => {
		const given = readBody(SCHEMAS.WabaStatus, body);
		const { status } = given;
		const errors = given.errors.map(errorOf);
		const sent = sentOf(given, world);
		if (sent.length === 0) return { status: 404, body: { error: 'unknown message' } };
		for (const message of sent) changeStatus(message, status, errors, world);
		return { status: 202, body: { messages: sent.length, status } };
	},

	'POST /__sim/waba/read': ({ body }, { world }) => {
		const given = readBody(SCHEMAS.WabaRead, body).number;
		// A contact without a number is known by its user ID.
		const number = normalizeNumber(given) ?? given;
		return ok({ read: readAll(number, world) });
	},

	'POST /__sim/waba/error': ({ body }, { world }) => {
		const given = readBody(SCHEMAS.WabaError, body);
		const error = errorOf(given.error);
		const contact = contactOf(given, world);
		const errors = given.shape === 'array' ? [{ ...error }] : { ...error };
		const messageId = reportIncomingError({ contact, errors, errorsIn: given.in }, world);
		return { status: 202, body: { messageId } };
	},
};
