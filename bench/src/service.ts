import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What arrived since the counts were last set to zero. */
export interface Counts {
	requests: number;
	/** Most connections that were open together. */
	connections: number;
	/** Numbers in `dest`, each as often as it stood there. */
	recipients: string[];
}

/**
 * Stands for the service and the network: answers as sending SMS does, after a delay, and counts. It checks nothing;
 * that is the simulator's work, which would be what is measured then.
 */
export interface Service {
	url: string;
	/** Milliseconds that an answer takes. */
	setDelay: (milliseconds: number) => void;
	/** Begins to count anew; nothing must be under way. */
	reset: () => void;
	counts: () => Counts;
	close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
	return Buffer.concat(chunks);
}

function recipientsIn(body: Buffer): string[] {
	const dest = new URLSearchParams(body.toString('latin1')).get('dest') ?? '';
	return dest.split(',').map((recipient) => recipient.split(';')[0] ?? '');
}

/** Starts the service on a free port of the loopback interface. */
export async function startService(): Promise<Service> {
	let delay = 0;
	let bodies: Buffer[] = [];
	let open = new Set<Socket>();
	let most = 0;
	let reference = 123_456_000_000;

	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const due = performance.now() + delay;
		bodies.push(await bodyOf(request));
		// Timers count whole milliseconds; the body has taken some of them.
		if (delay > 0) await sleep(Math.round(due - performance.now()));
		// One that is not kept is over with its answer, though its last packets may still be on their way.
		if (!response.shouldKeepAlive) response.once('finish', () => open.delete(request.socket));
		response.writeHead(200, { 'content-type': 'text/plain' }).end(`OK ${reference++}`);
	};
	const server = createServer((request, response) => {
		void answer(request, response).catch(() => response.destroy());
	});
	server.on('connection', (socket) => {
		open.add(socket);
		most = Math.max(most, open.size);
		socket.once('close', () => open.delete(socket));
	});
	await new Promise<void>((resolve) => {
		server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, resolve);
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('A TCP server without a port');
	return {
		url: `http://127.0.0.1:${address.port}`,
		setDelay(milliseconds) {
			delay = milliseconds;
		},
		reset() {
			server.closeIdleConnections();
			bodies = [];
			open = new Set();
			most = 0;
		},
		counts: () => ({
			requests: bodies.length,
			connections: most,
			recipients: bodies.flatMap(recipientsIn),
		}),
		close: async () =>
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
