import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { x as extract } from 'tar';
import { signIn, type N8nApi } from '../../playground/src/api';
import { bootN8n } from '../../playground/src/boot';
import { makeFolders, repositoryRoot } from '../../playground/src/folders';
import { textAt } from '../../playground/src/json';
import type { RunningN8n } from '../../playground/src/n8n';
import { installNodes, type InstalledPackage } from '../../playground/src/nodesPackage';
import type { Credential } from '../../playground/src/prepare';
import { simulatorApi, type SimulatorApi } from '../../playground/src/simulatorApi';
import { startSimulator } from '../../simulator/src';

const apiKey = 'smoke-key';

/** The WABA agent of the simulated service. */
export const agent = {
	wabaId: '100100100100111',
	phoneId: '200200200200222',
	phoneNumber: '33600123400',
	name: 'MyCompany',
};

/** Its RCS agent. */
export const rcsAgent = { agentId: 'smoke_agent', name: 'MyCompany' };

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
	restart: () => Promise<void>;
}

/** What `npm publish` would upload, unpacked below `folder`. */
async function packedNodes(folder: string): Promise<string> {
	const packed: unknown = JSON.parse(
		execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
			cwd: repositoryRoot,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		}),
	);
	await extract({ file: join(folder, textAt(packed, 0, 'filename')), cwd: folder });
	return join(folder, 'package');
}

/** Boots everything in a new temporary folder. Ports are free ones. */
export async function startRealN8n(): Promise<RealN8n> {
	const root = mkdtempSync(join(tmpdir(), 'smsbox-smoke-'));
	const closers: Array<() => Promise<void> | void> = [() => rmSync(root, { recursive: true, force: true })];
	const close = async (): Promise<void> => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		const simulator = await startSimulator({
			port: 0,
			key: apiKey,
			speed: 60,
			agents: [agent],
			rcsAgents: [rcsAgent],
		});
		closers.push(async () => await simulator.close());
		const folders = makeFolders(join(root, 'data'));
		const installed = installNodes(await packedNodes(root), folders);
		const boot = async (): Promise<RealN8n> => {
			const n8n = await bootN8n(folders, 0, (started) => closers.push(started.stop));
			const restart = async (): Promise<RealN8n> => {
				await n8n.stop();
				return await boot();
			};
			const api = await signIn(n8n.url);
			return { n8n, api, installed, simulator: simulatorApi(simulator.url), restart, close };
		};
		return await boot();
	} catch (error) {
		await close();
		throw error;
	}
}
