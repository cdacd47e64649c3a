import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { shareReads } from '../http/transport';
import { type RunLimits, runLimits } from '../limits';
import type { Registry, Tell } from '../operations/operation';
import { withinLimits } from '../policy/quota';
import { createCalls, unknownBefore } from '../sending/calls';
import { connect, openLog } from '../sending/connection';
import { createKeyStore } from '../sending/keyStore';
import type { SendLog } from '../sending/sendLog';
import { batchesOf, requestsCombined } from './batches';
import { createOutcomes, type Outcomes } from './outcomes';
import { planItems, type Ready } from './plan';
import { remarksOn } from './remarks';
import { type Run, sendBatches } from './send';
import { combiningHint } from './volume';

/** Runs a node's items: all are read and validated first, then they go out. */
export async function runItems(
	context: IExecuteFunctions,
	registry: Registry,
	limits: RunLimits = runLimits,
): Promise<INodeExecutionData[][]> {
	const log = openLog(context);
	const signal = context.getExecutionCancelSignal();
	const outcomes = createOutcomes(context, registry, signal, log);
	try {
		await workItems({ context, registry, log, outcomes, signal, limits });
	} catch (error) {
		// Thrown out of the node, it would make n8n pass the input on as if it had been sent.
		outcomes.failRest(error);
	}
	let isFinal = false;
	try {
		const output = outcomes.inOrder();
		isFinal = !canRepeat(context, output);
		return [output];
	} finally {
		log.end(isFinal);
	}
}

/** n8n runs a node that has returned once more only with Retry On Fail and an error in its first item. */
const canRepeat = (context: IExecuteFunctions, [first]: readonly INodeExecutionData[]): boolean =>
	context.getNode().retryOnFail === true && first?.json.error !== undefined;

/** A run before anything is known of its items. */
interface Start {
	context: IExecuteFunctions;
	registry: Registry;
	log: SendLog;
	outcomes: Outcomes;
	signal: AbortSignal | undefined;
	limits: RunLimits;
}

async function workItems(start: Start): Promise<void> {
	const { context, registry, log, outcomes, limits } = start;
	const hints = new Set<string>();
	const tell = (hint: string): void => void hints.add(hint);
	const items = earlierOutcomes(context.getInputData().length, log, outcomes, tell);
	const { ready, rejects } = planItems(context, registry, items, limits, log);
	rejects.forEach(outcomes.reject);
	const run = await runFor(start, ready, tell);
	if (run !== undefined) {
		const batches = batchesOf(await lookUp(ready, run), (item) => log.priorOf(item).state === 'incomplete');
		await sendBatches(await withinLimits(batches, run), run);
	}
	addHints(context, [...hints, ...remarksOn(run?.done ?? []), ...volumeHints(ready)]);
}

function addHints(context: IExecuteFunctions, hints: readonly string[]): void {
	context.addExecutionHints(...hints.map((message) => ({ message, location: 'outputPane' as const })));
}

/**
 * Gives items that an earlier try has completed their stored output, and those that it may have sent the outcome unknown.
 * Returns the items that are left to do.
 */
function earlierOutcomes(items: number, log: SendLog, outcomes: Outcomes, tell: Tell): number[] {
	return Array.from({ length: items }, (_, item) => item).filter((item) => {
		const prior = log.priorOf(item);
		if (prior.state === 'unknown') outcomes.failItem(item, unknownBefore(prior.effect, log.isTool));
		if (prior.state !== 'complete') return prior.state !== 'unknown';
		const output = prior.output.map((json) => ({ json, pairedItem: { item } }));
		outcomes.put(item, output);
		if (log.isEdited)
			tell('The node was changed since an earlier try. What that try had sent was not sent again.');
		return false;
	});
}

/** What would have been faster. */
function volumeHints(ready: readonly Ready[]): string[] {
	const combinable = ready.filter(({ combine, work }) => !combine && work.share !== undefined);
	return [combiningHint(combinable.length, requestsCombined(combinable)) ?? []].flat();
}

/** Undefined where nothing can go out: all items have their outcome. */
async function runFor(start: Start, ready: readonly Ready[], tell: Tell): Promise<Run | undefined> {
	const { context, log, outcomes, signal, limits } = start;
	if (ready.length === 0 || outcomes.isFatal()) return undefined;
	try {
		const transport = await connect(context, signal);
		const reads = shareReads(transport);
		const readsOf: Run['readsOf'] = ({ item, timeoutSeconds }) =>
			createCalls({ transport: reads, log, items: [{ item, recipients: undefined }], timeoutSeconds });
		const keys = createKeyStore(context, limits);
		return { context, log, transport, readsOf, keys, outcomes, signal, tell, done: [] };
	} catch (error) {
		outcomes.fail(ready, error);
		return undefined;
	}
}

/** Asks the service what items need to know beforehand. Returns those that can go on. */
async function lookUp(ready: readonly Ready[], { readsOf, outcomes }: Run): Promise<Ready[]> {
	const resolved: Ready[] = [];
	for (const one of ready) {
		if (outcomes.isFatal()) break;
		try {
			await one.work.resolve(readsOf(one));
			resolved.push(one);
		} catch (error) {
			outcomes.fail([one], error);
		}
	}
	return resolved;
}
