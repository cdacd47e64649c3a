import { at } from '../../core/json';
import type { JsonObject } from '../../core/json';
import type { RcsAgent } from '../../rcs/agents';
import { changeStatus, readAll } from '../../rcs/delivery';
import { receiveRcs } from '../../rcs/incoming';
import type { RcsOutgoing } from '../../rcs/message';
import { PHONE_STATES } from '../../rcs/phones';
import type { PhoneStateName } from '../../rcs/phones';
import type { World } from '../../core/world';
import type { ControlReply, ControlRoutes } from '../handler';
import { ok } from '../handler';
import { invalid, readFilledString, readFreeObject, readObject, readString } from '../input';
import { rcsIncomingType } from './content';
import { readPhoneNumber } from '../settings';

const CONTACT_NAMES = ['from', 'agentId', 'requestSubProd'] as const;

function readAgent({ agentId }: JsonObject, { rcs }: World): RcsAgent {
	const found = rcs.agents.find((agent) => agentId === undefined || agent.agentId === agentId);
	return found ?? invalid('agentId is unknown');
}

function readSent(given: JsonObject, { rcs }: World): readonly RcsOutgoing[] {
	const { reference, number } = given;
	const to = number === undefined ? undefined : readPhoneNumber(number);
	return rcs.messages
		.sentWith(readFilledString(reference, 'reference'))
		.filter((message): message is RcsOutgoing => message.kind !== 'event')
		.filter((message) => to === undefined || message.number === to);
}

const isStateName = (name: unknown): name is PhoneStateName =>
	typeof name === 'string' && Object.hasOwn(PHONE_STATES, name);

/** @returns undefined for what the number's own digits say */
function readState(value: unknown): PhoneStateName | undefined {
	if (value === null) return undefined;
	return isStateName(value)
		? value
		: invalid(`state must be one of ${Object.keys(PHONE_STATES).join(', ')}, or null`);
}

const phoneList = ({ rcs }: World): ControlReply => ok({ phones: rcs.phones.allSet() });

/** The control API's operations for RCS. */
export const rcsRoutes: ControlRoutes = {
	'POST /__sim/rcs/incoming': ({ body }, { world }) => {
		const given = readFreeObject(body, 'the body');
		const type = rcsIncomingType(given);
		readObject(given, ['type', ...CONTACT_NAMES, ...type.names]);
		const { requestSubProd } = given;
		const contact = {
			agent: readAgent(given, world),
			from: readPhoneNumber(given['from']),
			requestSubProd: requestSubProd === undefined ? undefined : readString(requestSubProd, 'requestSubProd'),
		};
		const { requestType, content, fileId, reference } = type.read(given, world);
		const message = receiveRcs({ ...contact, requestType, content, fileId, reference }, world);
		return {
			status: 202,
			body: {
				id: message?.id ?? null,
				fileId: fileId ?? null,
				fileUri: at(content, 'payload', 'fileUri') ?? null,
			},
		};
	},

	'POST /__sim/rcs/status': ({ body }, { world }) => {
		const given = readObject(body, ['reference', 'number', 'status']);
		const status = readFilledString(given['status'], 'status');
		const sent = readSent(given, world);
		if (sent.length === 0) return { status: 404, body: { error: 'unknown message' } };
		for (const message of sent) changeStatus(message, status, world);
		return { status: 202, body: { messages: sent.length, status } };
	},

	'POST /__sim/rcs/read': ({ body }, { world }) => {
		const number = readPhoneNumber(readObject(body, ['number'])['number']);
		return ok({ read: readAll(number, world) });
	},

	'GET /__sim/rcs/phones': (_request, { world }) => phoneList(world),

	'PUT /__sim/rcs/phones': ({ body }, { world }) => {
		const given = readObject(body, ['number', 'state']);
		world.rcs.phones.setState(readPhoneNumber(given['number']), readState(given['state']));
		return phoneList(world);
	},
};
