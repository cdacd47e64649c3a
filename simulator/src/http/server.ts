import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { registerControl } from '../control/routes';
import type { SimulatorCore } from '../core/simulatorCore';
import { registerModel } from './model/routes';
import { registerEvents } from './events';
import { registerFiles } from './files';
import { isFromKnownHost } from './loopback';
import { registerPage } from './page';
import { serve } from './service';

const BODY_LIMIT_BYTES = 5 * 1024 * 1024;

const hasCode = (error: unknown, code: string): boolean =>
	error instanceof Error && 'code' in error && error.code === code;

const refuseHost = (reply: FastifyReply): FastifyReply =>
	reply.status(403).send({
		error: 'the simulator is not called by this host name; allow it with --allowed-host',
	});

/**
 * The whole HTTP side: control API, model and page for loopback only, all other addresses are the service's.
 * @param allowedHosts by which the service may be called, besides the loopback names
 */
export function createServer(core: SimulatorCore, allowedHosts: readonly string[] = []): FastifyInstance {
	const isOfService = ({ url }: FastifyRequest): boolean =>
		core.interfaces.some(({ owns }) => owns(url.split('?', 1).join()));
	const server = fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		forceCloseConnections: true,
		// An address whose escapes are broken is one that the service does not have; its body is not read.
		frameworkErrors: (_error, request, reply) =>
			void (isFromKnownHost(request.headers, allowedHosts) ? serve(core, request, reply) : refuseHost(reply)),
	});
	server.addHook('onRequest', async (request, reply) => {
		if (!isFromKnownHost(request.headers, allowedHosts)) await refuseHost(reply);
	});
	// The service reads bodies as bytes, whatever they claim to be.
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

	void server.register(async (inner) => {
		inner.addHook('onRequest', async (request, reply) => {
			if (isFromKnownHost(request.headers)) return;
			await reply
				.status(403)
				.send({ error: 'the control API, the model and the page are available on loopback addresses only' });
		});
		registerControl(inner, core);
		registerEvents(inner, core.bus);
		registerFiles(inner, core);
		registerModel(inner);
		registerPage(inner, (request, reply) => serve(core, request, reply));
		await Promise.resolve();
	});
	server.setErrorHandler((error, request, reply) => {
		// A content type that cannot be read makes a body that is not read: its fields are missing.
		if (hasCode(error, 'FST_ERR_CTP_INVALID_MEDIA_TYPE')) return serve(core, request, reply);
		if (hasCode(error, 'FST_ERR_CTP_BODY_TOO_LARGE') && isOfService(request))
			return serve(core, request, reply, true);
		return reply.send(error);
	});
	server.all('*', (request, reply) => serve(core, request, reply));
	return server;
}
