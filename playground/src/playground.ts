import { startSimulator } from 'smsbox-simulator';
import { signIn } from './n8n/api';
import { bootN8n } from './boot';
import type { DataFolder } from './dataFolder';
import { makeFolders, repositoryRoot, type Folders } from './support/folders';
import type { RunningN8n } from './n8n/n8n';
import { installNodes, type InstalledPackage } from './n8n/nodesPackage';
import { freePorts } from './support/ports';
import { listInstalled, saveCredential, saveModelCredential } from './prepare';
import type { Say } from './support/print';
import { simulatorApi, type SimulatorApi } from './simulatorApi';
import type { Served, Stage } from './stage';
import {
	PathTaken,
	publishedWebhooks,
	publishWorkflow,
	readSamples,
	waitUntilServed,
	type WorkflowFile,
} from './n8n/workflows';

const preferred = { n8n: 5678, simulator: 4010 };
const apiKey = 'playground-key';

export interface Voice {
	done: Say;
	note: Say;
}

/** What was started and must be stopped, in the order of starting. */
export type Closers = Array<() => Promise<void> | void>;

/** The simulator and an n8n that has the nodes. */
export interface Playground extends Booted {
	simulator: SimulatorApi;
}

interface Booted {
	n8n: RunningN8n;
	folders: Folders;
	installed: InstalledPackage;
}

/** Installs the nodes and boots n8n, on the data of an earlier start that was completed. */
async function boot(data: DataFolder, closers: Closers, voice: Voice): Promise<Booted> {
	if (!data.isPrepared()) data.removeUnprepared();
	const folders = makeFolders(data.root);
	const installed = installNodes(repositoryRoot, folders);
	voice.done(`${installed.name} ${installed.version} installed as a community package`);
	voice.note('starting n8n, up to a minute …');
	const n8n = await bootN8n(folders, preferred.n8n, (started) => {
		closers.push(started.stop);
		data.hold({ n8n: started.pid, editor: started.url });
	});
	voice.done(`n8n running at ${n8n.url}`);
	return { n8n, folders, installed };
}

function named(workflows: readonly WorkflowFile[], id: string): WorkflowFile {
	const found = workflows.find((workflow) => workflow.id === id);
	if (found === undefined) throw new Error(`No sample workflow has the id ${id}`);
	return found;
}

/** Brings up the simulator and n8n. */
export async function startPlayground(data: DataFolder, closers: Closers, voice: Voice): Promise<Playground> {
	const ports = await freePorts({ simulator: preferred.simulator });
	const service = await startSimulator({ port: ports.simulator, key: apiKey });
	closers.push(async () => await service.close());
	voice.done(`simulator running at ${service.url}`);
	return { simulator: simulatorApi(service.url), ...(await boot(data, closers, voice)) };
}

/**
 * Prepares the account, the credentials and the workflows, and links n8n and the simulator.
 * @throws OwnerChanged if nobody but the user can sign in to n8n
 */
export async function setUp(playground: Playground, data: DataFolder, voice: Voice): Promise<Stage> {
	const { n8n, folders, installed, simulator } = playground;
	const api = await signIn(n8n.url);
	const nodeTypes = await listInstalled(api, folders, installed);
	voice.done(`${nodeTypes.length} SMSBOX nodes loaded`);

	const credential = await saveCredential(api, 'SMSBOX (simulator)', {
		apiKey,
		smsBaseUrl: simulator.url,
		wabaBaseUrl: simulator.url,
		rcsBaseUrl: simulator.url,
		// The simulator's own agents.
		wabaId: '100100100100100',
		phoneId: '200200200200200',
		rcsAgentId: 'smsbox-demo-agent',
	});
	const model = await saveModelCredential(
		api,
		'Simulated model (answers by a few fixed rules)',
		simulator.url,
	);
	const workflows = readSamples();
	const unpublished = new Set<string>();
	for (const workflow of workflows) {
		try {
			await publishWorkflow(api, workflow, credential, model);
		} catch (error) {
			if (!(error instanceof PathTaken)) throw error;
			voice.note(`${error.message} ${error.remediation ?? ''}`);
			unpublished.add(workflow.id);
		}
	}

	const served = async (id: string): Promise<Served> => {
		const [webhook] = await publishedWebhooks(api, named(workflows, id));
		if (webhook === undefined) throw new Error(`The workflow ${id} has no webhook`);
		const isPublished = !unpublished.has(id);
		if (isPublished) await waitUntilServed(webhook);
		return { id, isPublished, url: webhook.url };
	};
	const samples: Stage['workflows'] = {
		send: await served('smsboxDemoSend'),
		report: await served('smsboxDemoReport'),
		answer: await served('smsboxDemoAnswer'),
		ask: await served('smsboxDemoWabaAsk'),
		whatsapp: await served('smsboxDemoWabaEvents'),
		offer: await served('smsboxDemoRcsOffer'),
		rcs: await served('smsboxDemoRcsEvents'),
		approval: await served('smsboxDemoWabaApprove'),
		assistant: await served('smsboxDemoAssistant'),
	};
	await simulator.configure({
		deliveryReportUrl: samples.report.url,
		incomingSmsUrl: samples.answer.url,
		wabaWebhookUrl: samples.whatsapp.url,
		rcsWebhookUrl: samples.rcs.url,
		workflows: [samples.report, samples.answer, samples.whatsapp, samples.rcs]
			.filter(({ isPublished }) => isPublished)
			.map(({ id, url }) => ({
				url,
				name: named(workflows, id).name,
				link: `${n8n.url}/workflow/${id}`,
			})),
	});
	data.markPrepared();
	voice.done(`credentials and ${workflows.length - unpublished.size} workflows ready`);

	return { api, simulator, workflows: samples, n8nEnded: n8n.ended };
}
