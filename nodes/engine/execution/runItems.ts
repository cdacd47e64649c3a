import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type RunLimits, runLimits } from '../limits';
import type { Registry } from '../operations/operation';
import { batchItems } from './batchItems';
import { checkPolicy } from './checkPolicy';
import { lookUpItems } from './lookUpItems';
import { outputItems } from './outputItems';
import { previewDryRuns } from './previewDryRuns';
import { readItems } from './readItems';
import { restoreCompleted } from './restoreCompleted';
import { startRun } from './run';
import { sendBatches } from './sendBatches';
import { waitForAnswer } from './waitForAnswer';

/** Runs a node's items: all are read and validated before the first request leaves. */
export async function runItems(
	context: IExecuteFunctions,
	registry: Registry,
	limits: RunLimits = runLimits,
): Promise<INodeExecutionData[][]> {
	const run = await startRun(context, registry, limits);
	try {
		const items = restoreCompleted(run);
		const ready = await lookUpItems(readItems(items, run), run);
		const batches = await checkPolicy(batchItems(ready), run);
		await sendBatches(await previewDryRuns(batches, run), run);
	} catch (error) {
		// Thrown out of the node, it would make n8n pass the input on as if it had been sent.
		run.outcomes.failRest(error);
	}
	return [await waitForAnswer(run, outputItems(run))];
}
