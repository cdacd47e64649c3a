import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { type RunLimits, runLimits } from '../limits';
import type { Registry } from '../operations/operation';
import { createReads, notAgain } from '../sending/calls';
import { batchItems } from './batchItems';
import { checkPolicy } from './checkPolicy';
import { identifyItems } from './identity';
import { outputItems } from './outputItems';
import { previewDryRuns } from './previewDryRuns';
import { readItems, type Ready } from './readItems';
import { releaseKeys } from './reserveKeys';
import { type Run, startRun } from './run';
import { sendBatches } from './sendBatches';
import { waitForAnswer } from './waitForAnswer';

/**
 * Gives items that an earlier attempt has completed their stored output, and those that it may have sent the outcome unknown.
 * Returns the items that are left to do.
 */
function restoreCompleted({ context, log, outcomes, addHint }: Run): number[] {
	return [...context.getInputData().keys()].filter((item) => {
		const prior = log.priorOf(item);
		if (prior.state === 'unknown') outcomes.fail([{ item }], notAgain.unknown(prior.effect, log.isTool));
		if (prior.state !== 'complete') return prior.state !== 'unknown';
		outcomes.complete({ item }, prior.output);
		addHint('Messages sent by an earlier attempt were not sent again, even if the node has changed since.');
		return false;
	});
}

/** Asks the service what items need to know beforehand. Returns those that can go on. */
const lookUpItems = async (ready: readonly Ready[], run: Run): Promise<Ready[]> =>
	await run.outcomes.passing(
		ready,
		async (readyItem) => await readyItem.work.resolve(createReads(readyItem, run.log)),
	);

/**
 * Gives items that are left for nobody their output. Returns the others. Of a message that has reached some of its recipients,
 * nobody may read that it reached none.
 */
const showExcluded = (items: readonly Ready[], { log, outcomes }: Run): Ready[] =>
	items.filter((readyItem) => {
		if (!readyItem.isExcluded) return true;
		if (log.begunOf(readyItem.item) > 0) outcomes.fail([readyItem], notAgain.changed());
		else outcomes.setOutput(readyItem, { outcome: 'excluded' });
		return false;
	});

/** Runs a node's items: all are read and validated before the first request leaves. */
export async function runItems(
	context: IExecuteFunctions,
	registry: Registry,
	limits: RunLimits = runLimits,
): Promise<INodeExecutionData[][]> {
	const run = await startRun(context, registry, limits);
	let ready: readonly Ready[] = [];
	try {
		const items = restoreCompleted(run);
		// Before limits are checked: of what may have been sent, no error says that nothing was.
		ready = showExcluded(await identifyItems(await lookUpItems(readItems(items, run), run), run), run);
		const allowed = await checkPolicy(ready, run);
		const real = allowed.filter(({ isDryRun }) => !isDryRun);
		const isBegun = (item: number): boolean => run.log.begunOf(item) > 0;
		const dry = batchItems(
			allowed.filter(({ isDryRun }) => isDryRun),
			isBegun,
		);
		await previewDryRuns(dry, run, real.length === 0);
		await sendBatches(batchItems(real, isBegun), run);
	} catch (error) {
		// Thrown out of the node, it would make n8n pass the input on as if it had been sent.
		run.outcomes.failRest(error);
	} finally {
		// Keys may be reserved before it is known whether their messages leave.
		await releaseKeys(ready, run);
		run.keys.close();
	}
	return [await waitForAnswer(run, outputItems(run))];
}
