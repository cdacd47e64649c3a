import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { historyEvent } from '../../protocol/callbacks/historyEvent';
import { type HistoryRecord, listHistory, maxPage } from '../../protocol/sms/history';
import { nodeErrorOf, nodeFailureOf, unknownFailure } from '../engine/errors';
import { connect, type Transport } from '../engine/http/transport';
import { pollDeadline, type PollSession, type PollSessions } from '../engine/polling/pollSessions';
import { itemOf } from '../engine/webhook/output';
import { isChosenStatus } from '../engine/webhook/smsStatuses';
import {
	advance,
	earliest,
	type FoundEvent,
	type HistoryState,
	type HistoryReading,
	stateBefore,
} from './historyState';
import { readHistory, timed } from './readHistory';
import { fieldLabels, type HistorySettings, readSettings } from './settings';
import { readState, writeState } from './storedState';

type Items = INodeExecutionData[][] | null;

/** How many records *Fetch Test Event* shows at most. */
const testEvents = 10;

const requestTimeout = 60;

/** How long n8n leaves a context's poll that its scheduler runs from the database, which is shorter; n8n 1 knows none. */
const scheduledBudget = 5 * 60_000;

function itemFor({ event, record }: FoundEvent, output: unknown): INodeExecutionData {
	const found = historyEvent(event, record);
	return { json: itemOf(found, () => ({ raw: record.raw ?? null }), output) };
}

/** Reads pages that end together in time for the next poll. @param end milliseconds since 1970 */
function pagesInTime(transport: Transport, to: string | undefined, end: number, now: () => number) {
	return async (from: number, count = maxPage): Promise<HistoryRecord[]> => {
		const { request, effect, parse } = listHistory({ from, count, to });
		const left = Math.floor((end - now()) / 1000);
		if (left < 1) throw unknownFailure('read', 'reading the history took over 4 minutes');
		return parse(await transport(request, effect, Math.min(requestTimeout, left)));
	};
}

/** The newest messages, as their statuses would start the workflow. */
async function fetchTestEvents(
	context: IPollFunctions,
	settings: HistorySettings,
	now: () => number,
): Promise<Items> {
	const { to, statuses } = settings.rules;
	const pageAt = pagesInTime(await connect(context), to, now() + pollDeadline, now);
	const records = timed(await pageAt(0, testEvents));
	const chosen = records.filter(({ status }) => isChosenStatus(status.code, statuses));
	if (chosen.length === 0) return null;
	return [chosen.map((record) => itemFor({ event: 'delivery_report', record }, settings.output))];
}

/** Whether publishing goes on without the history: it may come back by the next poll. */
function isOutage(error: unknown): boolean {
	const { kind } = nodeFailureOf(error, 'read');
	return kind === 'notSent' || kind === 'unknown';
}

/**
 * A poll of a published workflow. It reads everything first and changes the state last, so that one that fails half-way changes
 * nothing.
 *
 * n8n saves static data when a poll returns items, while it starts the execution: if it is killed between the two, what is saved
 * must not say that the items were handed over. So a poll stores the state from before its items. With durable cursors, n8n
 * saves every state, and together with the execution.
 */
async function pollOnce(
	context: IPollFunctions,
	{ rules, output }: HistorySettings,
	session: PollSession<HistoryState>,
	{ now, budget, isActivation }: { now: () => number; budget: number; isActivation: boolean },
): Promise<Items> {
	const data = context.getWorkflowStaticData('node');
	// n8n marks the static data that it observes; a durable cursor is a plain object.
	const isDurable = !('__dataChanged' in data);
	const began = now();
	const seconds = Math.floor(began / 1000);
	const recalled = session.recall(readState(data.state));
	const state = recalled?.state ?? stateBefore(seconds, undefined);
	const keep = (stored: HistoryState | undefined, before: HistoryState, next: HistoryState): void => {
		const revision = (recalled?.revision ?? 0) + (stored === undefined ? 0 : 1);
		if (stored !== undefined) data.state = writeState(stored, revision);
		session.keep({ text: typeof data.state === 'string' ? data.state : undefined, revision, before, next });
	};
	let reading: HistoryReading;
	try {
		const pageAt = pagesInTime(await connect(context), rules.to, began + budget, now);
		reading = await readHistory(pageAt, state, seconds, () => Math.abs(now() - began) > budget / 2);
	} catch (error) {
		if (!session.isCurrent()) return null;
		if (!isActivation || !isOutage(error)) return fail(error);
		context.logger.warn(`SMSBOX: the history can't be read: ${nodeFailureOf(error, 'read').message}`);
		if (recalled === undefined) {
			const first = stateBefore(seconds, earliest(seconds));
			keep(first, first, first);
		}
		return null;
	}
	if (!session.isCurrent()) return null;
	const { found, next } = advance(state, reading, rules, seconds);
	const isQuiet = found.length === 0;
	if (isDurable || (isQuiet && isActivation) || recalled === undefined)
		keep(next, isQuiet ? next : state, next);
	else keep(isQuiet ? undefined : state, isQuiet ? next : state, next);
	return isQuiet ? null : [found.map((event) => itemFor(event, output))];
}

function fail(error: unknown): never {
	throw error;
}

async function poll(
	context: IPollFunctions,
	sessions: PollSessions<HistoryState>,
	now: () => number,
): Promise<Items> {
	const settings = await readSettings(context);
	if (context.getMode() === 'manual') return await fetchTestEvents(context, settings, now);
	const given: { getPollBudgetMs?: () => number } = context;
	const budget = given.getPollBudgetMs?.() ?? scheduledBudget;
	const isActivation = sessions.isActivation(context) && budget >= scheduledBudget;
	const session = sessions.begin(context);
	if (session === undefined) return null;
	try {
		return await pollOnce(context, settings, session, {
			...{ now, isActivation },
			budget: Math.min(budget, pollDeadline),
		});
	} finally {
		session.end();
	}
}

/**
 * Returns what has happened to messages since the last poll, null for nothing. Throws n8n's error where the history can't be read;
 * then the next poll finds it all. Publishing fails only for a setting that can't work, and where the service rejects the key.
 */
export async function pollHistory(
	context: IPollFunctions,
	sessions: PollSessions<HistoryState>,
	now: () => number,
): Promise<Items> {
	try {
		return await poll(context, sessions, now);
	} catch (error) {
		const failure = nodeFailureOf(error, 'read');
		const label = failure.field === undefined ? undefined : fieldLabels[failure.field];
		throw nodeErrorOf(context, failure, { item: 0, items: 1, label });
	}
}
