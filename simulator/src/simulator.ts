import { withDefaults } from './core/options';
import type { StartOptions } from './core/options';
import { SimulatorCore } from './core/simulatorCore';
import { readHostName } from './http/loopback';
import { createServer } from './http/server';

export interface Simulator {
	/** `http://127.0.0.1:PORT` */
	readonly url: string;
	/** Stops everything: no timer, no connection and no callback is left. */
	readonly close: () => Promise<void>;
}

/** Loopback only: whoever reaches the simulator can read and change everything in it. */
const HOST = '127.0.0.1';

/**
 * Starts a simulator of the service.
 * @throws if an option is wrong or the port is taken
 */
export async function startSimulator(options: StartOptions = {}): Promise<Simulator> {
	const initial = withDefaults(options);
	const allowedHosts = initial.allowedHosts.map(readHostName);
	const core = new SimulatorCore(initial);
	const server = createServer(core, allowedHosts);
	try {
		const url = await server.listen({ host: HOST, port: initial.port });
		core.url = url;
		return {
			url,
			close: async () => {
				core.close();
				await server.close();
			},
		};
	} catch (error) {
		core.close();
		throw error;
	}
}
