import type { z } from 'zod/v4';

import { at } from '../../core/json';
import type { RcsAgent } from '../../rcs/agents';
import { changeStatus, readAll } from '../../rcs/delivery';
import { receiveRcs } from '../../rcs/incoming';
import type { RcsOutgoing } from '../../rcs/message';
import type { World } from '../../core/world';
import type { ControlReply, ControlRoutes } from '../handler';
import { ok } from '../handler';
import { invalid, readBody } from '../input';
import { SCHEMAS } from '../schemas';
import { rcsContentOf } from './content';

type Incoming = z.output<typeof SCHEMAS.RcsIncoming>;

function agentOf({ agentId }: Incoming, { rcs }: World): RcsAgent {
	const found = rcs.agents.find((agent) => agentId === undefined || agent.agentId === agentId);
	return found ?? invalid('agentId is unknown');
}

const sentOf = (
	{ reference, number }: z.output<typeof SCHEMAS.RcsStatus>,
	{ rcs }: World,
): readonly RcsOutgoing[] =>
	rcs.messages
		.sentWith(reference)
		.filter((message): message is RcsOutgoing => message.kind !== 'event')
		.filter((message) => number === undefined || message.number === number);

const phoneList = ({ rcs }: World): ControlReply => ok({ phones: rcs.phones.allSet() });

/** The control API's operations for RCS. */
export const rcsRoutes: ControlRoutes = {
	'POST /__sim/rcs/incoming': ({ body }, { world }) => {
		const given = readBody(SCHEMAS.RcsIncoming, body);
		const { from, requestSubProd } = given;
		const agent = agentOf(given, world);
		const { requestType, content, fileId, reference } = rcsContentOf(given, world);
		const arrival = { agent, from, requestSubProd, requestType, content, fileId, reference };
		const message = receiveRcs(arrival, world);
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
		const given = readBody(SCHEMAS.RcsStatus, body);
		const { status } = given;
		const sent = sentOf(given, world);
		if (sent.length === 0) return { status: 404, body: { error: 'unknown message' } };
		for (const message of sent) changeStatus(message, status, world);
		return { status: 202, body: { messages: sent.length, status } };
	},

	'POST /__sim/rcs/read': ({ body }, { world }) => {
		return ok({ read: readAll(readBody(SCHEMAS.RcsRead, body).number, world) });
	},

	'GET /__sim/rcs/phones': (_request, { world }) => phoneList(world),

	'PUT /__sim/rcs/phones': ({ body }, { world }) => {
		const { number, state } = readBody(SCHEMAS.RcsPhone, body);
		// Without a state, it behaves as its own digits say.
		world.rcs.phones.setState(number, state ?? undefined);
		return phoneList(world);
	},
};
