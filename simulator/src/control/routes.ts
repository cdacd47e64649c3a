import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';

import type { SimulatorCore } from '../core/simulatorCore';
import { describeApi } from './describe';
import { faultOperations } from './faultRoutes';
import { InvalidControlInput, invalid } from './input';
import { logOperations } from './log/routes';
import { NOTHING, operation } from './operation';
import type { Operations } from './operation';
import { rcsOperations } from './rcs/routes';
import { sampleOperations } from './samples';
import { smsOperations } from './sms/routes';
import { accountOperations } from './state';
import { wabaOperations } from './waba/routes';

/** The control API, as far as its answers are JSON. */
export const OPERATIONS: Operations = {
	...accountOperations,
	...logOperations,
	...sampleOperations,
	...smsOperations,
	...wabaOperations,
	...rcsOperations,
	...faultOperations,
	'GET /__sim/openapi.json': operation({
		id: 'describe',
		tag: 'account',
		summary: 'Get this description',
		takes: NOTHING,
		reply: z.looseObject({}),
		run: () => describeApi(OPERATIONS),
	}),
};

/**
 * Registers the control API. Its errors are 400 with `{ error }`, in words.
 *
 * One route for all operations, since fastify prepares each route at every start, which takes longer than anything else.
 */
export function registerControl(server: FastifyInstance, core: SimulatorCore): void {
	server.all('/__sim/*', async (request, reply) => {
		const [path = ''] = request.url.split('?');
		const found = OPERATIONS[`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`];
		if (found === undefined) return reply.status(404).send({ error: 'unknown operation' });
		try {
			const { status, body } = await found.answer({ query: request.query, body: parseBody(request) }, core);
			return await reply.status(status).send(body);
		} catch (error) {
			if (!(error instanceof InvalidControlInput)) throw error;
			return reply.status(400).send({ error: error.message });
		}
	});
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
