import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { shareReads } from '../http/transport';
import { type RunLimits, runLimits } from '../limits';
import { type Defaults, readDefaults } from '../http/credential';
import type { Registry } from '../operations/operation';
import { withinLimits } from './checkPolicy';
import { createCalls, unknownBefore } from '../sending/calls';
import { connect, openLog } from '../sending/connection';
import { KeyStore } from '../sending/keyStore';
import { batchesOf } from './batchItems';
import { Outcomes } from './outcomes';
import { readItems, type Ready } from './readItems';
import { batchingHint, hintsOn } from './hints';
import { type Run, sendBatches } from './sendBatches';

/** Runs a node's items: all are read and validated first, then they go out. */
export async function runItems(
	context: IExecuteFunctions,
	registry: Registry,
	limits: RunLimits = runLimits,
): Promise<INodeExecutionData[][]> {
	const defaults = await readDefaults(context);
	const log = openLog(context, defaults.countryCode);
	const signal = context.getExecutionCancelSignal();
	const outcomes = new Outcomes(context, registry, log, signal);
	const hints = new Set<string>();
	const start = {
		context,
		log,
		defaults,
		signal,
		outcomes,
		addHint: (hint: string): void => void hints.add(hint),
	};
	try {
		await sendItems(start, registry, limits);
	} catch (error) {
		// Thrown out of the node, it would make n8n pass the input on as if it had been sent.
		outcomes.failRest(error);
	}
	context.addExecutionHints(...[...hints].map((message) => ({ message, location: 'outputPane' as const })));
	const failure = outcomes.fatalError();
	const output = outcomes.partitionKeys();
	// n8n runs a node that has returned once more only with Retry On Fail and an error in its first item.
	const canRepeat = context.getNode().retryOnFail === true && output[0]?.json.error !== undefined;
	log.end(failure === undefined && !canRepeat);
	if (failure !== undefined) throw failure;
	return [output];
}

/** A run before anything is known of its items. */
type Start = Pick<Run, 'context' | 'log' | 'signal' | 'outcomes' | 'addHint'> & { defaults: Defaults };

async function sendItems(start: Start, registry: Registry, limits: RunLimits): Promise<void> {
	const { context, log, signal, outcomes, addHint, defaults } = start;
	const { ready, invalid, hints } = readItems(context, registry, itemsLeft(start), limits, log, defaults);
	for (const reject of invalid) outcomes.reject(reject);
	if (ready.length > 0 && !outcomes.isFatal()) {
		hints.forEach(addHint);
		const transport = await connect(context, signal);
		const reads = shareReads(transport);
		const readsOf: Run['readsOf'] = (one) => createCalls(reads, log, [one]);
		const run: Run = { ...start, transport, readsOf, keys: new KeyStore(context, limits), done: [] };
		const batches = batchesOf(await lookUp(ready, run));
		await sendBatches(await withinLimits(batches, run), run);
		hintsOn(run.done).forEach(addHint);
	}
	batchingHint(ready).forEach(addHint);
}

/**
 * Gives items that an earlier try has completed their stored output, and those that it may have sent the outcome unknown.
 * Returns the items that are left to do.
 */
function itemsLeft({ context, log, outcomes, addHint }: Start): number[] {
	const items = context.getInputData().length;
	return [...context.getInputData().keys()].filter((item) => {
		const prior = log.priorOf(item);
		if (prior.state === 'unknown')
			outcomes.reject({ failure: unknownBefore(prior.effect, log.isTool), where: { item, items } });
		if (prior.state !== 'complete') return prior.state !== 'unknown';
		outcomes.put(
			item,
			prior.output.map((json) => ({ json, pairedItem: { item } })),
		);
		if (log.isEdited)
			addHint('The node was changed since an earlier attempt. Messages sent then were not sent again.');
		return false;
	});
}

/** Asks the service what items need to know beforehand. Returns those that can go on. */
const lookUp = async (ready: readonly Ready[], { readsOf, outcomes }: Run): Promise<Ready[]> =>
	await outcomes.passing(ready, async (one) => await one.work.resolve(readsOf(one)));
