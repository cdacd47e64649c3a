import { createServer, type Server } from 'node:net';
import { messageOf, PlaygroundError, systemCode } from './playgroundError';

/** Codes of a port that cannot be had, as opposed to a machine on which nothing can listen. */
const portIsTaken = new Set(['EADDRINUSE', 'EACCES']);

async function hold(port: number): Promise<Server> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve);
	});
	return server;
}

async function holdPreferred(preferred: number): Promise<Server> {
	try {
		return await hold(preferred);
	} catch (error) {
		if (preferred !== 0 && portIsTaken.has(systemCode(error))) return await holdPreferred(0);
		throw new PlaygroundError(
			`Can't open a port on 127.0.0.1: ${messageOf(error)}.`,
			'Check the loopback interface and your sandbox settings.',
		);
	}
}

/** Ports that this process was given before. They may be free only because nobody has begun to use them. */
const given = new Set<number>();

/** Any port that was not given before; what was is held meanwhile. */
async function holdNew(): Promise<Server> {
	const server = await holdPreferred(0);
	if (!given.has(portOf(server))) return server;
	try {
		return await holdNew();
	} finally {
		await release(server);
	}
}

async function release(server: Server): Promise<void> {
	await new Promise<void>((resolve) => {
		server.close(() => resolve());
	});
}

function portOf(server: Server): number {
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('A TCP server without a port');
	return address.port;
}

/**
 * Finds free ports on 127.0.0.1: each preferred one if it is free, any other one otherwise (0: any).
 * All are held until all are found, so that they differ, and any one differs from all that were found before. They are
 * free when this returns; another program could still take one before it is used.
 */
export async function freePorts<Name extends string>(
	preferred: Record<Name, number>,
): Promise<Record<Name, number>> {
	const found = { ...preferred };
	const held: Server[] = [];
	try {
		for (const name in preferred) {
			const server = preferred[name] === 0 ? await holdNew() : await holdPreferred(preferred[name]);
			held.push(server);
			found[name] = portOf(server);
			given.add(found[name]);
		}
	} finally {
		await Promise.all(held.map(release));
	}
	return found;
}
