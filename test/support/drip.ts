import { createServer } from 'node:http';
import { type Closer, closeAll } from './closing';
import { gate } from './gate';
import { closeServer, listen } from './httpServer';

/**
 * Returns a function that starts a service that answers byte by byte, without end, until the connection is given up:
 * one that is never idle.
 *
 * Its argument is called after each byte.
 */
export function dripForEachTest() {
	const opened: Closer[] = [];
	afterEach(async () => await closeAll(opened));
	return async (onByte = (): void => undefined): Promise<{ url: string; givenUp: Promise<void> }> => {
		const { open, opened: givenUp } = gate();
		const server = createServer((request, response) => {
			request.resume();
			response.writeHead(200, { 'content-type': 'text/plain' });
			const dripping = setInterval(() => response.write(' ', onByte), 50);
			response.on('close', () => {
				clearInterval(dripping);
				open();
			});
		});
		opened.push(async () => await closeServer(server));
		return { url: await listen(server), givenUp };
	};
}
