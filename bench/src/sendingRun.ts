import { untilIdle } from './load';
import type { N8nStage } from './n8nStage';
import { chainTo, measured } from './sendingNodes';
import type { Counts } from './service';
import { latestRun, publish, type ChainNode } from './workflow';

/** Milliseconds that stand for the network and the service. */
export const network = 50;

export interface Sample {
	milliseconds: number;
	counts: Counts;
}

/** Each person must have been sent to once: a fast node that does not is no result. */
function checkReached({ recipients }: Counts, people: number): void {
	const reached = new Set(recipients).size;
	if (reached !== people || recipients.length !== people)
		throw new Error(`${recipients.length} messages to ${reached} people instead of ${people}`);
}

/** A workflow that sends, or does so in a dry run, ready to be measured. */
export async function sending(
	stage: N8nStage,
	name: string,
	node: ChainNode,
): Promise<(count: number, delay?: number) => Promise<Sample>> {
	const published = await publish(stage, name, chainTo(name, node));
	return async (count, delay = network) => {
		const { service, n8n } = stage;
		await untilIdle(n8n.pid);
		service.setDelay(delay);
		service.reset();
		await (await fetch(`${published.url}?count=${count}`)).arrayBuffer();
		const run = await latestRun(stage, published.id, measured);
		const counts = service.counts();
		checkReached(counts, run.output[0]?.['dryRun'] === true ? 0 : count);
		if (run.output.length !== count) throw new Error(`${run.output.length} outputs of ${count} items`);
		return { milliseconds: run.milliseconds, counts };
	};
}
