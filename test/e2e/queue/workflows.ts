import {
	hasEnded,
	latestExecutions,
	readExecution,
	type Execution,
} from '../../../playground/src/n8n/executions';
import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import type { JsonObject } from '../../../playground/src/support/json';
import { waitFor } from '../../../playground/src/support/waitFor';
import {
	chainOf,
	publishedWebhooks,
	publishWorkflow,
	waitUntilServed,
	type WorkflowFile,
} from '../../../playground/src/n8n/workflows';
import type { NodeInChain } from '../../smoke/workflow';
import type { Fleet } from './fleet';
import type { Member } from './member';

/** A node of a chain, with what n8n keeps beside its parameters. */
export interface ChainNode extends NodeInChain {
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

/** A published workflow, and where the two webhook processors serve its first node. */
export interface Served {
	id: string;
	urls: readonly [string, string];
}

/** Publishes a chain of nodes through the main process, and waits until both webhook processors serve it. */
export async function publish(fleet: Fleet, name: string, ...chain: ChainNode[]): Promise<Served> {
	return await publishFile(fleet, chainOf(name, chain));
}

/** The same for a workflow that has one webhook or trigger. */
export async function publishFile(fleet: Fleet, file: WorkflowFile): Promise<Served> {
	const id = await publishWorkflow(fleet.api, file, fleet.credential);
	const [webhook] = await publishedWebhooks(fleet.api, file);
	if (webhook === undefined) throw new Error(`${file.name} has no webhook`);
	const { pathname } = new URL(webhook.url);
	const urlAt = async ({ url }: { url: string }): Promise<string> => {
		const own = `${url}${pathname}`;
		await waitUntilServed({ method: webhook.method, url: own });
		return own;
	};
	const [one, other] = fleet.processors;
	return { id, urls: [await urlAt(one), await urlAt(other)] };
}

/** Posts JSON to a workflow that begins with a webhook. */
export async function start(url: string, body: JsonObject): Promise<void> {
	const reply = await fetchOnce(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	expect(reply.status).toBe(200);
}

/** The executions of a workflow, oldest first, once there are `count` and all have ended. */
export async function endedExecutions({ api }: Fleet, { id }: Served, count: number): Promise<Execution[]> {
	const seen = { statuses: '' };
	const ended = await waitFor(
		`${count} executions ending`,
		async () => {
			const all = await latestExecutions(api, id);
			seen.statuses = all.map(({ status }) => status).join(', ');
			return all.length >= count && all.every(({ status }) => hasEnded(status)) ? all : undefined;
		},
		{ seconds: 180, seen: () => seen.statuses },
	);
	return await Promise.all(ended.reverse().map(async (execution) => await readExecution(api, execution.id)));
}

/** Which of the two workers have begun an execution, ended or not. */
export function startedOn({ workers }: Fleet, executionId: string): Member[] {
	const line = new RegExp(`Worker started execution ${executionId} \\(`);
	return workers.filter((worker) => line.test(worker.log()));
}

/** Which of the two workers have run an execution: n8n writes a line when one is done, after it has stored the status. */
export async function workersOf({ workers }: Fleet, executionId: string): Promise<number[]> {
	const line = new RegExp(`Worker finished execution ${executionId} \\(`);
	return await waitFor(
		`a worker being done with execution ${executionId}`,
		async () => {
			const done = workers.flatMap((worker, index) => (line.test(worker.log()) ? [index] : []));
			return done.length > 0 ? done : undefined;
		},
		{ seconds: 60 },
	);
}
