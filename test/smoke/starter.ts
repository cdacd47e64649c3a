import type { Execution } from '../../playground/src/n8n/executions';
import { fetchOnce } from '../../playground/src/support/fetchOnce';
import type { JsonObject } from '../../playground/src/support/json';
import type { Stage } from './realN8n';
import { lastExecution, publishChain, webhook, type NodeInChain, type Published } from './workflow';

/** Workflows of a webhook and one node, started from outside, each execution awaited before the next one. */
export interface Starter {
	publish: (name: string, node: NodeInChain) => Promise<Published>;
	/** Starts one with this body, and gives the execution once it has ended. */
	start: (published: Published, body: JsonObject) => Promise<Execution>;
}

export function starterOn({ real, credential }: Stage): Starter {
	const executions = new Map<string, number>();

	const nextOf = async ({ id }: Published): Promise<Execution> => {
		const count = (executions.get(id) ?? 0) + 1;
		executions.set(id, count);
		return await lastExecution(real(), id, count);
	};
	return {
		publish: async (name, node) =>
			await publishChain(real(), credential(), name, webhook(`smoke/${name}`), node),
		async start(published, body) {
			const reply = await fetchOnce(published.url, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			expect(reply.status).toBe(200);
			return await nextOf(published);
		},
	};
}
