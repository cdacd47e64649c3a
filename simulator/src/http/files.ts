import type { FastifyInstance, FastifyReply } from 'fastify';

import { wholeFile } from '../json/files';
import type { StoredFile } from '../json/files';
import type { SimulatorCore } from '../core/simulatorCore';

/** Pictures that the page shows; anything else is only ever saved, since it could be a page of its own. */
const SHOWN = /^image\/(png|jpeg|webp|gif)$/;

function sendFile(reply: FastifyReply, file: StoredFile | undefined, type: string): FastifyReply {
	if (file === undefined) return reply.status(404).send({ error: 'unknown file' });
	return reply
		.headers({
			'content-type': type,
			'content-disposition': SHOWN.test(file.mimeType) ? 'inline' : 'attachment',
			'content-security-policy': "default-src 'none'; sandbox",
			'x-content-type-options': 'nosniff',
			'cache-control': 'no-store',
		})
		.send(wholeFile(file));
}

/** What phones have sent: for the page and, of RCS, for whoever is told of it by a webhook (`fileUri`). */
export function registerFiles(server: FastifyInstance, core: SimulatorCore): void {
	server.get<{ Params: { id: string } }>('/__sim/waba/files/:id', (request, reply) => {
		const file = core.world.waba.files.find(request.params.id);
		const isShown = SHOWN.test(file?.mimeType ?? '');
		return sendFile(reply, file, isShown ? (file?.mimeType ?? '') : 'application/octet-stream');
	});
	server.get<{ Params: { id: string } }>('/__sim/rcs/files/:id', (request, reply) => {
		const file = core.world.rcs.files.find(request.params.id);
		return sendFile(reply, file, file?.mimeType ?? '');
	});
}
