import { hasEnded, latestExecutions } from '../../playground/dist/n8n/executions';
import { parseFlatted } from '../../playground/dist/n8n/flatted';
import { at, isObject, listAt, textAt, type JsonObject } from '../../playground/dist/support/json';
import { waitFor } from '../../playground/dist/support/waitFor';
import {
	chainOf,
	publishedWebhooks,
	publishWorkflow,
	waitUntilServed,
	type NodeInChain,
} from '../../playground/dist/n8n/workflows';
import type { CredentialReference, N8nStage } from './n8nStage';

export interface ChainNode extends NodeInChain {
	credentials?: CredentialReference;
}

export interface Published {
	id: string;
	/** The production address of the first node. */
	url: string;
}

/** The last node of a chain that does nothing with what has come in. */
export const nothing: ChainNode = {
	name: 'Nothing',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
};

/** Publishes a chain of nodes of which the first is called from outside, and waits until n8n serves it. */
export async function publish(
	{ api, ownCredential }: N8nStage,
	name: string,
	chain: readonly ChainNode[],
): Promise<Published> {
	const workflow = chainOf(name, chain);
	const [type = '', credential = { id: '', name: '' }] = Object.entries(ownCredential)[0] ?? [];
	await publishWorkflow(api, workflow, { type, ...credential });
	const [served] = await publishedWebhooks(api, workflow);
	if (served === undefined) throw new Error(`${name} has no webhook`);
	await waitUntilServed(served);
	return { id: workflow.id, url: served.url };
}

/** What a node did in an execution. */
export interface NodeRun {
	/** As n8n measured it. */
	milliseconds: number;
	/** The JSON of its items. */
	output: JsonObject[];
	/** Bytes of what n8n stores with the execution for the node, besides its output. */
	contextBytes: number;
}

/** What a node did in the latest execution of a workflow. @throws Error where that did not end well */
export async function latestRun({ api, n8n }: N8nStage, workflowId: string, node: string): Promise<NodeRun> {
	const stored = await waitFor(
		'an execution being stored',
		async () => {
			// An n8n that was busy for seconds answers for a moment that its database is not ready.
			const [latest] = await latestExecutions(api, workflowId).catch(() => []);
			if (latest === undefined || !hasEnded(latest.status)) return undefined;
			return await api.get(`/executions/${latest.id}`).catch(() => undefined);
		},
		{ seconds: 120, hopeless: n8n.ended },
	);
	const data = parseFlatted(textAt(stored, 'data'));
	const error = textAt(data, 'resultData', 'error', 'message');
	if (textAt(stored, 'status') !== 'success')
		throw new Error(`The execution ended as ${textAt(stored, 'status')}: ${error}`);
	const run = at(data, 'resultData', 'runData', node, 0);
	return {
		milliseconds: Number(at(run, 'executionTime')),
		output: listAt(run, 'data', 'main', 0)
			.map((item) => at(item, 'json'))
			.filter(isObject),
		contextBytes: Buffer.byteLength(
			JSON.stringify(at(data, 'executionData', 'contextData', `node:${node}`) ?? ''),
		),
	};
}
