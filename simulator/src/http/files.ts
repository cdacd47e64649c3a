import type { FastifyInstance } from 'fastify';

import type { SimulatorCore } from '../simulator';
import { wholeFile } from '../waba/files';

/** Pictures that the page shows; anything else is only ever saved, since it could be a page of its own. */
const SHOWN = /^image\/(png|jpeg|webp|gif)$/;

/** What phones have sent, for the page. */
export function registerFiles(server: FastifyInstance, core: SimulatorCore): void {
	server.get<{ Params: { id: string } }>('/__sim/waba/files/:id', (request, reply) => {
		const file = core.world.waba.files.find(request.params.id);
		if (file === undefined) return reply.status(404).send({ error: 'no such file was received' });
		const isShown = SHOWN.test(file.mimeType);
		return reply
			.headers({
				'content-type': isShown ? file.mimeType : 'application/octet-stream',
				'content-disposition': isShown ? 'inline' : 'attachment',
				'content-security-policy': "default-src 'none'; sandbox",
				'x-content-type-options': 'nosniff',
				'cache-control': 'no-store',
			})
			.send(wholeFile(file));
	});
}
