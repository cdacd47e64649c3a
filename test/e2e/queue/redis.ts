import { connect } from 'node:net';
import { join } from 'node:path';
import { freePorts } from '../../../playground/src/support/ports';
import { needProgram } from '../support/programs';
import { folderFor, removeFolder, startService, type Service } from './services';

/** A private Redis with its data in a temporary folder. */
export interface Redis {
	port: number;
	/** How many jobs n8n has queued that no worker has taken yet. */
	queued: () => Promise<number>;
	/** Ends it as a crash would; what it has acknowledged is in its file. */
	kill: () => Promise<void>;
	/** Starts it again on the same port and data. */
	restart: () => Promise<void>;
	/** Has it lose everything that it holds, as one without a file does when it ends. */
	forget: () => Promise<void>;
	close: () => Promise<void>;
}

async function ask(port: number, command: string): Promise<string> {
	return await new Promise((resolve, reject) => {
		const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(`${command}\r\n`));
		socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')));
		socket.once('error', reject);
		socket.once('data', (data) => {
			resolve(data.toString('utf8').trim());
			socket.destroy();
		});
	});
}

/** Every command is in its file before it is answered: what was queued outlives Redis. */
export const durable: readonly string[] = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];

/**
 * Starts Redis as a queue needs it: {@link durable}.
 *
 * @throws where it is not installed, with the Debian package to install
 */
export async function startRedis(): Promise<Redis> {
	const command = needProgram('redis-server');
	const folder = folderFor('smsbox-redis-', undefined);
	const { redis: port } = await freePorts({ redis: 0 });
	const start = async (): Promise<Service> =>
		await startService({
			name: 'Redis',
			command,
			args: [...['--port', String(port), '--bind', '127.0.0.1', '--dir', join(folder, 'data')], ...durable],
			folder,
			answers: async () => (await ask(port, 'PING')) === '+PONG',
		});
	let service = await start();
	return {
		port,
		queued: async () => Number((await ask(port, 'LLEN bull:jobs:wait')).replace(':', '')),
		kill: async () => await service.stop('SIGKILL'),
		restart: async () => {
			service = await start();
		},
		forget: async () => {
			await ask(port, 'FLUSHALL');
		},
		close: async () => {
			await service.stop();
			removeFolder(folder);
		},
	};
}
