import {
	hasEnded,
	latestExecutions,
	readExecution,
	type Execution,
	type ExecutionSummary,
} from '../../playground/src/n8n/executions';
import { fetchOnce } from '../../playground/src/support/fetchOnce';
import type { JsonObject } from '../../playground/src/support/json';
import type { Credential } from '../../playground/src/prepare';
import { waitFor } from '../../playground/src/support/waitFor';
import {
	chainOf,
	publishedWebhooks,
	publishWorkflow,
	waitUntilServed,
	type NodeInChain as BareNode,
} from '../../playground/src/n8n/workflows';
import type { RealN8n } from './realN8n';

export interface Published {
	id: string;
	/** The production address of its first node. */
	url: string;
}

export interface NodeInChain extends BareNode {
	credentials?: JsonObject;
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

/** Publishes a chain of nodes of which the first is called from outside, and waits until n8n serves it. */
export async function publishChain(
	{ api }: Pick<RealN8n, 'api'>,
	credential: Credential,
	name: string,
	...chain: NodeInChain[]
): Promise<Published> {
	const workflow = chainOf(name, chain);
	const id = await publishWorkflow(api, workflow, credential);
	const [served] = await publishedWebhooks(api, workflow);
	if (served === undefined) throw new Error(`${name} has no webhook`);
	await waitUntilServed(served);
	return { id, url: served.url };
}

/** Starts a workflow that begins with {@link webhook} and {@link splitMessages}. */
export async function postMessages({ url }: Published, messages: readonly JsonObject[]): Promise<void> {
	const reply = await fetchOnce(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ messages }),
	});
	expect(reply.status).toBe(200);
}

/** Newest first in, oldest first out. */
async function readAll(
	{ api }: Pick<RealN8n, 'api'>,
	executions: readonly ExecutionSummary[],
): Promise<Execution[]> {
	return await Promise.all([...executions].reverse().map(({ id }) => readExecution(api, id)));
}

/** The executions of a workflow that have ended, oldest first. */
export async function endedExecutions(real: Pick<RealN8n, 'api'>, workflowId: string): Promise<Execution[]> {
	const known = await latestExecutions(real.api, workflowId);
	return await readAll(
		real,
		known.filter(({ status }) => hasEnded(status)),
	);
}

/**
 * The executions of a workflow, oldest first, once one of them matches and none is under way any more: they do not end
 * in the order in which they were started.
 */
export async function executionsUntil(
	real: RealN8n,
	{ id }: Published,
	matches: (execution: Execution) => boolean,
): Promise<Execution[]> {
	return await waitFor(
		'an event starting its workflow',
		async () => {
			const known = await latestExecutions(real.api, id);
			if (known.some(({ status }) => !hasEnded(status))) return undefined;
			const executions = await readAll(real, known);
			return executions.some(matches) ? executions : undefined;
		},
		{ seconds: 120, hopeless: real.n8n.ended },
	);
}

/** The last of `count` executions of a workflow, once they have ended. */
export async function lastExecution(
	real: Pick<RealN8n, 'api'> & { n8n: { ended: () => Error | undefined } },
	workflowId: string,
	count: number,
): Promise<Execution> {
	const all = await waitFor(
		`execution ${count} of a workflow ending`,
		async () => {
			const ended = await endedExecutions(real, workflowId);
			return ended.length >= count ? ended : undefined;
		},
		{ seconds: 180, hopeless: real.n8n.ended },
	);
	const last = all.at(-1);
	if (last === undefined || all.length > count)
		throw new Error(`${all.length} executions instead of ${count}`);
	return last;
}
