import type { Folders } from './support/folders';
import { spawnN8n, waitUntilReady, type N8nProgram, type RunningN8n } from './n8n/n8n';
import { freePorts } from './support/ports';

/** Between finding a free port and using it, another program may take it: then other ports are tried. */
const attempts = 3;
const portWasTaken = /EADDRINUSE|already in use/i;

/**
 * Starts n8n on free ports and waits until it is ready.
 * @param preferredPort the editor's port if it is free; 0 for any
 * @param started told as soon as the process runs, ready or not, so that it can be stopped
 * @param program what is started, where it is not the playground's own n8n
 */
export async function bootN8n(
	folders: Folders,
	preferredPort: number,
	started: (n8n: RunningN8n) => void = () => undefined,
	program: N8nProgram = {},
): Promise<RunningN8n> {
	for (let attempt = 1; ; attempt++) {
		const ports = await freePorts({ n8n: attempt === 1 ? preferredPort : 0, broker: 0 });
		const n8n = spawnN8n(folders, ports, program);
		started(n8n);
		try {
			await waitUntilReady(n8n);
			return n8n;
		} catch (error) {
			await n8n.stop();
			if (attempt < attempts && portWasTaken.test(n8n.tail())) continue;
			throw error;
		}
	}
}
