import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn, type N8nApi } from '../../../playground/src/n8n/api';
import { freePorts } from '../../../playground/src/support/ports';
import { saveCredential, type Credential } from '../../../playground/src/prepare';
import { simulatorApi, type SimulatorApi } from '../../../playground/src/simulatorApi';
import { startSimulator } from '../../../simulator/src';
import { agent, apiKey, credentialData } from '../support/realN8n';
import { closeAll, type Closer } from '../../support/closing';
import { packedNodes } from '../../support/packedNodes';
import { nginx, type RunningProxy } from '../faults/proxies';
import type { N8nVersion } from '../support/n8nProcess';
import type { Role, SharedServices } from './environment';
import { createMember, type Member } from './member';
import { startPostgres, type Postgres } from './postgres';
import { startRedis, type Redis } from './redis';

/** n8n in queue mode on one database and one Redis: no process shares a file with another. */
export interface Fleet {
	api: N8nApi;
	credential: Credential;
	simulator: SimulatorApi;
	redis: Redis;
	postgres: Postgres;
	/** Editor and scheduling; it answers no production webhook. */
	main: Member;
	workers: [Member, Member];
	/** They answer the webhooks, and only they. */
	processors: [Member, Member];
	/** nginx as in the documents, before the main process and the first webhook processor: the address that n8n goes by. */
	proxy: RunningProxy;
	close: () => Promise<void>;
}

/** What all checks of queue mode run on; there only once they run. */
export interface Stage {
	fleet: () => Fleet;
}

/** Boots everything in temporary folders, on free ports. */
export async function startFleet(version: N8nVersion): Promise<Fleet> {
	const closers: Closer[] = [];
	const close = async (): Promise<void> => await closeAll(closers);
	try {
		const root = mkdtempSync(join(tmpdir(), 'smsbox-queue-'));
		closers.push(() => rmSync(root, { recursive: true, force: true }));
		const redis = await startRedis();
		closers.push(redis.close);
		const postgres = await startPostgres();
		closers.push(postgres.close);
		// A burst, where the service itself waits for each answer: both processors have several callbacks at a time.
		const simulator = await startSimulator({
			port: 0,
			key: apiKey,
			speed: 60,
			agents: [agent],
			callbackParallelism: 8,
		});
		closers.push(async () => await simulator.close());

		const nodes = packedNodes(root);
		const ports = await freePorts({ main: 0, worker: 0, otherWorker: 0, webhook: 0, otherWebhook: 0 });
		const proxy = await nginx.start(join(root, 'proxy'), { main: ports.main, webhooks: ports.webhook });
		closers.push(proxy.close);
		const services: SharedServices = {
			redisPort: redis.port,
			postgresPort: postgres.port,
			webhookUrl: `${proxy.url}/`,
		};
		const member = (role: Role, port: number): Member => {
			const created = createMember({ version, role, root, nodes, services, port });
			closers.push(created.stop);
			return created;
		};
		const main = member('main', ports.main);
		const workers: Fleet['workers'] = [member('worker', ports.worker), member('worker', ports.otherWorker)];
		const processors: Fleet['processors'] = [
			member('webhook', ports.webhook),
			member('webhook', ports.otherWebhook),
		];
		// The main process builds the database.
		await main.start();
		await Promise.all([...workers, ...processors].map(async ({ start }) => await start()));

		const api = await signIn(main.url);
		const credential = await saveCredential(api, 'SMSBOX (simulator)', credentialData(simulator.url));
		return {
			api,
			credential,
			simulator: simulatorApi(simulator.url),
			redis,
			postgres,
			main,
			workers,
			processors,
			proxy,
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}
