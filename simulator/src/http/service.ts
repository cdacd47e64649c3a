import type { FastifyReply, FastifyRequest } from 'fastify';

import type { SimulatorCore } from '../simulator';
import { answerWith } from './answer';
import { textReply } from './exchange';
import type { RawRequest } from './exchange';
import { withoutKey } from './journal';
import { viewRequest } from '../control/views';

function readRaw(request: FastifyRequest): RawRequest {
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
	};
}

/** Everything that is neither the control API nor the page: one of the service's interfaces, or nothing (404). */
export async function serve(
	core: SimulatorCore,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const { world, journal, faults, bus, interfaces } = core;
	const raw = readRaw(request);
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
		size: raw.body.length + raw.query.length,
	});
	entry.reply = await answerWith(struck, reply, () => {
		const answer = received?.answer() ?? textReply(404, 'Not found');
		entry.reason = answer.reason;
		return answer;
	});
	bus.emit('request', () => viewRequest(entry));
}
