import type { JsonObject } from '../../core/json';
import { isJsonObject } from '../../core/json';
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
import {
	invalid,
	readArray,
	readFilledString,
	readFreeObject,
	readInteger,
	readObject,
	readString,
} from '../input';
import { readPhoneNumber } from '../settings';
import { incomingType } from './content';

const CONTACT_NAMES = ['from', 'fromUserId', 'fromUserIdIn', 'phoneId'] as const;

/** A business-scoped user ID in the form that Meta gives it: the country, a dot, digits. */
const userIdOf = (from: string): string => `FR.${from}`;

function readAgent(given: JsonObject, { waba }: World): WabaAgent {
	const { phoneId } = given;
	const found = waba.agents.find((agent) => phoneId === undefined || agent.phoneId === phoneId);
	return found ?? invalid('phoneId is unknown');
}

const choice = <Choice extends string>(value: unknown, name: string, choices: readonly Choice[]): Choice =>
	choices.find((each) => each === value) ?? invalid(`${name} must be ${choices.join(' or ')}`);

/** Who writes: by number, by user ID, or both. */
function readContact(given: JsonObject, world: World): WabaContact {
	const from = given['from'] === undefined ? undefined : readPhoneNumber(given['from']);
	const userId =
		given['fromUserId'] === undefined ? undefined : readFilledString(given['fromUserId'], 'fromUserId');
	return {
		agent: readAgent(given, world),
		from,
		userId: userId ?? (from === undefined ? invalid('from or fromUserId is required') : userIdOf(from)),
		userIdIn: choice(given['fromUserIdIn'] ?? 'data', 'fromUserIdIn', ['data', 'envelope']),
	};
}

/** The message that this one answers, as the phone quotes it (*assumed*: Meta's own `context`). */
function readContext(given: JsonObject, agent: WabaAgent): JsonObject {
	if (given['replyTo'] === undefined) return {};
	return { context: { from: agent.phoneNumber, id: readFilledString(given['replyTo'], 'replyTo') } };
}

function readSent(given: JsonObject, world: World): readonly WabaOutgoing[] {
	const { messageId, reference, number } = given;
	if ((messageId === undefined) === (reference === undefined)) {
		return invalid('exactly one of messageId and reference is required');
	}
	if (messageId !== undefined) {
		const found = world.waba.messages.find(readFilledString(messageId, 'messageId'));
		return found?.direction === 'out' ? [found] : [];
	}
	const to = number === undefined ? undefined : readPhoneNumber(number);
	const sent = world.waba.messages.sentWith(readFilledString(reference, 'reference'));
	return sent.filter((message) => to === undefined || message.number === to);
}

function readError(value: unknown): WabaError {
	const given = readObject(value, ['code', 'title', 'message', 'details', 'href'], 'an error');
	const text = (name: string, absent: string): string =>
		given[name] === undefined ? absent : readString(given[name], name);
	const title = text('title', 'Message type unknown');
	return {
		code: readInteger(given['code'] ?? 123_456, 'code', 0, Number.MAX_SAFE_INTEGER),
		title,
		message: text('message', title),
		error_data: {
			details: text('details', 'Message type is currently not supported.'),
			...(given['href'] === undefined ? {} : { href: readString(given['href'], 'href') }),
		},
	};
}

/** The control API's operations for WABA. */
export const wabaRoutes: ControlRoutes = {
	'POST /__sim/waba/incoming': ({ body }, { world }) => {
		const given = readFreeObject(body, 'the body');
		const type = incomingType(given);
		readObject(given, ['type', 'replyTo', ...CONTACT_NAMES, ...type.names]);
		const contact = readContact(given, world);
		const context = readContext(given, contact.agent);
		const message = receiveMessage(contact, { ...context, ...type.read(given, world) }, world);
		const { id, messageId, data } = message;
		return { status: 202, body: { id, messageId, fileId: fileIdOf(data) ?? null } };
	},

	'POST /__sim/waba/status': ({ body }, { world }) => {
		const given = readObject(body, ['messageId', 'reference', 'number', 'status', 'errors']);
		const status = readFilledString(given['status'], 'status');
		const errors = readArray(given['errors'] ?? [], 'errors').map(readError);
		const sent = readSent(given, world);
		if (sent.length === 0) return { status: 404, body: { error: 'unknown message' } };
		for (const message of sent) changeStatus(message, status, errors, world);
		return { status: 202, body: { messages: sent.length, status } };
	},

	'POST /__sim/waba/read': ({ body }, { world }) => {
		const given = readFilledString(readObject(body, ['number'])['number'], 'number');
		// A contact without a number is known by its user ID.
		const number = normalizeNumber(given) ?? given;
		return ok({ read: readAll(number, world) });
	},

	'POST /__sim/waba/error': ({ body }, { world }) => {
		const given = readObject(body, [...CONTACT_NAMES, 'error', 'shape', 'in']);
		const error = isJsonObject(given['error']) ? readError(given['error']) : readError({});
		const shape = choice(given['shape'] ?? 'array', 'shape', ['array', 'object']);
		const errorsIn = choice(given['in'] ?? 'data', 'in', ['data', 'envelope']);
		const contact = readContact(given, world);
		const errors = shape === 'array' ? [{ ...error }] : { ...error };
		return { status: 202, body: { messageId: reportIncomingError({ contact, errors, errorsIn }, world) } };
	},
};
