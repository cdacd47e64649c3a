import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { withinLimits } from '../policy/guardJobs';
import { type RunLimits, runLimits } from '../limits';
import { type Job, jobsOf, requestsCombined } from './jobs';
import type { Registry } from '../operations/operation';
import { createOutcomes, type Outcomes } from './outcomes';
import { outputItems } from './output';
import { planItems, type Ready } from './plan';
import { remarksOn } from './remarks';
import { openSession, recall, type Recall, type Session } from '../sending/session';
import { combiningHint } from './volume';
import { type Run, workJobs } from './work';

/** Runs a node's items: all are read and validated first, then they go out. */
export async function runItems(
	context: IExecuteFunctions,
	registry: Registry,
	limits: RunLimits = runLimits,
): Promise<INodeExecutionData[][]> {
	const recalled = recall(context);
	const signal = context.getExecutionCancelSignal();
	const outcomes = createOutcomes(context, registry, signal, recalled.tried);
	try {
		await workItems({ context, registry, recalled, outcomes, signal, limits });
	} catch (error) {
		// Thrown out of the node, it would make n8n pass the input on as if it had been sent.
		outcomes.failRest(error);
	}
	return [outcomes.inOrder()];
}

/** A run before anything is known of its items. */
interface Start {
	context: IExecuteFunctions;
	registry: Registry;
	recalled: Recall;
	outcomes: Outcomes;
	signal: AbortSignal | undefined;
	limits: RunLimits;
}

async function workItems(start: Start): Promise<void> {
	const { context, registry, recalled, outcomes, signal, limits } = start;
	const { ready, rejects } = planItems(context, registry, context.getInputData().length, limits);
	rejects.forEach(outcomes.reject);
	if (ready.length === 0 || outcomes.isFatal()) return;
	const session = await sessionFor(start, ready);
	if (session === undefined) return;
	const hints = new Set<string>();
	const run: Run = {
		context,
		recall: recalled,
		session,
		outcomes,
		signal,
		tell: (hint) => hints.add(hint),
		done: [],
	};
	const resolved = await resolveJobs(jobsOf(ready, recalled), run);
	await workJobs(await withinLimits(resolved, run), run);
	addHints(context, [...hints, ...remarksOn(run.done), ...volumeHints(ready)]);
}

function addHints(context: IExecuteFunctions, hints: readonly string[]): void {
	context.addExecutionHints(...hints.map((message) => ({ message, location: 'outputPane' as const })));
}

/** What would have been faster. */
function volumeHints(ready: readonly Ready[]): string[] {
	const combinable = ready.filter(({ combine, work }) => !combine && work.share !== undefined);
	return [combiningHint(combinable.length, requestsCombined(combinable)) ?? []].flat();
}

/** Undefined where the credential cannot be used: the items have failed. */
async function sessionFor(
	{ context, recalled, outcomes, signal, limits }: Start,
	ready: readonly Ready[],
): Promise<Session | undefined> {
	try {
		return await openSession(context, recalled, signal, limits);
	} catch (error) {
		outcomes.failBefore(ready, error);
		return undefined;
	}
}

/**
 * Asks the service what jobs need to know beforehand. Gives the jobs that can go on: not those that an earlier try has
 * done, as what they changed may not be found again.
 */
async function resolveJobs(jobs: readonly Job[], run: Run): Promise<Job[]> {
	const resolved: Job[] = [];
	for (const job of jobs) {
		if (run.outcomes.isFatal()) break;
		if (await isToBeDone(job, run)) resolved.push(job);
	}
	return resolved;
}

async function isToBeDone(
	job: Job,
	{ context, recall: { memory, placeOf }, session, outcomes }: Run,
): Promise<boolean> {
	const [first] = job.items;
	if (first === undefined || !first.operation.looksUp) return true;
	const done = memory.outputOf(placeOf(job));
	if (done !== undefined) {
		outcomes.put(first.item, await outputItems(context, done, first.item));
		return false;
	}
	try {
		await first.work.resolve(session.ask(job).call);
		return true;
	} catch (error) {
		outcomes.failBefore(job.items, error);
		return false;
	}
}
