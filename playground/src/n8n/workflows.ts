import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { N8nRefusal, type N8nApi } from './api';
import { fetchOnce } from '../support/fetchOnce';
import { repositoryRoot, workflowsFolder } from '../support/folders';
import { at, isObject, listAt, parseJson, textAt, type JsonObject } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';
import { waitFor } from '../support/waitFor';

/** A workflow in n8n's export format, with an id of its own so that a second import finds it again. */
export interface WorkflowFile {
	id: string;
	name: string;
	nodes: JsonObject[];
	connections: JsonObject;
	settings: JsonObject;
}

/** n8n takes a longer id, but then never saves the workflow's static data: its triggers would remember no event. */
const longestId = 21;

/** What a node of a chain needs; n8n takes whatever else stands beside it. */
export interface NodeInChain {
	name: string;
	type: string;
	typeVersion: number;
	parameters: JsonObject;
}

/** A workflow of nodes that follow one another, of which the first may be called from outside. */
export function chainOf(name: string, nodes: readonly NodeInChain[]): WorkflowFile {
	const into = nodes.slice(1).map((node) => ({ main: [[{ node: node.name, type: 'main', index: 0 }]] }));
	return {
		id: randomUUID().slice(0, 8),
		name,
		nodes: nodes.map((node, index) => ({
			id: randomUUID(),
			position: [index * 220, 0],
			...(index === 0 ? { webhookId: randomUUID() } : {}),
			...node,
		})),
		connections: Object.fromEntries(into.map((target, index) => [nodes[index]?.name ?? '', target])),
		settings: { executionOrder: 'v1' },
	};
}

/** A callback or webhook address of a workflow that n8n serves. */
export interface PublishedWebhook {
	method: string;
	url: string;
}

/**
 * Reads n8n's export format.
 * @throws Error naming `source` where the text is none
 */
export function parseWorkflow(text: string, source: string): WorkflowFile {
	const workflow = parseJson(text);
	const connections = at(workflow, 'connections');
	const settings = at(workflow, 'settings');
	if (!isObject(connections) || !isObject(settings)) throw new Error(`${source} is not a workflow`);
	return {
		id: textAt(workflow, 'id'),
		name: textAt(workflow, 'name'),
		nodes: listAt(workflow, 'nodes').filter(isObject),
		connections,
		settings,
	};
}

export function readWorkflow(file: string): WorkflowFile {
	return parseWorkflow(readFileSync(file, 'utf8'), file);
}

export function readWorkflows(folder: string): WorkflowFile[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => readWorkflow(join(folder, file)));
}

/**
 * The example of an AI assistant as a sample: with an id, a colleague's number, and its triggers with the secret part of
 * their addresses.
 */
function assistantSample(): WorkflowFile {
	const example = readWorkflow(join(repositoryRoot, 'examples', 'ai-assistant.json'));
	const nodes = example.nodes.map((node) => {
		const parameters = at(node, 'parameters');
		if (node['name'] === 'Ask a colleague' && isObject(parameters))
			return { ...node, parameters: { ...parameters, to: '+33600123499' } };
		const isTrigger =
			textAt(node, 'type').startsWith('n8n-nodes-smsbox.') && textAt(node, 'type').endsWith('Trigger');
		return isTrigger ? { ...node, webhookId: textAt(node, 'id') } : node;
	});
	return { ...example, id: 'smsboxDemoAssistant', name: '9 · AI assistant', nodes };
}

/** The playground's workflows: those of its own, and the example that its round trip ends with. */
export function readSamples(): WorkflowFile[] {
	return [...readWorkflows(workflowsFolder), assistantSample()];
}

/** The workflow with every node that names a credential of `type` pointing at the given one. */
export function withCredential(
	workflow: WorkflowFile,
	type: string,
	credential: { id: string; name: string },
): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		isObject(at(node, 'credentials', type)) ? { ...node, credentials: { [type]: credential } } : node,
	);
	return { ...workflow, nodes };
}

/** Another workflow serves a webhook path of a workflow, which n8n therefore did not publish. */
export class PathTaken extends PlaygroundError {
	override readonly name = 'PathTaken';
}

/** What n8n's refusal to publish a workflow means, if its webhook path is taken; the refusal itself otherwise. */
async function whyNotPublished(api: N8nApi, workflow: WorkflowFile, refusal: unknown): Promise<unknown> {
	const conflict = refusal instanceof N8nRefusal ? at(refusal.hint, 0, 'conflict') : undefined;
	if (conflict === undefined) return refusal;
	const other = await api.find(`/workflows/${textAt(conflict, 'workflowId')}`);
	return new PathTaken(
		`"${workflow.name}" is not published: "${textAt(other, 'name')}" has its path ${textAt(conflict, 'webhookPath')}.`,
		'Unpublish that workflow and start again.',
	);
}

/**
 * Brings a workflow into n8n as its file has it and publishes it. One that stands there is put back, whatever was changed in it:
 * n8n's history keeps the changed version.
 * @returns the workflow's id: n8n 2 takes the file's, n8n 1 gives each new workflow one of its own
 * @throws PathTaken if another workflow serves its webhook path
 */
export async function publishWorkflow(
	api: N8nApi,
	file: WorkflowFile,
	...credentials: ReadonlyArray<{ type: string; id: string; name: string }>
): Promise<string> {
	if (file.id.length > longestId) throw new Error(`The id of the workflow ${file.name} is too long for n8n`);
	const workflow = credentials.reduce(
		(changed, { type, id, name }) => withCredential(changed, type, { id, name }),
		file,
	);
	const earlier = await api.find(`/workflows/${workflow.id}`);
	let stored = earlier ?? (await api.post('/workflows', { ...workflow, active: false }));
	const id = textAt(stored, 'id');
	if (at(stored, 'isArchived') === true) await api.post(`/workflows/${id}/unarchive`, {});
	if (earlier !== undefined) stored = await api.patch(`/workflows/${id}`, { ...workflow, id });
	const versionId = textAt(stored, 'versionId');
	if (at(stored, 'active') === true && textAt(stored, 'activeVersionId') === versionId) return id;
	try {
		await api.post(`/workflows/${id}/activate`, { versionId });
	} catch (error) {
		throw await whyNotPublished(api, workflow, error);
	}
	return id;
}

/**
 * The production addresses under which n8n serves a workflow's webhooks, made from what its node types declare
 * (n8n's rule: `/webhook/<webhookId>/<path>`; the path alone where it is declared as full).
 */
export async function publishedWebhooks(api: N8nApi, workflow: WorkflowFile): Promise<PublishedWebhook[]> {
	const listening = workflow.nodes.filter((node) => textAt(node, 'webhookId') !== '');
	const descriptions = await api.post('/node-types', {
		nodeInfos: listening.map((node) => ({ name: textAt(node, 'type'), version: at(node, 'typeVersion') })),
	});
	return listening.map((node, index) => {
		const declared = at(descriptions, index, 'webhooks', 0);
		if (declared === undefined)
			throw new PlaygroundError(`n8n registered no webhook for the node ${textAt(node, 'type')}.`);
		// n8n's own Webhook node takes path and method from its parameters.
		const ownPath = textAt(node, 'parameters', 'path');
		const path = [textAt(node, 'webhookId'), textAt(declared, 'path')].filter(Boolean).join('/');
		const fullPath = ownPath || (at(declared, 'isFullPath') === true ? textAt(declared, 'path') : path);
		const method = textAt(node, 'parameters', 'httpMethod') || textAt(declared, 'httpMethod');
		return { method, url: `${api.url}/webhook/${fullPath}` };
	});
}

/**
 * Waits until n8n serves the webhook. It is asked as a browser asks before a request from another site, which starts
 * nothing: the answer names the methods that n8n serves at that address.
 */
export async function waitUntilServed(webhook: PublishedWebhook, seconds = 120): Promise<void> {
	await waitFor(
		`n8n to serve ${webhook.url}`,
		async () => {
			const reply = await fetchOnce(webhook.url, {
				method: 'OPTIONS',
				headers: { origin: 'http://127.0.0.1', 'access-control-request-method': webhook.method },
			}).catch(() => undefined);
			await reply?.arrayBuffer();
			const allowed = reply?.headers.get('access-control-allow-methods') ?? '';
			return reply?.status === 204 && allowed.includes(webhook.method) ? true : undefined;
		},
		{ seconds },
	);
}
