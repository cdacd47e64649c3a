import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn, type N8nApi } from '../../../playground/src/n8n/api';
import { bootN8n } from '../../../playground/src/boot';
import { makeFolders } from '../../../playground/src/support/folders';
import type { RunningN8n } from '../../../playground/src/n8n/n8n';
import { pinnedN8n, type N8nVersion } from '../../../playground/src/n8n/n8nVersion';
import { installNodes, type InstalledPackage } from '../../../playground/src/n8n/nodesPackage';
import type { Credential } from '../../../playground/src/prepare';
import { simulatorApi, type SimulatorApi } from '../../../playground/src/simulatorApi';
import { startSimulator, type StartOptions } from '../../../simulator/src';
import { closeAll, type Closer } from '../../support/closing';
import { packedNodes } from '../../support/packedNodes';

/** The API key of the simulated account. */
export const apiKey = 'e2e-key-3f9c';

/** The WABA agent of the simulated service: the one that the examples write from. */
export const agent = {
	wabaId: '100100100100100',
	phoneId: '200200200200200',
	phoneNumber: '33600123400',
	name: 'MyCompany',
};

/** Its RCS agent. */
export const rcsAgent = { agentId: 'e2e_agent', name: 'MyCompany' };

/** The credential's fields, for a service at this address. */
export const credentialData = (smsBaseUrl: string, key = apiKey): Record<string, string> => ({
	apiKey: key,
	smsBaseUrl,
	wabaBaseUrl: smsBaseUrl,
	rcsBaseUrl: smsBaseUrl,
});

/** A real n8n with the nodes as they would be published, and a simulated service beside it. */
export interface RealN8n {
	n8n: RunningN8n;
	api: N8nApi;
	/** Why it runs no longer. */
	ended: RunningN8n['ended'];
	installed: InstalledPackage;
	simulator: SimulatorApi;
	/** Stops this n8n and starts another one on the same data, with other ports. */
	restart: () => Promise<RealN8n>;
	close: () => Promise<void>;
}

/** What the checks run on; there only once they run. */
export interface Stage {
	real: () => RealN8n;
	credential: () => Credential;
}

/** What is not the same for all who start a real n8n. */
export interface RealN8nOptions {
	/** The playground's unless given. */
	version?: N8nVersion;
	/** Settings of n8n besides those of the playground, or instead of them. */
	env?: Record<string, string>;
	/** Settings of the simulated service, e.g. how fast its clock runs. */
	service?: StartOptions;
}

/** Boots everything in a new temporary folder. Ports are free ones. */
export async function startRealN8n(options: RealN8nOptions = {}): Promise<RealN8n> {
	const { version = pinnedN8n, env = {}, service = {} } = options;
	const root = mkdtempSync(join(tmpdir(), 'smsbox-n8n-'));
	const closers: Closer[] = [() => rmSync(root, { recursive: true, force: true })];
	const close = async (): Promise<void> => await closeAll(closers);
	try {
		const simulator = await startSimulator({
			port: 0,
			key: apiKey,
			speed: 60,
			agents: [agent],
			rcsAgents: [rcsAgent],
			...service,
		});
		closers.push(async () => await simulator.close());
		const folders = makeFolders(join(root, 'data'));
		const installed = installNodes(packedNodes(root), folders);
		const boot = async (): Promise<RealN8n> => {
			const n8n = await bootN8n(folders, 0, (started) => closers.push(started.stop), { version, env });
			const restart = async (): Promise<RealN8n> => {
				await n8n.stop();
				return await boot();
			};
			const api = await signIn(n8n.url);
			const { ended } = n8n;
			return { n8n, ended, api, installed, simulator: simulatorApi(simulator.url), restart, close };
		};
		return await boot();
	} catch (error) {
		await close();
		throw error;
	}
}
