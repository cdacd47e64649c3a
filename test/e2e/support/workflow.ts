import { randomUUID } from 'node:crypto';
import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import type { JsonObject } from '../../../playground/src/support/json';
import type { Credential } from '../../../playground/src/prepare';
import {
	chainOf,
	publishedWebhooks,
	publishWorkflow,
	waitUntilServed,
	type NodeInChain as BareNode,
	type WorkflowFile,
} from '../../../playground/src/n8n/workflows';
import { agent, type RealN8n } from './realN8n';

export interface Published {
	id: string;
	/** The production address of its first node. */
	url: string;
}

/** What n8n keeps of a node besides its parameters. */
export interface NodeInChain extends BareNode {
	credentials?: JsonObject;
	webhookId?: string;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

/** A line from a node to another one; `output` 0 unless given. */
export interface Line {
	from: string;
	to: string;
	output?: number;
	type?: 'ai_tool' | 'ai_languageModel' | 'ai_memory';
}

export const lines = (...names: string[]): Line[] =>
	names.slice(1).map((to, index) => ({ from: names[index] ?? '', to }));

function connectionsOf(all: readonly Line[]): JsonObject {
	const connections: Record<string, Record<string, JsonObject[][]>> = {};
	for (const { from, to, output = 0, type = 'main' } of all) {
		const outputs = ((connections[from] ??= {})[type] ??= []);
		while (outputs.length <= output) outputs.push([]);
		outputs[output]?.push({ node: to, type, index: 0 });
	}
	return connections;
}

/** A workflow of any shape. */
export function workflowOf(name: string, nodes: readonly NodeInChain[], all: readonly Line[]): WorkflowFile {
	return {
		id: randomUUID().slice(0, 8),
		name,
		nodes: nodes.map((node, index) => ({ id: randomUUID(), position: [index * 220, 0], ...node })),
		connections: connectionsOf(all),
		settings: { executionOrder: 'v1' },
	};
}

export const webhook = (path: string): NodeInChain => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
});

/** One of the package's triggers, as the first node. */
export const trigger = (type: string, parameters: JsonObject): NodeInChain => ({
	name: 'Trigger',
	type: `n8n-nodes-smsbox.${type}`,
	typeVersion: 2,
	parameters,
});

/** The last node of a chain that does nothing with what has come in. */
export const done: NodeInChain = {
	name: 'Done',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
};

/** n8n's own node that makes one item of each entry of the request's `body.messages`. */
export const splitMessages: NodeInChain = {
	name: 'Messages',
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut: 'body.messages', options: {} },
};

/** n8n's own node that passes on one item after the other. */
export const loop: NodeInChain = {
	name: 'Loop',
	type: 'n8n-nodes-base.splitInBatches',
	typeVersion: 3,
	parameters: { batchSize: 1, options: {} },
};

export const sendEach = (parameters: JsonObject = {}): NodeInChain => ({
	name: 'Send',
	type: 'n8n-nodes-smsbox.smsboxSms',
	typeVersion: 1,
	parameters: {
		resource: 'message',
		operation: 'send',
		to: '={{ $json.to }}',
		text: '={{ $json.text }}',
		category: 'alert',
		options: {},
		...parameters,
	},
	credentials: { smsboxApi: {} },
});

/** Downloads the file whose ID is in the request's `body.fileId`. */
export const download: NodeInChain = {
	name: 'Download',
	type: 'n8n-nodes-smsbox.smsboxWaba',
	typeVersion: 1,
	parameters: {
		wabaId: agent.wabaId,
		phoneId: agent.phoneId,
		resource: 'file',
		operation: 'download',
		fileId: '={{ $json.body.fileId }}',
	},
	credentials: { smsboxApi: {} },
};

/** Publishes a workflow of which the first webhook is called from outside, and waits until n8n serves it. */
export async function publishServed(
	{ api }: Pick<RealN8n, 'api'>,
	credential: Credential,
	workflow: WorkflowFile,
): Promise<Published> {
	const id = await publishWorkflow(api, workflow, credential);
	const [served] = await publishedWebhooks(api, workflow);
	if (served === undefined) throw new Error(`${workflow.name} has no webhook`);
	await waitUntilServed(served);
	return { id, url: served.url };
}

/** The same with a chain of nodes. */
export async function publishChain(
	real: Pick<RealN8n, 'api'>,
	credential: Credential,
	name: string,
	...chain: NodeInChain[]
): Promise<Published> {
	return await publishServed(real, credential, chainOf(name, chain));
}

/** Posts JSON to a workflow that begins with {@link webhook}. */
export async function postJson(url: string, body: JsonObject): Promise<void> {
	const reply = await fetchOnce(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	expect(reply.status).toBe(200);
}
