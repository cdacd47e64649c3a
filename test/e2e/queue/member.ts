import { join } from 'node:path';
import { makeFolders, type Folders } from '../../../playground/src/support/folders';
import { waitUntilInterface } from '../../../playground/src/n8n/api';
import { waitUntilReady } from '../../../playground/src/n8n/n8n';
import { installNodes } from '../../../playground/src/n8n/nodesPackage';
import { freePorts } from '../../../playground/src/support/ports';
import { spawnN8nProcess, type N8nProcess, type N8nVersion } from '../support/n8nProcess';
import { commands, impatient, queueEnvironment, type Role, type SharedServices } from './environment';

/** One process of n8n in queue mode, which can be stopped and started again on the same port and folders. */
export interface Member {
	/** Where it listens; a worker serves its health there only. */
	url: string;
	log: () => string;
	/** Starts it, and waits until it is ready. */
	start: (env?: Readonly<Record<string, string>>) => Promise<void>;
	/** Asks it to end, and waits until it has. */
	stop: () => Promise<void>;
	/** Ends it by SIGKILL. */
	kill: () => Promise<void>;
}

export interface MemberStart {
	version: N8nVersion;
	role: Role;
	/** Its folders are made in here: it shares no file with the others. */
	root: string;
	/** The unpacked package of nodes. */
	nodes: string;
	services: SharedServices;
	port: number;
}

/** Prepares a process of its own, with the nodes installed as n8n installs them. */
export function createMember({ version, role, root, nodes, services, port }: MemberStart): Member {
	const folders: Folders = makeFolders(join(root, `${role}-${port}`));
	installNodes(nodes, folders);
	let running: N8nProcess | undefined;
	const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
		const { broker } = await freePorts({ broker: 0 });
		running = spawnN8nProcess({
			version,
			folders,
			port,
			brokerPort: broker,
			command: commands[role],
			env: { ...queueEnvironment(role, services), ...impatient, ...env },
			...(role === 'worker' ? { args: ['--concurrency=5'] } : {}),
		});
		await waitUntilReady(running);
		if (role === 'main') await waitUntilInterface(running.url);
	};
	return {
		url: `http://127.0.0.1:${port}`,
		log: () => running?.log() ?? '',
		start,
		stop: async () => await running?.stop(),
		kill: async () => await running?.kill(),
	};
}
