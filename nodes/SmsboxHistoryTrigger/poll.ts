import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { historyEvent } from '../../protocol/callbacks/historyEvent';
import { type HistoryRecord, listHistory, maxPage } from '../../protocol/sms/history';
import { nodeErrorOf, nodeFailureOf, unknownFailure } from '../engine/errors';
import { connect } from '../engine/http/transport';
import { pollDeadline, type PollSession, type PollSessions } from '../engine/polling/pollSessions';
import { itemOf } from '../engine/webhook/output';
import { isChosenStatus } from '../engine/webhook/filters';
import {
	advance,
	filtersOf,
	firstState,
	type FoundEvent,
	type HistoryReading,
	type HistoryRules,
	type HistoryState,
} from './historyState';
import { readHistory, timed } from './readHistory';
import { fieldLabels, type HistorySettings, readSettings } from './settings';
import { readState, writeState } from './storedState';

type Items = INodeExecutionData[][] | null;

/** How many records *Fetch Test Event* shows at most. */
const testEvents = 10;

const requestTimeout = 60;

/** How long n8n leaves a poll that isn't scheduled in its database, and no other by default; n8n 1 knows no other. */
const unscheduled = 5 * 60_000;

type Compared = ReturnType<typeof advance> & Pick<HistoryReading, 'failure'>;

function itemFor({ event, record }: FoundEvent, output: unknown): INodeExecutionData {
	const json = historyEvent(event, record);
	return { json: itemOf(json, () => ({ raw: record.raw ?? null }), output) };
}

/** How many columns a record without a reference has. */
const withoutReference = 6;

interface PollTime {
	now: () => number;
	/** How long n8n leaves the poll, in milliseconds. */
	budget: number;
}

/** Connects to the history. Its pages end together in time for the next poll. */
async function connectHistory(context: IPollFunctions, to: string, { now, budget }: PollTime) {
	const transport = await connect(context);
	const began = now();
	const length = Math.min(budget, pollDeadline);
	let serviceTime = 0;
	return {
		pageAt: async (from: number, count = maxPage): Promise<HistoryRecord[]> => {
			const { request, effect, parse } = listHistory({ from, count, to: to === '' ? undefined : to });
			const secondsLeft = Math.floor((began + length - now()) / 1000);
			if (secondsLeft < 1) throw unknownFailure('read', 'reading the history took over 4 minutes');
			const reply = await transport(request, effect, Math.min(requestTimeout, secondsLeft));
			const date = Date.parse(reply.headers['date'] ?? '');
			serviceTime = Math.floor((Number.isNaN(date) ? now() : date) / 1000);
			const records = parse(reply);
			if (records[0]?.raw.split(';').length === withoutReference)
				throw unknownFailure('read', 'the history came without references');
			return records;
		},
		serviceTime: () => serviceTime,
		// n8n's clock limits one that can't be.
		time: () => Math.min(serviceTime, Math.floor(now() / 1000)),
		isTimeUp: () => Math.abs(now() - began) > length / 2,
	};
}

/** The newest messages, as their statuses would start the workflow. */
async function fetchTestEvents(
	context: IPollFunctions,
	settings: HistorySettings,
	time: PollTime,
): Promise<Items> {
	const { to, statuses } = settings.rules;
	const { pageAt } = await connectHistory(context, to, time);
	const { records } = timed(await pageAt(0, testEvents));
	const chosen = records.filter(({ status }) => isChosenStatus(status.code, statuses));
	if (chosen.length === 0) return null;
	return [chosen.map((record) => itemFor({ event: 'delivery_report', record }, settings.output))];
}

/** Whether the history may come back by the next poll. */
function isOutage(error: unknown): boolean {
	const { kind } = nodeFailureOf(error, 'read');
	return kind === 'notSent' || kind === 'unknown';
}

/** What a poll finds, and the state after it. @param state undefined for the first poll */
async function compare(
	context: IPollFunctions,
	state: HistoryState | undefined,
	rules: HistoryRules,
	time: PollTime,
): Promise<Compared> {
	const history = await connectHistory(context, rules.to, time);
	if (state === undefined) {
		const page = await history.pageAt(0);
		const { records } = timed(page);
		// With n8n's clock, if it is behind, earlier messages would count as new.
		return { events: [], next: firstState(records, rules, history.serviceTime(), page.length >= maxPage) };
	}
	if (state.filters === filtersOf(rules)) {
		const reading = await readHistory(history, state);
		return { ...advance(state, reading, rules), failure: reading.failure };
	}
	// Another list, and all of it.
	const rereading = { ...state, rest: undefined, checked: 0 };
	const reading = await readHistory(history, rereading);
	if (reading.failure !== undefined) return fail(reading.failure);
	if (reading.remaining !== undefined)
		context.logger.warn('SMSBOX: messages beyond the first 50,000 before the change are skipped');
	return advance(rereading, reading, rules);
}

/**
 * A poll of a published workflow. It reads everything first and changes the state last, so that one that fails half-way changes
 * nothing.
 *
 * n8n saves static data when a poll returns items, while it starts the execution: if it is killed between the two, what is saved
 * must not say that the items were handed over. So a poll stores the state from before its items. With durable cursors, n8n
 * saves every state, and together with the execution. Its scheduler lets any main process poll next, which only knows what is
 * stored: without the state after the items, they would start the workflow with every poll.
 */
async function pollOnce(
	context: IPollFunctions,
	{ rules, output }: HistorySettings,
	session: PollSession<HistoryState>,
	time: PollTime,
): Promise<Items> {
	const data = context.getWorkflowStaticData('node');
	// n8n marks the static data that it observes; a durable cursor is a plain object.
	const isDurable = !('__dataChanged' in data);
	const last = session.recall(readState(data.state, session.identity));
	const { state } = last;
	let compared: Compared;
	try {
		compared = await compare(context, state, rules, time);
	} catch (error) {
		if (!session.isCurrent()) return null;
		const isKnown = state?.filters === filtersOf(rules);
		if (!session.isPublishing || !isKnown || !isOutage(error)) return fail(error);
		warn(context, error);
		return null;
	}
	if (!session.isCurrent()) return null;
	const { events, next, failure } = compared;
	const isQuiet = events.length === 0;
	const previous = isQuiet || state === undefined ? next : state;
	const isStored = isDurable || !isQuiet || session.isPublishing || state === undefined;
	const revision = last.revision + (isStored ? 1 : 0);
	const stored = isDurable || time.budget !== unscheduled ? next : previous;
	if (isStored) data.state = writeState(stored, { identity: session.identity, revision });
	session.keep({ text: data.state, revision, stateBefore: previous, next });
	if (failure !== undefined) {
		if (isQuiet && !session.isPublishing) return fail(failure);
		warn(context, failure);
	}
	return isQuiet ? null : [events.map((event) => itemFor(event, output))];
}

function warn({ logger }: IPollFunctions, error: unknown): void {
	logger.warn(`SMSBOX: the history can't be read: ${nodeFailureOf(error, 'read').message}`);
}

function fail(error: unknown): never {
	throw error;
}

/**
 * Returns what has happened to messages since the last poll, null for nothing. Throws n8n's error where the history can't be read;
 * then the next poll finds it all. Publishing fails for a setting that can't work, where the service rejects the key, and during
 * an outage, if it is the first one or filters have changed: it is the service that knows what was before.
 */
export async function pollHistory(
	context: IPollFunctions,
	sessions: PollSessions<HistoryState>,
	now: () => number,
): Promise<Items> {
	let session: PollSession<HistoryState> | undefined;
	try {
		const settings = await readSettings(context);
		const polling: { getPollBudgetMs?: () => number } = context;
		const time = { now, budget: polling.getPollBudgetMs?.() ?? unscheduled };
		if (context.getMode() === 'manual') return await fetchTestEvents(context, settings, time);
		session = sessions.begin(context, time.budget === unscheduled);
		if (session === undefined) return null;
		return await pollOnce(context, settings, session, time);
	} catch (error) {
		const failure = nodeFailureOf(error, 'read');
		const label = failure.field === undefined ? undefined : fieldLabels[failure.field];
		throw nodeErrorOf(context, failure, { item: 0, items: 1, label });
	} finally {
		session?.end();
	}
}
