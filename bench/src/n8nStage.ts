import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn, type N8nApi } from '../../playground/dist/n8n/api';
import { bootN8n } from '../../playground/dist/boot';
import { makeFolders, n8nDataOf, type Folders } from '../../playground/dist/support/folders';
import { textAt } from '../../playground/dist/support/json';
import type { RunningN8n } from '../../playground/dist/n8n/n8n';
import { installNodes } from '../../playground/dist/n8n/nodesPackage';
import { saveCredential } from '../../playground/dist/prepare';
import { benchRoot, repositoryRoot } from './folders';
import { startService, type Service } from './service';

/** How n8n gets a sandbox for expressions: one for every execution, or only once it is needed. */
export type Engine = 'default' | 'lazy';

const settings: Record<Engine, string> = {
	default: '',
	lazy: 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\n',
};

/** How a node names its credential. */
export type CredentialReference = Record<string, { id: string; name: string }>;

/** A real n8n with our nodes and those of the benchmark, and what stands for the service. */
export interface N8nStage {
	n8n: RunningN8n;
	api: N8nApi;
	service: Service;
	/** The file of n8n's database. */
	database: string;
	/** For our nodes. */
	ownCredential: CredentialReference;
	/** For the HTTP Request node. */
	headerCredential: CredentialReference;
}

const benchPackage = 'n8n-nodes-bench';

/** The benchmark's own nodes, as a package that n8n can load. */
function installBenchNodes(folders: Folders): void {
	const source = mkdtempSync(join(folders.temporary, 'package-'));
	const manifest = {
		name: benchPackage,
		version: '0.0.0',
		n8n: {
			n8nNodesApiVersion: 1,
			nodes: ['dist/BenchItems.node.js', 'dist/BenchRequests.node.js', 'dist/BenchTrigger.node.js'],
			credentials: [],
		},
	};
	writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
	writeFileSync(join(source, 'index.js'), '');
	cpSync(join(benchRoot, 'dist', 'nodes'), join(source, 'dist'), { recursive: true });
	installNodes(source, folders);
}

/** The full type of a node of the benchmark. */
export const benchNode = (name: 'benchItems' | 'benchRequests' | 'benchTrigger'): string =>
	`${benchPackage}.${name}`;

/** Boots n8n in a temporary folder, hands it over, and removes everything afterwards. */
export async function withN8n<Result>(
	engine: Engine,
	use: (stage: N8nStage) => Promise<Result>,
): Promise<Result> {
	const root = mkdtempSync(join(tmpdir(), 'smsbox-bench-'));
	const closers: Array<() => Promise<void> | void> = [() => rmSync(root, { recursive: true, force: true })];
	try {
		const service = await startService();
		closers.push(service.close);
		const folders = makeFolders(root);
		installBenchNodes(folders);
		installNodes(repositoryRoot, folders);
		// n8n reads settings from there that its environment does not have.
		writeFileSync(join(folders.n8n, '.env'), settings[engine]);
		const n8n = await bootN8n(folders, 0, (started) => closers.push(started.stop));
		const api = await signIn(n8n.url);
		const own = await saveCredential(api, 'SMSBOX', {
			apiKey: 'bench-key',
			smsBaseUrl: service.url,
			wabaBaseUrl: service.url,
			rcsBaseUrl: service.url,
		});
		const header = await api.post('/credentials', {
			name: 'Header',
			type: 'httpHeaderAuth',
			data: { name: 'Authorization', value: 'App bench-key' },
		});
		return await use({
			n8n,
			api,
			service,
			database: join(n8nDataOf(folders), 'database.sqlite'),
			ownCredential: { [own.type]: { id: own.id, name: own.name } },
			headerCredential: { httpHeaderAuth: { id: textAt(header, 'id'), name: 'Header' } },
		});
	} finally {
		for (const closer of closers.reverse()) await closer();
	}
}
