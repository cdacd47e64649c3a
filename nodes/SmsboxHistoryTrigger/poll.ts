import { type INodeExecutionData, type IPollFunctions, type IRun, sleep } from 'n8n-workflow';
import { historyEvent } from '../../protocol/callbacks/historyEvent';
import { type HistoryRecord, listHistory, maxPage, withReferences } from '../../protocol/sms/history';
import { nodeErrorOf, nodeFailureOf, unknownFailure } from '../engine/errors';
import { connect } from '../engine/http/transport';
import { pollDeadline, type PollSession, type PollSessions } from '../engine/polling/pollSessions';
import { deduplication } from '../engine/webhook/deduplication';
import { itemOf } from '../engine/webhook/output';
import {
	advance,
	filtersOf,
	firstState,
	type FoundEvent,
	type HistoryState,
	isOtherCredential,
	isOtherKey,
	top,
} from './historyState';
import { isOtherHistory, readFirst, readHistory, timed } from './readHistory';
import { fieldLabels, type HistorySettings, readSettings } from './settings';
import { readState, writeState } from './storedState';

type Items = INodeExecutionData[][] | null;

/** How many events *Fetch Test Event* shows at most. */
const testEvents = 10;

const requestTimeout = 60;

/** Milliseconds that publishing and a start of n8n wait for the execution of their items. */
const executionTimeout = 5_000;

/** How long n8n leaves a poll that isn't scheduled in its database, and no other by default; n8n 1 knows no other. */
const unscheduled = 5 * 60_000;

function itemFor({ event, record }: FoundEvent, output: unknown): INodeExecutionData {
	return { json: itemOf(historyEvent(event, record), () => ({ raw: record.raw ?? null }), output) };
}

type History = Awaited<ReturnType<typeof connectHistory>>;

/**
 * Connects to the history. Its pages end together in time for the next poll.
 *
 * @param budget how long n8n leaves the poll, in milliseconds
 */
async function connectHistory(context: IPollFunctions, to: string, now: () => number, budget: number) {
	const transport = await connect(context);
	const began = now();
	const length = Math.min(budget, pollDeadline);
	let serviceTime = 0;
	return {
		pageAt: async (from: number, above?: string): Promise<HistoryRecord[]> => {
			const chosen = { above, to: to === '' ? undefined : to };
			const { request, effect, parse } = listHistory({ from, count: maxPage, ...chosen });
			const secondsLeft = Math.floor((began + length - now()) / 1000);
			if (secondsLeft < 1) throw unknownFailure('read', 'reading the history took too long');
			const reply = await transport(request, effect, Math.min(requestTimeout, secondsLeft));
			const date = Date.parse(reply.headers['date'] ?? '');
			serviceTime = Math.floor((Number.isNaN(date) ? now() : date) / 1000);
			const records = parse(reply);
			if (withReferences(records)) return records;
			throw unknownFailure('read', 'the history came without references');
		},
		serviceTime: () => serviceTime,
		// n8n's clock limits one that can't be.
		time: () => Math.min(serviceTime, Math.floor(now() / 1000)),
		isTimeUp: () => Math.abs(now() - began) > length / 2,
		isScheduled: budget !== unscheduled,
	};
}

/** What the newest page would start in a workflow that has seen nothing yet, the newest first. */
async function fetchTestEvents({ pageAt, time }: History, settings: HistorySettings): Promise<Items> {
	const { records } = timed(await pageAt(0));
	const reading = { records: new Map(records.map((record) => [record.key, record])), time: time() };
	const unseen = firstState([], settings, reading.time);
	const { events } = advance(unseen, { ...reading, isComplete: true, mark: 0 }, settings);
	if (events.length === 0) return null;
	const newest = events.slice(-testEvents).reverse();
	return [newest.map((event) => itemFor(event, settings.output))];
}

/** Whether the history may come back by the next poll. */
const isOutage = (error: unknown): boolean =>
	['notSent', 'unknown'].includes(nodeFailureOf(error, 'read').kind);

const warn = ({ logger }: IPollFunctions, text: string): void => logger.warn(`SMSBOX: ${text}`);

/** What a poll finds, and the state after it. @param state undefined for the first poll */
async function compare(
	context: IPollFunctions,
	state: HistoryState | undefined,
	settings: HistorySettings,
	history: History,
): Promise<ReturnType<typeof advance> & { failure?: unknown }> {
	const isForeign =
		state !== undefined &&
		(isOtherCredential(state, settings) ||
			(isOtherKey(state, settings) && (await isOtherHistory(history.pageAt, state))));
	if (state === undefined || isForeign) return { events: [], next: await readFirst(history, settings) };
	const isChanged = state.filters !== filtersOf(settings);
	// After a change it is another list, and all of it counts.
	const startState = isChanged ? { ...state, rest: top } : state;
	const reading = await readHistory(history, startState);
	if (isChanged && 'failure' in reading) throw reading.failure;
	if (isChanged && (reading.rest ?? top).index > 0)
		warn(context, 'after the change, messages older than one poll can read are skipped');
	const problems = [...reading.records.values()].flatMap(({ problem }) => problem ?? []);
	if (problems.length > 0)
		warn(context, `history records skipped as unreadable: ${problems.length}, invalid ${problems[0]}`);
	return { ...advance(startState, reading, settings), failure: reading.failure };
}

/**
 * Names, codes or messages of the errors with which n8n 2 has run nothing: it could not store the execution, or had no connection to
 * PostgreSQL, or the workflow was unpublished meanwhile. With any other error, such as that of Stop, it may have run.
 */
const notRun: readonly unknown[] = [
	...['QueryFailedError', 'LockAcquireTimeoutError', '53300', '57P01', '57P03'],
	...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
	...['timeout exceeded when trying to connect', 'Connection terminated due to connection timeout'],
	'Connection terminated unexpectedly',
	'Published version not found for workflow',
];

const hasNotRun = (error: unknown): boolean =>
	error instanceof Error &&
	[error.name, error.message, Reflect.get(error, 'code')].some((detail) => notRun.includes(detail));

/**
 * A poll of a published workflow. It reads everything first and changes the state last, so that one that fails half-way changes
 * nothing.
 *
 * It starts the workflow by itself: n8n would discard items that it returned, and say nothing, if the workflow was published again
 * meanwhile. If n8n 2 could not store the execution, it tells: then, the next poll starts the workflow with them. n8n 1 doesn't.
 *
 * n8n saves static data while it starts the execution: if it is killed between the two, what is saved must not say that the items
 * were handed over. So a poll stores the state from before its items, and a restart of n8n starts the workflow with the last ones
 * again. n8n saves static data once more when a poll at its start, or at publishing, has ended. So such a poll waits for the
 * execution and then stores the state after its items: they come no third time.
 *
 * n8n's scheduler lets any main process poll next, which only knows what is stored: without the state after the items, they would
 * start the workflow with every poll. With durable cursors, n8n saves that state together with the execution of returned items.
 */
async function pollOnce(
	context: IPollFunctions,
	settings: HistorySettings,
	session: PollSession<HistoryState, FoundEvent>,
	history: History,
	timeout: number,
): Promise<Items> {
	const data = context.getWorkflowStaticData('node');
	// n8n marks the static data that it observes; a durable cursor is a plain object.
	const isDurable = !('__dataChanged' in data);
	const writer = { node: context.getNode().id, instance: context.getInstanceId() };
	const { published, revision: lastRevision, ...recalled } = session.recall(readState(data.state, writer));
	// A change that was taken back before a poll on schedule has not been published, perhaps.
	const isTakenBack =
		session.isPublishing &&
		published?.filters === filtersOf(settings) &&
		published.credentialHash === settings.credentialHash;
	const state = isTakenBack ? published : recalled.state;
	const polled = await compare(context, state, settings, history);
	if (!session.isCurrent()) return null;
	const { next, failure } = polled;
	const unstored = session.takeUnstored();
	const events = [...unstored.events, ...polled.events];
	const isQuiet = events.length === 0;
	const before = polled.events.length === 0 ? next : (state ?? next);
	const previous = unstored.state?.filters === next.filters ? unstored.state : before;
	const isStored = isDurable || !isQuiet || session.isPublishing || state === undefined;
	const revision = lastRevision + (isStored ? 1 : 0);
	if (isStored) data.state = writeState(isDurable || history.isScheduled ? next : previous, writer, revision);
	const ended = { text: data.state, revision, state: next };
	if (isQuiet || !isDurable)
		session.keep({ ...ended, published: session.isPublishing && isQuiet ? (published ?? state) : undefined });
	if (failure !== undefined) {
		if (isQuiet && !(session.isPublishing && isOutage(failure))) throw polled.failure;
		warn(context, `the history can't be read: ${nodeFailureOf(failure, 'read').message}`);
	}
	if (isQuiet) return null;
	const items = events.map((event) => itemFor(event, settings.output));
	if (isDurable) return [items];
	deduplication.keep(context);
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	context.__emit([items], undefined, done);
	const run = done.promise.catch((error: unknown) => {
		if (hasNotRun(error)) session.putBack({ events, state: previous, revision });
	});
	if (!session.isPublishing) return null;
	// With its end, n8n has certainly stored it.
	if ((await Promise.race([run, sleep(timeout)])) !== undefined && session.isCurrent()) {
		data.state = writeState(next, writer, revision + 1);
		session.keep({ text: data.state, revision: revision + 1, state: next });
	}
	return null;
}

/**
 * Returns what has happened to messages since the last poll, null for nothing. Throws n8n's error where the history can't be read;
 * then the next poll finds it all. Publishing fails for a setting that can't work, where the service rejects the key, and during
 * an outage, if it is the first one or filters have changed: it is the service that knows what was before.
 *
 * @param timeout how long a first poll waits for the execution of its items, in milliseconds
 */
export async function pollHistory(
	context: IPollFunctions,
	sessions: PollSessions<HistoryState, FoundEvent>,
	now: () => number,
	timeout = executionTimeout,
): Promise<Items> {
	let session: PollSession<HistoryState, FoundEvent> | undefined;
	try {
		const settings = await readSettings(context);
		const polling: { getPollBudgetMs?: () => number } = context;
		const budget = polling.getPollBudgetMs?.() ?? unscheduled;
		const history = await connectHistory(context, settings.to, now, budget);
		if (context.getMode() === 'manual') return await fetchTestEvents(history, settings);
		session = sessions.begin(context, !history.isScheduled);
		return session ? await pollOnce(context, settings, session, history, timeout) : null;
	} catch (error) {
		if (session?.isCurrent() === false) return null;
		const failure = nodeFailureOf(error, 'read');
		throw nodeErrorOf(context, failure, { item: 0, items: 1, label: fieldLabels[failure.field ?? ''] });
	} finally {
		session?.end();
	}
}
