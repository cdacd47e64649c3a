import { z } from 'zod/v4';

import { textAt } from '../../core/json';
import type { World } from '../../core/world';
import type { RcsAgent } from '../../rcs/agents';
import { changeStatus, readAll } from '../../rcs/delivery';
import { receiveRcs } from '../../rcs/incoming';
import type { RcsOutgoing } from '../../rcs/message';
import { PHONE_STATE_NAMES } from '../../rcs/phones';
import { invalid } from '../input';
import { NOTHING, operation } from '../operation';
import type { Operations } from '../operation';
import { entryId, filled, named, phoneNumber, readCount, statusChange } from '../primitives';
import type { View } from '../primitives';
import { rcsContentOf } from './content';
import { rcsIncoming } from './schemas';

function agentOf({ agentId }: z.output<typeof rcsIncoming>, { rcs }: World): RcsAgent {
	const found = rcs.agents.find((agent) => agentId === undefined || agent.agentId === agentId);
	return found ?? invalid('agentId is unknown');
}

const rcsStatus = z.strictObject({ reference: filled, number: phoneNumber.optional(), status: filled });

const sentOf = ({ reference, number }: z.output<typeof rcsStatus>, { rcs }: World): readonly RcsOutgoing[] =>
	rcs.messages
		.sentWith(reference)
		.filter((message): message is RcsOutgoing => message.kind !== 'event')
		.filter((message) => number === undefined || message.number === number);

const phoneState = z.enum(PHONE_STATE_NAMES).register(named, { id: 'PhoneState' });
const phoneList = z
	.strictObject({ phones: z.array(z.strictObject({ number: z.string(), state: phoneState })) })
	.register(named, { id: 'PhoneList' });

const listPhones = ({ rcs }: World): View<typeof phoneList> => ({ phones: rcs.phones.allSet() });

export const rcsOperations: Operations = {
	'POST /__sim/rcs/incoming': operation({
		id: 'receiveRcs',
		tag: 'messages',
		summary: 'Send an RCS message or event from a phone',
		takes: z.object({ body: rcsIncoming }),
		reply: z.strictObject({
			id: entryId.nullable(),
			fileId: z.string().nullable(),
			fileUri: z.string().nullable(),
		}),
		status: 202,
		run: ({ body }, { world }) => {
			const { from, requestSubProd } = body;
			const agent = agentOf(body, world);
			const { requestType, content, fileId, reference } = rcsContentOf(body, world);
			const message = receiveRcs(
				{ agent, from, requestSubProd, requestType, content, fileId, reference },
				world,
			);
			const fileUri = textAt(content, 'payload', 'fileUri') || null;
			return { id: message?.id ?? null, fileId: fileId ?? null, fileUri };
		},
	}),

	'POST /__sim/rcs/status': operation({
		id: 'changeRcsStatus',
		tag: 'messages',
		summary: 'Send another status of an RCS message now',
		takes: z.object({ body: rcsStatus }),
		reply: statusChange,
		status: 202,
		missing: 'unknown message',
		run: ({ body }, { world }) => {
			const { status } = body;
			const sent = sentOf(body, world);
			if (sent.length === 0) return undefined;
			for (const message of sent) changeStatus(message, status, world);
			return { messages: sent.length, status };
		},
	}),

	'POST /__sim/rcs/read': operation({
		id: 'readRcs',
		tag: 'messages',
		summary: 'Mark all delivered RCS messages of a phone as read',
		takes: z.object({ body: z.strictObject({ number: phoneNumber }) }),
		reply: readCount,
		run: ({ body }, { world }) => ({ read: readAll(body.number, world) }),
	}),

	'GET /__sim/rcs/phones': operation({
		id: 'listPhones',
		tag: 'messages',
		summary: 'List phones with a set state',
		takes: NOTHING,
		reply: phoneList,
		run: (_given, { world }) => listPhones(world),
	}),

	'PUT /__sim/rcs/phones': operation({
		id: 'setPhone',
		tag: 'messages',
		summary: 'Set the RCS state of a phone',
		takes: z.object({
			body: z.strictObject({
				number: phoneNumber,
				state: phoneState.nullable().describe("Null restores the number's default."),
			}),
		}),
		reply: phoneList,
		run: ({ body: { number, state } }, { world }) => {
			// Without a state, it behaves as its own digits say.
			world.rcs.phones.setState(number, state ?? undefined);
			return listPhones(world);
		},
	}),
};
