/** An HTTP server on loopback that answers as a test says and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { Server as SocketServer } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedRequest {
	method: string;
	/** Path and query as they were sent, undecoded. */
	path: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

export interface Answer {
	/** Default 200. */
	status?: number;
	headers?: Record<string, string>;
	body?: string | Uint8Array;
}

/** What becomes of a request: an answer, a connection cut without one, or none at all for as long as the test runs. */
export type Reaction = Answer | 'cut' | 'hang';

export interface ScriptedServer {
	/** `http://127.0.0.1:PORT` */
	url: string;
	/** What was received so far, in order. */
	requests: ReceivedRequest[];
	close: () => Promise<void>;
}

/** Listens on a free port of loopback. @returns the address */
export async function listen(server: SocketServer): Promise<string> {
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const bound = server.address();
	if (bound === null || typeof bound === 'string') throw new Error('The server does not listen');
	return `http://127.0.0.1:${bound.port}`;
}

/** Ends the server and every connection to it. */
export async function closeServer(server: Server): Promise<void> {
	server.closeAllConnections();
	await new Promise<void>((resolve) => {
		server.close(() => {
			resolve();
		});
	});
}

/** @param react what to do with a request; its second argument counts them from 0 */
export async function serveScript(
	react: (request: ReceivedRequest, index: number) => Reaction | Promise<Reaction>,
): Promise<ScriptedServer> {
	const requests: ReceivedRequest[] = [];
	const server = createServer((incoming, response) => {
		const handle = async (): Promise<void> => {
			const { method = '', url: path = '', headers } = incoming;
			const request = { method, path, headers, body: await buffer(incoming) };
			requests.push(request);
			const reaction = await react(request, requests.length - 1);
			if (reaction === 'hang') return;
			if (reaction === 'cut') {
				incoming.socket.destroy();
				return;
			}
			// The machine's clock isn't the test's.
			response.sendDate = false;
			response.writeHead(reaction.status ?? 200, reaction.headers ?? {});
			response.end(reaction.body ?? '');
		};
		handle().catch(() => incoming.socket.destroy());
	});
	const url = await listen(server);
	return { url, requests, close: async () => closeServer(server) };
}
