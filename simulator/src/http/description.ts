import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

/** Beside `src` and `dist`, so that it is found from both. */
const FILE = join(__dirname, '..', '..', 'openapi.json');

/** The control API as OpenAPI describes it, for clients that are made from it. */
export function registerDescription(server: FastifyInstance): void {
	const content = readFileSync(FILE);
	server.get('/__sim/openapi.json', (_request, reply) =>
		reply.headers({ 'content-type': 'application/json; charset=utf-8' }).send(content),
	);
}
