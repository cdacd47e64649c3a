import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { historyEvent } from '../../protocol/callbacks/historyEvent';
import { nodeErrorOf, nodeFailureOf } from '../engine/errors';
import { connect } from '../engine/http/transport';
import type { PollSession, PollSessions } from '../engine/polling/pollSessions';
import { itemOf } from '../engine/webhook/output';
import {
	advance,
	firstState,
	type FoundEvent,
	type HistoryState,
	matters,
	readFrom,
	startAt,
	type TimedRecord,
} from './historyState';
import { readHistory, readNewest } from './readHistory';
import { fieldLabels, type HistorySettings, readSettings } from './settings';
import { readState, writeState } from './storedState';

type Items = INodeExecutionData[][] | null;

/** How many records *Fetch Test Event* shows at most. */
const testEvents = 10;

function itemFor({ event, record }: FoundEvent, { output }: HistorySettings): INodeExecutionData {
	const found = historyEvent(event, record);
	return { json: itemOf(found, () => ({ raw: record.raw ?? null }), output) };
}

/** The newest messages, as their statuses would start the workflow. */
async function fetchTestEvents(context: IPollFunctions, settings: HistorySettings): Promise<Items> {
	const transport = await connect(context);
	const records = await readNewest(transport, { count: testEvents, to: settings.to });
	const chosen = records.filter(({ status }) => settings.rules.isChosen(status.code));
	if (chosen.length === 0) return null;
	return [chosen.map((record) => itemFor({ event: 'delivery_report', record }, settings))];
}

/** Whether publishing goes on without the history: it may come back by the next poll. */
function isOutage(error: unknown): boolean {
	const { kind } = nodeFailureOf(error, 'read');
	return kind === 'notSent' || kind === 'unknown';
}

/**
 * A poll of a published workflow. It reads everything first and changes the state last, so that one that fails half-way changes
 * nothing.
 */
async function pollOnce(
	context: IPollFunctions,
	settings: HistorySettings,
	session: PollSession<HistoryState>,
	{ now, isActivation }: { now: () => number; isActivation: boolean },
): Promise<Items> {
	const data = context.getWorkflowStaticData('node');
	const state = session.recall(data.state) ?? readState(data.state);
	const began = new Date(now());
	const store = (saved: HistoryState, next: HistoryState): void => {
		const stored = writeState(saved, began.toISOString());
		data.state = stored;
		session.keep(stored, next);
	};
	let records: TimedRecord[];
	try {
		const from = readFrom(state, settings.rules, began);
		const wanted = { from, to: settings.to, matters: matters(state, settings.rules, began) };
		records = await readHistory(await connect(context), wanted, now);
	} catch (error) {
		if (!isActivation || !isOutage(error)) return fail(error);
		context.logger.warn(`SMSBOX: the history can't be read: ${nodeFailureOf(error, 'read').message}`);
		if (state === undefined) store(startAt(began), startAt(began));
		return null;
	}
	if (!session.isCurrent()) return null;
	if (state === undefined) {
		const first = firstState(records, began);
		store(first, first);
		return null;
	}
	const { found, next } = advance(state, records, settings.rules, began);
	if (found.length > 0) store(state, next);
	else session.keep(data.state, next);
	return found.length === 0 ? null : [found.map((event) => itemFor(event, settings))];
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
	if (context.getMode() === 'manual') return await fetchTestEvents(context, settings);
	const isActivation = sessions.isActivation(context);
	const session = sessions.begin(context);
	if (session === undefined) return null;
	try {
		return await pollOnce(context, settings, session, { now, isActivation });
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
