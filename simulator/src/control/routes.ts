import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { receiveSms } from '../callbacks/incomingSms';
import { reportDelivery } from '../callbacks/deliveryReport';
import type { JournalEntry } from '../http/journal';
import type { SimulatorCore } from '../core/simulatorCore';
import { noteStatus } from '../sms/delivery';
import { faultOf } from './faultInput';
import { ok } from './handler';
import type { ControlReply, ControlRequest, ControlRoutes, Handler } from './handler';
import { InvalidControlInput, invalid, readBody, readInteger } from './input';
import { allMessages, viewTraced } from './messages';
import { rcsRoutes } from './rcs/routes';
import { sampleRoutes } from './samples';
import { SCHEMAS } from './schemas';
import { readSettings } from './settings';
import { viewState } from './state';
import { viewCallback, viewFault, viewRequest } from './views';
import { wabaRoutes } from './waba/routes';

/** How long, in real time, an advance waits for the callbacks that it set off. */
const SETTLE_LIMIT_MS = 10_000;
const MOST_LISTED = 1_000_000;

const faultList = ({ faults }: SimulatorCore): ControlReply => ok({ faults: faults.list().map(viewFault) });

/** A number that the simulator gave to a message, request, callback or fault. */
const readId = (text: string, what: string): number => readInteger(text, what, 0, Number.MAX_SAFE_INTEGER);

/** The requests that made or changed a message; none for one that is not there. */
function requestsOf(messageId: string, { world, trace }: SimulatorCore): readonly number[] {
	const id = readId(messageId, 'message');
	const message = allMessages(world).find((each) => each.id === id);
	return message === undefined ? [] : trace.requestsOf(message);
}

/** The newest of a list, as many as `last` says; all of them without. */
function newest<Entry>(entries: readonly Entry[], { last }: ControlRequest['query']): readonly Entry[] {
	return last === undefined ? entries : entries.slice(-readInteger(last, 'last', 1, MOST_LISTED));
}

/** The control API: a row an operation. */
const ROUTES: ControlRoutes = {
	'GET /__sim/state': (_request, core) => ok(viewState(core)),

	'PUT /__sim/config': ({ body }, core) => {
		readSettings(body)(core.world);
		core.world.announceState();
		return ok(viewState(core));
	},

	'GET /__sim/requests': ({ query }, core) => {
		const after = readId(query['after'] ?? '0', 'after');
		const concerned = query['message'] === undefined ? undefined : requestsOf(query['message'], core);
		const isWanted = ({ id }: JournalEntry): boolean => id > after && (concerned?.includes(id) ?? true);
		const requests = [...core.journal.oldestFirst()].filter(isWanted);
		return ok({ requests: newest(requests, query).map(viewRequest) });
	},

	'GET /__sim/undeclared': (_request, { journal }) => {
		const found = [...journal.oldestFirst()].filter((entry) => entry.undeclared.length > 0);
		return ok({
			undeclared: found.map(({ id, operation, undeclared }) => ({
				requestId: id,
				operation,
				names: undeclared,
			})),
		});
	},

	'GET /__sim/messages': ({ query }, { world, trace }) => {
		const number = query['number'] === undefined ? undefined : readBody(SCHEMAS.PhoneNumber, query['number']);
		const wanted = allMessages(world).filter((message) => number === undefined || message.number === number);
		return ok({ messages: newest(wanted, query).map((message) => viewTraced(message, trace)) });
	},

	'GET /__sim/callbacks': ({ query }, { world }) => {
		const about = query['message'] === undefined ? undefined : readId(query['message'], 'message');
		const wanted = world.callbacks.all().filter((each) => about === undefined || each.about === about);
		return ok({ callbacks: newest(wanted, query).map(viewCallback) });
	},

	'POST /__sim/incoming': ({ body }, { world }) => {
		const message = receiveSms(readBody(SCHEMAS.IncomingSms, body), world);
		if (message === undefined) return invalid('charset is unknown or cannot encode the text');
		const { id, reference, linkReference, withinReplyWindow } = message;
		return { status: 202, body: { id, reference, linkReference, withinReplyWindow } };
	},

	'POST /__sim/report': ({ body }, { world }) => {
		const { reference, status } = readBody(SCHEMAS.Report, body);
		const message = world.messages.find(reference);
		if (message === undefined) return { status: 404, body: { error: 'no sent message has that reference' } };
		noteStatus(message, status, world);
		reportDelivery(message, reference, status, world);
		return { status: 202, body: { reference, status } };
	},

	'POST /__sim/clock': async ({ body }, { world }) => {
		world.clock.advance(readBody(SCHEMAS.Clock, body).advance * 1_000);
		const settled = await world.callbacks.settled(SETTLE_LIMIT_MS);
		world.announceState();
		return ok({ now: new Date(world.clock.now()).toISOString(), settled });
	},

	'GET /__sim/faults': (_request, core) => faultList(core),

	'PUT /__sim/faults': ({ body }, core) => {
		core.faults.replace(readBody(SCHEMAS.Faults, body).faults.map(faultOf));
		return faultList(core);
	},

	'POST /__sim/faults': ({ body }, core) => {
		core.faults.add(faultOf(readBody(SCHEMAS.Fault, body)));
		return faultList(core);
	},

	'DELETE /__sim/faults': ({ query }, core) => {
		if (query['id'] === undefined) core.faults.replace([]);
		else if (!core.faults.remove(readId(query['id'], 'id'))) {
			return { status: 404, body: { error: 'unknown fault' } };
		}
		return faultList(core);
	},

	'POST /__sim/reset': (_request, core) => {
		core.reset();
		return ok(viewState(core));
	},

	'POST /__sim/samples/restore': (_request, core) => {
		core.restoreSamples();
		return ok(viewState(core));
	},

	...sampleRoutes,
	...wabaRoutes,
	...rcsRoutes,
};

/** `GET /__sim/state` and so on. */
export const controlOperations: readonly string[] = Object.keys(ROUTES);

/**
 * Registers the control API. Its errors are 400 with `{ error }`, in words.
 *
 * One route for all operations, since fastify prepares each route at every start, which takes longer than anything else.
 */
export function registerControl(server: FastifyInstance, core: SimulatorCore): void {
	server.all('/__sim/*', (request, reply) => {
		const [path = ''] = request.url.split('?');
		const handler = ROUTES[`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`];
		if (handler === undefined) return reply.status(404).send({ error: 'unknown operation' });
		return respond(handler, request, reply, core);
	});
}

async function respond(
	handler: Handler,
	request: FastifyRequest,
	reply: FastifyReply,
	core: SimulatorCore,
): Promise<FastifyReply> {
	try {
		const { status = 200, body } = await handler(
			{ query: readQuery(request.query), body: parseBody(request) },
			core,
		);
		return await reply.status(status).send(body);
	} catch (error) {
		if (!(error instanceof InvalidControlInput)) throw error;
		return reply.status(400).send({ error: error.message });
	}
}

function readQuery(query: unknown): Readonly<Record<string, string>> {
	if (typeof query !== 'object' || query === null) return {};
	const pairs = Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
	return Object.fromEntries(pairs);
}

/** A body must say that it is JSON: a page of another site cannot make a browser send that unasked. */
function parseBody(request: FastifyRequest): unknown {
	const bytes = request.body;
	if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
	if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
		return invalid('the body must be application/json');
	}
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch {
		return invalid('the body must be valid JSON');
	}
}
