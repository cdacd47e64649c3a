import type { IContextObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { withCommas } from '../../../protocol/validation';
import { NodeFailure } from '../errors';
import { readAccounts } from '../http/transport';
import { type RunLimits, runLimits } from '../limits';
import type { GroupInfo, Registry } from '../operations/operation';
import { checkGroup, isReview, isTool, tooMany } from '../policy/sendPolicy';
import { createReads, notAgain } from '../sending/calls';
import { KeyStore } from '../sending/keyStore';
import { SendLog } from '../sending/sendLog';
import { identifyItems, releaseKeys, reserveKeys } from './identity';
import { Outcomes } from './outcomes';
import { readItems, type Ready } from './readItems';
import { entryOf, outputItems, restoredOutput, type Run, waitForAnswer } from './run';
import { type Batch, batchItems, hintsOn, leastOf, sendBatches } from './sendBatches';

const restoredHint = 'Items of an earlier attempt were not repeated, even if the node has changed since.';
const excludedHint = 'Some recipients are in Excluded Recipients and got no message (excluded).';

/** Where n8n runs a node outside of an execution (a tool of its MCP server), there is nothing that could be kept. */
function contextOf(context: IExecuteFunctions): IContextObject {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/** Starts a run: nothing is known of its items yet. */
async function startRun(context: IExecuteFunctions, registry: Registry, limits: RunLimits): Promise<Run> {
	const isForModel = isTool(context) && !isReview(context);
	const log = new SendLog(contextOf(context), {
		entry: isForModel ? undefined : (entryOf(context) ?? {}),
		index: Number(context.getWorkflowDataProxy(0).$runIndex) || 0,
		items: context.getInputData().length,
	});
	const hints = new Set<string>();
	return {
		context,
		registry,
		limits,
		log,
		keys: new KeyStore(context, limits),
		outcomes: new Outcomes(context, registry, log),
		accountOf: await readAccounts(context),
		askedQuestions: [],
		hints,
		addHint: (hint) => void hints.add(hint),
	};
}

/**
 * Gives items that an earlier attempt has completed their stored output, and those that it may have sent the outcome unknown.
 * Returns the items that are left to do.
 */
function restoreCompleted({ context, log, outcomes, addHint }: Run): number[] {
	return [...context.getInputData().keys()].filter((item) => {
		const prior = log.priorOf(item);
		if (prior === undefined) return true;
		if (prior.state === 'unknown') outcomes.fail([{ item }], notAgain.unknown(prior.effect, log.isTool));
		if (prior.state !== 'complete') return false;
		const restored = restoredOutput(context, item, prior.output);
		if (restored instanceof NodeFailure) outcomes.fail([{ item }], restored);
		else outcomes.complete({ item }, restored);
		addHint(restoredHint);
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
const showExcluded = (items: readonly Ready[], { log, outcomes, addHint }: Run): Ready[] =>
	items.filter((readyItem) => {
		const isBegun = log.begunOf(readyItem.item) > 0;
		if (readyItem.excluded.length > 0 && !isBegun) addHint(excludedHint);
		if (!readyItem.isExcluded) return true;
		if (isBegun) outcomes.fail([readyItem], notAgain.changed());
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

/** How many messages an item is, and why its group can't be sent to. Throws where its group is not allowed. */
async function countOf(readyItem: Ready, run: Run): Promise<Pick<GroupInfo, 'count' | 'problem'>> {
	const { policy, work } = readyItem;
	if (work.groupInfo === undefined) return { count: work.partitionKeys?.length ?? 1 };
	const groupInfo = await work.groupInfo(createReads(readyItem, run.log));
	checkGroup(policy, groupInfo);
	return groupInfo;
}

const isLimited = ({ policy }: Ready): boolean => Object.values(policy).some((limit) => limit !== undefined);

/**
 * Holds items to the limits that the author of the workflow has set, before the first of them goes out. Returns those that
 * may go: where they are too many for the execution, none. Only what is about to be sent counts. So before the quota rejects
 * messages, their deduplication keys tell which of them were sent before; dry runs count apart.
 */
async function checkPolicy(items: readonly Ready[], run: Run): Promise<readonly Ready[]> {
	const { outcomes, log } = run;
	if (!items.some(isLimited)) return items;
	const counts = new Map<number, Awaited<ReturnType<typeof countOf>>>();
	const allowed = await outcomes.passing(items, async (readyItem) => {
		counts.set(readyItem.item, await countOf(readyItem, run));
	});
	if (outcomes.isFatal()) return [];
	const quota = leastOf(items.map(({ policy }) => policy.maxMessages ?? Infinity));
	const totalWith = (members: readonly Ready[], isTaken: boolean): number =>
		log.takeQuota(new Map(members.map(({ item }) => [item, counts.get(item)?.count ?? 0])), quota, isTaken);
	const fitting = (members: readonly Ready[], isTaken: boolean): readonly Ready[] => {
		const total = totalWith(members, isTaken);
		if (total <= quota) return members;
		outcomes.fail(members, tooMany(total, quota));
		return [];
	};
	const dry = allowed.filter(({ isDryRun }) => isDryRun);
	const real = allowed.filter(({ isDryRun }) => !isDryRun);
	// A parallel call of a tool would count what this one then finds sent.
	const needsKeys =
		log.isTool ||
		real.some(({ item }) => counts.get(item)?.problem !== undefined) ||
		totalWith(real, false) > quota;
	const unsent = needsKeys ? await reserveKeys(real, run) : real;
	const sendable = await outcomes.passing(unsent, async ({ item }) => {
		const problem = counts.get(item)?.problem;
		if (problem !== undefined) throw problem;
	});
	return [...fitting(dry, false), ...fitting(sendable, true)];
}

const counted = (count: number, what: string): string =>
	`${withCommas(count)} ${what}${count === 1 ? '' : 's'}`;

/**
 * Gives the items of dry runs what they would send, in place of sending it. Nothing leaves but reads, no deduplication key is
 * reserved, and nothing enters the send log.
 *
 * @param isAll whether the run sends nothing else
 */
async function previewDryRuns(batches: readonly Batch[], run: Run, isAll: boolean): Promise<void> {
	const { outcomes, addHint, log } = run;
	const previewed: Ready[] = [];
	let [requests, segments] = [0, 0];
	for (const { items } of batches) {
		const previews = await outcomes.passing(items, async (readyItem) => {
			// An item of which an earlier try has sent a part isn't shown as one of which nothing was sent.
			if (log.begunOf(readyItem.item) > 0)
				throw new NodeFailure({
					kind: 'notSent',
					message: 'Not sent: Dry Run is on',
					description: 'Turn it off to send the rest.',
				});
			const { totalSegments = 0, ...preview } = readyItem.work.preview?.() ?? { requests: 0 };
			const batchSize = items.length > 1 && { batchSize: items.length };
			// Without it, nobody knows how many people a group has.
			const groupInfo = await readyItem.work.groupInfo?.(createReads(readyItem, log));
			if (groupInfo?.problem !== undefined) throw groupInfo.problem;
			const recipientCount = groupInfo && { recipientCount: groupInfo.count };
			outcomes.setOutput(readyItem, { ...recipientCount, ...preview, ...batchSize });
			// Items that share a request take one.
			requests += preview.requests / items.length;
			segments += totalSegments * (groupInfo?.count ?? 1);
		});
		previewed.push(...previews);
	}
	hintsOn(
		previewed,
		batches.flatMap(({ items }) => items),
	).forEach(addHint);
	const { problems } = outcomes;
	if (batches.length + problems > 0) {
		const [what, needed] = [counted(previewed.length, 'item'), counted(Math.round(requests), 'request')];
		const cost = segments > 0 ? ` and ${counted(segments, 'segment')}` : '';
		const failing = problems > 0 ? ` ${counted(problems, 'item')} would fail: see the column "problem".` : '';
		const intro = isAll ? 'Dry run: nothing was sent.' : 'Dry run of some items:';
		addHint(`${intro} ${what} would take ${needed}${cost}.${failing}`);
	}
}
