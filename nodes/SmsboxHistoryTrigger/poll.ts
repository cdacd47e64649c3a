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
	filtersOf,
	firstState,
	type FoundEvent,
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

/** How long n8n leaves a poll that isn't scheduled in its database; n8n 1 knows no other. */
const unscheduled = 5 * 60_000;

type Compared = ReturnType<typeof advance>;

function itemFor({ event, record }: FoundEvent, output: unknown): INodeExecutionData {
	const found = historyEvent(event, record);
	return { json: itemOf(found, () => ({ raw: record.raw ?? null }), output) };
}

/** Reads pages that end together in time for the next poll. @param end milliseconds since 1970 */
function pagesInTime(transport: Transport, to: string, end: number, now: () => number) {
	return async (from: number, count = maxPage): Promise<HistoryRecord[]> => {
		const { request, effect, parse } = listHistory({ from, count, to: to === '' ? undefined : to });
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
	const { records } = timed(await pageAt(0, testEvents));
	const chosen = records.filter(({ status }) => isChosenStatus(status.code, statuses));
	if (chosen.length === 0) return null;
	return [chosen.map((record) => itemFor({ event: 'delivery_report', record }, settings.output))];
}

/** Whether publishing goes on without the history: it may come back by the next poll. */
function isOutage(error: unknown): boolean {
	const { kind } = nodeFailureOf(error, 'read');
	return kind === 'notSent' || kind === 'unknown';
}

interface PollTime {
	now: () => number;
	/** How long n8n leaves the poll, in milliseconds. */
	budget: number;
}

/** What a poll finds, and the state after it. @param state undefined for the first poll */
async function compare(
	context: IPollFunctions,
	state: HistoryState | undefined,
	rules: HistoryRules,
	{ now, budget }: PollTime,
): Promise<Compared> {
	const began = now();
	const most = Math.min(budget, pollDeadline);
	const seconds = Math.floor(began / 1000);
	const pageAt = pagesInTime(await connect(context), rules.to, began + most, now);
	if (state === undefined) {
		const page = await pageAt(0);
		return { found: [], next: firstState(timed(page).records, rules, seconds, page.length >= maxPage) };
	}
	const isChange = state.filters !== filtersOf(rules);
	// Another list, and all of it.
	const last = isChange ? { ...state, rest: [], checked: 0 } : state;
	const isTimeUp = (): boolean => Math.abs(now() - began) > most / 2;
	const reading = await readHistory(pageAt, last, seconds, isTimeUp);
	if (isChange && reading.rest.length > 0)
		context.logger.warn('SMSBOX: messages beyond the first 50,000 before the change are skipped');
	return advance(last, reading, rules, seconds);
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
	time: PollTime,
): Promise<Items> {
	const isActivation = session.isActivation && time.budget >= unscheduled;
	const data = context.getWorkflowStaticData('node');
	// n8n marks the static data that it observes; a durable cursor is a plain object.
	const isDurable = !('__dataChanged' in data);
	const last = session.recall(readState(data.state));
	let compared: Compared;
	try {
		compared = await compare(context, last?.state, rules, time);
	} catch (error) {
		if (!session.isCurrent()) return null;
		if (!isActivation || !isOutage(error)) return fail(error);
		context.logger.warn(`SMSBOX: the history can't be read: ${nodeFailureOf(error, 'read').message}`);
		if (last !== undefined) return null;
		compared = { found: [], next: firstState(undefined, rules, Math.floor(time.now() / 1000)) };
	}
	if (!session.isCurrent()) return null;
	const { found, next } = compared;
	const isQuiet = found.length === 0;
	const before = isQuiet || last === undefined ? next : last.state;
	const isStored = isDurable || !isQuiet || isActivation || last === undefined;
	const revision = (last?.revision ?? 0) + (isStored ? 1 : 0);
	if (isStored) data.state = writeState(isDurable ? next : before, revision);
	session.keep({ text: data.state, revision, before, next });
	return isQuiet ? null : [found.map((event) => itemFor(event, output))];
}

function fail(error: unknown): never {
	throw error;
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
	let session: PollSession<HistoryState> | undefined;
	try {
		const settings = await readSettings(context);
		if (context.getMode() === 'manual') return await fetchTestEvents(context, settings, now);
		session = sessions.begin(context);
		if (session === undefined) return null;
		const given: { getPollBudgetMs?: () => number } = context;
		return await pollOnce(context, settings, session, {
			now,
			budget: given.getPollBudgetMs?.() ?? unscheduled,
		});
	} catch (error) {
		const failure = nodeFailureOf(error, 'read');
		const label = failure.field === undefined ? undefined : fieldLabels[failure.field];
		throw nodeErrorOf(context, failure, { item: 0, items: 1, label });
	} finally {
		session?.end();
	}
}
