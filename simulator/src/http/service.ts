import type { FastifyReply, FastifyRequest } from 'fastify';

import type { SimulatorCore } from '../core/simulatorCore';
import { answerWith } from './answer';
import { textReply } from './exchange';
import type { RawRequest, Reply } from './exchange';
import { withoutKey } from './journal';
import { viewRequest } from '../control/log/views';

function readRaw(request: FastifyRequest, isTooLarge: boolean): RawRequest {
	const [path = '', ...rest] = request.raw.url?.split('?') ?? [];
	const headers = Object.entries(request.headers).map(
		([name, value]) => [name, [value].flat().join(', ')] as const,
	);
	return {
		method: request.method,
		path,
		query: rest.join('?'),
		headers: Object.fromEntries(headers),
		body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
		isTooLarge,
	};
}

/** As much of a body as the log shows as it came; its fields are all there. */
const LOGGED_BYTES = 100_000;

/** Everything that is neither the control API nor the page: one of the service's interfaces, or nothing (404). */
export async function serve(
	core: SimulatorCore,
	request: FastifyRequest,
	reply: FastifyReply,
	isTooLarge = false,
): Promise<void> {
	const { world, journal, faults, bus, interfaces, trace } = core;
	const raw = readRaw(request, isTooLarge);
	const found = interfaces.find((each) => each.owns(raw.path));
	const received = found?.receive(raw, world);
	const { operation = null, fields = {}, undeclared = [] } = received ?? {};
	const struck = faults.takeForRequest({
		operation: operation ?? '',
		path: raw.path,
		method: raw.method,
		...fields,
	});
	const entry = journal.add({
		at: world.clock.now(),
		method: raw.method,
		url: request.raw.url ?? '',
		headers: withoutKey(raw.headers),
		operation,
		fields,
		undeclared,
		fault: struck.names.length === 0 ? undefined : struck.names.join(' + '),
		reply: null,
		reason: undefined,
		body: raw.body.toString('utf8', 0, LOGGED_BYTES),
		size: raw.body.length + raw.query.length,
	});
	const noted = (answer: Reply): Reply => {
		entry.reason = answer.reason;
		entry.fault = [entry.fault ?? [], answer.fault ?? []].flat().join(' + ') || undefined;
		return answer;
	};
	const notFound = (): Reply => textReply(404, 'Not found');
	void reply.header('date', new Date(entry.at).toUTCString());
	entry.reply = await answerWith(struck, reply, {
		carryOut: () => noted(trace.during(entry.id, () => received?.answer() ?? notFound())),
		refuse: (status) => noted(received?.refuse(status) ?? notFound()),
	});
	bus.emit('request', () => viewRequest(entry));
}
