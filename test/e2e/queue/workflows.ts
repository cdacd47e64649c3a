import { waitFor } from '../../../playground/src/support/waitFor';
import {
	chainOf,
	publishedWebhooks,
	publishWorkflow,
	waitUntilServed,
	type WorkflowFile,
} from '../../../playground/src/n8n/workflows';
import type { NodeInChain } from '../support/workflow';
import type { Fleet } from './fleet';
import type { Member } from './member';

/** A published workflow, and where the two webhook processors serve its first node. */
export interface Served {
	id: string;
	urls: readonly [string, string];
}

/** Publishes a chain of nodes through the main process, and waits until both webhook processors serve it. */
export async function publish(fleet: Fleet, name: string, ...chain: NodeInChain[]): Promise<Served> {
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
