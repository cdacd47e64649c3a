import { z } from 'zod/v4';

import type { SimulatorCore } from '../../core/simulatorCore';
import type { JournalEntry } from '../../http/journal';
import { allMessages, anyMessage, viewTraced } from './messages';
import { NOTHING, operation } from '../operation';
import type { Operations } from '../operation';
import { entryId, last, phoneNumber, queryId } from '../primitives';
import { loggedCallback, loggedRequest, viewCallback, viewRequest } from './views';

/** The requests that made or changed a message; none for one that is not there. */
function requestsOf(messageId: number, { world, trace }: SimulatorCore): readonly number[] {
	const found = allMessages(world).find((each) => each.id === messageId);
	return found === undefined ? [] : trace.requestsOf(found);
}

const newest = <Entry>(entries: readonly Entry[], count: number | undefined): readonly Entry[] =>
	count === undefined ? entries : entries.slice(-count);

const aboutMessage = queryId.describe('ID of a message. Returns only entries about it.');

export const logOperations: Operations = {
	'GET /__sim/requests': operation({
		id: 'listRequests',
		tag: 'log',
		summary: 'List requests with their responses, oldest first',
		takes: z.object({
			query: z.strictObject({
				after: queryId.describe('Only requests with a higher ID.'),
				last,
				message: aboutMessage,
			}),
		}),
		reply: z.strictObject({ requests: z.array(loggedRequest) }),
		run: ({ query }, core) => {
			const concerned = query.message === undefined ? undefined : requestsOf(query.message, core);
			const isWanted = (entry: JournalEntry): boolean =>
				entry.id > (query.after ?? 0) && (concerned?.includes(entry.id) ?? true);
			const requests = [...core.journal.oldestFirst()].filter(isWanted);
			return { requests: newest(requests, query.last).map(viewRequest) };
		},
	}),

	'GET /__sim/undeclared': operation({
		id: 'listUndeclared',
		tag: 'log',
		summary: 'List requests with undeclared fields',
		takes: NOTHING,
		reply: z.strictObject({
			undeclared: z.array(
				z.strictObject({ requestId: entryId, operation: z.string().nullable(), names: z.array(z.string()) }),
			),
		}),
		run: (_given, { journal }) => {
			const found = [...journal.oldestFirst()].filter((entry) => entry.undeclared.length > 0);
			return {
				undeclared: found.map((entry) => ({
					requestId: entry.id,
					operation: entry.operation,
					names: entry.undeclared,
				})),
			};
		},
	}),

	'GET /__sim/messages': operation({
		id: 'listMessages',
		tag: 'log',
		summary: 'List messages of all channels, oldest first, scheduled ones last',
		takes: z.object({
			query: z.strictObject({
				number: phoneNumber.optional().describe('Only messages of this phone.'),
				last,
			}),
		}),
		reply: z.strictObject({ messages: z.array(anyMessage) }),
		run: ({ query: { number, last: count } }, { world, trace }) => {
			const wanted = allMessages(world).filter((each) => number === undefined || each.number === number);
			return { messages: newest(wanted, count).map((each) => viewTraced(each, trace)) };
		},
	}),

	'GET /__sim/callbacks': operation({
		id: 'listCallbacks',
		tag: 'log',
		summary: 'List callbacks with their attempts',
		takes: z.object({ query: z.strictObject({ message: aboutMessage, last }) }),
		reply: z.strictObject({ callbacks: z.array(loggedCallback) }),
		run: ({ query }, { world }) => {
			const { message: about, last: count } = query;
			const wanted = world.callbacks.all().filter((each) => about === undefined || each.about === about);
			return { callbacks: newest(wanted, count).map(viewCallback) };
		},
	}),
};
