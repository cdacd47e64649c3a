import { UnexpectedResponse } from '../../protocol/errors';
import { parisDay } from '../../protocol/parisTime';
import { type HistoryRecord, listHistory, maxPage, maxRecords } from '../../protocol/sms/history';
import { NodeFailure, unknownFailure } from '../engine/errors';
import type { Transport } from '../engine/http/transport';
import { eachPage } from '../engine/operations/pages';
import { pollDeadline } from '../engine/polling/pollSessions';
import type { Call } from '../engine/sending/calls';
import type { TimedRecord } from './historyState';

const requestTimeout = 60;

/** Calls that end together in time for the next poll. */
function callsInTime(transport: Transport, now: () => number): Call {
	const end = now() + pollDeadline;
	return async ({ request, effect, parse }) => {
		const left = Math.floor((end - now()) / 1000);
		if (left < 1) throw unknownFailure('read', 'reading the history took over 4 minutes');
		return parse(await transport(request, effect, Math.min(requestTimeout, left)));
	};
}

const tooMany = (): NodeFailure =>
	new NodeFailure({
		kind: 'invalidInput',
		message: `The history has over ${maxRecords.toLocaleString('en')} messages in the look-back.`,
		description: 'Set a shorter look-back, or set Recipient.',
		field: 'lookBack',
	});

/** `yyyy-mm-ddThh` */
const hourLength = 13;

/** Reads the dates of records one after the other, in seconds since 1970: thousands are of the same few hours. */
function secondsReader(): (sentAt: string | null) => number {
	let hour = '';
	let start = 0;
	const digitsAt = (text: string, index: number): number =>
		(text.charCodeAt(index) - 48) * 10 + text.charCodeAt(index + 1) - 48;
	return (sentAt) => {
		if (sentAt === null) throw new UnexpectedResponse(200, '', 'a history record has an invalid date');
		const within = digitsAt(sentAt, hourLength + 1) * 60 + digitsAt(sentAt, hourLength + 4);
		if (hour === '' || !sentAt.startsWith(hour)) {
			hour = sentAt.slice(0, hourLength);
			start = Date.parse(sentAt) / 1000 - within;
		}
		return start + within;
	};
}

/** The records that matter, with their times. A date that can't be read is an error in all of them. */
function timed(records: readonly HistoryRecord[], matters: (at: number) => boolean): TimedRecord[] {
	const secondsOf = secondsReader();
	const found: TimedRecord[] = [];
	for (const record of records) {
		const at = secondsOf(record.sentAt);
		if (!matters(at)) continue;
		const { sentAt, reference, to, status, raw } = record;
		if (sentAt !== null) found.push({ sentAt, reference, to, status, raw, at });
	}
	return found;
}

/**
 * Reads the history from a day on, the latest message first.
 *
 * @param matters whether a message of that time, in seconds since 1970, is wanted
 */
export async function readHistory(
	transport: Transport,
	{ from, to, matters }: { from: Date; to: string | undefined; matters: (at: number) => boolean },
	now: () => number,
): Promise<TimedRecord[]> {
	const dateFrom = parisDay(from);
	const found: TimedRecord[] = [];
	const cut = await eachPage(
		callsInTime(transport, now),
		(first, count) => listHistory({ dateFrom, to, from: first, count }),
		{ limit: 'all', skip: 0 },
		{ page: maxPage, total: maxRecords },
		// Most records don't matter: kept, all 49,000 would stay in memory until the last page.
		(page) => found.push(...timed(page, matters)),
	);
	if (cut) throw tooMany();
	return found;
}

/** Reads the newest records, whatever their age. */
export async function readNewest(
	transport: Transport,
	{ count, to }: { count: number; to: string | undefined },
): Promise<TimedRecord[]> {
	const { request, effect, parse } = listHistory({ from: 0, count, to });
	return timed(parse(await transport(request, effect, requestTimeout)), () => true);
}
