import type { FastifyInstance } from 'fastify';

import type { EventBus, LiveEvent } from '../core/eventBus';

/** A page that reads too slowly is let go; it connects again and reads everything anew. */
const MOST_BUFFERED_BYTES = 4 * 1024 * 1024;
/** A browser makes six connections to a host: one stays for what the pages read and send. */
const MOST_LISTENERS = 5;
/** When the browser connects again after the connection broke. */
const RECONNECT_MS = 1_000;

const format = ({ type, data }: LiveEvent): string => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Server-sent events for the page: what happens, as it happens. */
export function registerEvents(server: FastifyInstance, bus: EventBus): void {
	let listeners = 0;
	server.get('/__sim/events', (_request, reply) => {
		if (listeners >= MOST_LISTENERS) return reply.status(503).send({ error: 'too many open pages' });
		listeners++;
		reply.hijack();
		const stream = reply.raw;
		stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		stream.write(`retry: ${RECONNECT_MS}\n\n`);
		const unsubscribe = bus.subscribe((event) => {
			stream.write(format(event));
			if (stream.writableLength > MOST_BUFFERED_BYTES) stream.destroy();
		});
		stream.once('close', () => {
			listeners--;
			unsubscribe();
		});
		return reply;
	});
}
