import { digitsOnly, isDay } from '../validation';
import { InvalidInput, UnexpectedResponse } from '../errors';
import type { Exchange } from '../exchange';
import { type Fields, formRequest, readCount, readPlainText, unexpected } from '../http/form';
import type { MessageStatus } from '../messageStatus';
import { parisTimeReader } from '../parisTime';
import { e164, normalizeNumber } from '../recipients/phoneNumbers';
import { type Page, pageFields } from './listing';
import { smsStatus } from './statuses';

export { maxPage, maxRecords } from './listing';

export type HistoryRecord = {
	/** ISO 8601 with the offset of Paris; null where the service's text is no such time. */
	sentAt: string | null;
	/** The same in seconds since 1970. */
	seconds: number | null;
	/** null where the service gave none. */
	reference: string | null;
	to: string;
	senderId: string;
	/** `classic`, `flash` or `other`; a code that is not documented is passed on. */
	type: string;
	status: MessageStatus;
	/** The line as the service gave it. */
	raw: string;
	/** What can't be read. Then the record has only its line: all other fields are empty. */
	problem?: string;
};

export interface HistoryQuery extends Page {
	/** `yyyy-mm-dd`, a day in Paris, inclusive. */
	dateFrom?: string | undefined;
	/** `yyyy-mm-dd`, a day in Paris, inclusive. */
	dateTo?: string | undefined;
	reference?: string | undefined;
	/** International format. */
	to?: string | undefined;
	/** How the last line of the page above begins: this page repeats it. */
	above?: string | undefined;
}

const query: Fields = { action: 'historique' };

/** How many messages the history has (service.md#history). */
export function countHistory(): Exchange<number> {
	return {
		effect: 'read',
		request: formRequest({ query }),
		parse: (reply) => readCount(reply, 'HISTORIQUE'),
	};
}

function day(text: string | undefined, field: string): string | undefined {
	if (text === undefined || isDay(text)) return text;
	throw new InvalidInput(field, "The value isn't a date.", 'Use year, month and day, such as 2026-01-31.');
}

function internationalNumber(to: string | undefined): string | undefined {
	const number = to === undefined ? undefined : normalizeNumber(to, 'to');
	if (!number?.startsWith('0')) return number;
	throw new InvalidInput('to', 'The history requires international numbers.', 'Add the country code.');
}

const typeNames: ReadonlyMap<string, string> = new Map([
	['0', 'classic'],
	['1', 'flash'],
	['2', 'other'],
]);

const statusColumn = /^-?\d+$/;
const typeColumn = /^\d{1,2}$/;

const allColumns = 7;

/**
 * Time, reference, number, sender, type, always 1, status. The reference is missing where the service did not look
 * at the request for it; a line of six columns could also be one of seven that was cut, then the 1 stands elsewhere.
 */
function completeRowOf(columns: readonly string[]): readonly string[] | undefined {
	if (columns.length === allColumns) return columns;
	return columns.length === allColumns - 1 && columns[4] === '1'
		? [columns[0] ?? '', '', ...columns.slice(1)]
		: undefined;
}

/** Whether the service returned records with the column for references; records that can't be read don't count. */
export function withReferences(records: readonly HistoryRecord[]): boolean {
	const readable = records.find(({ problem }) => problem === undefined);
	return readable === undefined || readable.raw.split(';').length === allColumns;
}

/** Returns the beginning of a record's line. It identifies the record on other pages, readable or not. */
export const beginningOf = ({ raw }: Pick<HistoryRecord, 'raw'>): string => raw.trim().slice(0, 50);

/** Whether a page repeats the last line of the page above, given how that line begins. */
export const repeats = (records: readonly HistoryRecord[], above: string | undefined): boolean =>
	above !== undefined && records.some(({ raw }) => raw.trim().startsWith(above));

/** A record, or the field that can't be read. */
type ReadRecord = (raw: string, columns: readonly string[]) => HistoryRecord | string;

/** Reads the records of a page, which has thousands with the same few hours and statuses. */
function recordReader(): ReadRecord {
	const timeOf = parisTimeReader();
	const statuses = new Map<string, MessageStatus>();
	const statusOf = (code: string): MessageStatus | undefined => {
		const knownStatus = statuses.get(code);
		if (knownStatus !== undefined || !statusColumn.test(code)) return knownStatus;
		const status = smsStatus(code);
		statuses.set(code, status);
		return status;
	};
	return (raw, columns) => {
		const completeRow = completeRowOf(columns);
		if (completeRow === undefined) return 'number of fields';
		// By index: taken apart as a list, a page takes twice as long.
		const time = completeRow[0] ?? '';
		const reference = completeRow[1] ?? '';
		const to = completeRow[2] ?? '';
		const senderId = completeRow[3] ?? '';
		const type = completeRow[4] ?? '';
		const always = completeRow[5] ?? '';
		const status = statusOf(completeRow[6] ?? '');
		const typeName = typeNames.get(type) ?? (typeColumn.test(type) ? type : undefined);
		if (status === undefined) return 'status';
		if (typeName === undefined || !typeColumn.test(always)) return 'type';
		if (time.includes('<')) return 'date';
		if (to === '' || to.includes('<')) return 'recipient';
		const sent = timeOf(time);
		return {
			// A date that can't be read must not block the other fields, or other records.
			sentAt: sent && sent.iso,
			seconds: sent && sent.seconds,
			reference: reference === '' ? null : reference,
			to: e164(to),
			senderId,
			type: typeName,
			status,
			raw,
		};
	};
}

/** The usual line break alone is found much faster. */
const linesOf = (text: string): string[] => text.split(text.includes('\r') ? /\r\n|\r|\n/ : '\n');

const unreadable = (raw: string, problem: string): HistoryRecord => ({
	...{ sentAt: null, seconds: null, reference: null, to: '', senderId: '', type: '' },
	...{ status: smsStatus(''), raw, problem },
});

/**
 * With references in every line, or in none. A line that is no record blocks no other one, but an answer without any record isn't
 * a history. Below others, it is one if it repeats the last line above, or if all lines have columns.
 *
 * @returns the records, or what is wrong with the first line
 */
function readRecords(text: string, { from, above }: HistoryQuery): HistoryRecord[] | string {
	const read = recordReader();
	const lines = linesOf(text).filter((line) => line.trim() !== '');
	const width = lines.some((line) => line.split(';').length === allColumns) ? allColumns : allColumns - 1;
	const records = lines.map((line) => {
		const columns = line.split(';');
		const record = columns.length === width ? read(line, columns) : 'number of fields';
		return typeof record === 'string' ? unreadable(line, record) : record;
	});
	const problem = records[0]?.problem;
	if (problem === undefined || records.some((record) => record.problem === undefined)) return records;
	if (repeats(records, above)) return records;
	if (from > 0 && lines.every((line) => /^[^<]*;[^<]*$/.test(line))) return records;
	return `history record 1 has an invalid ${problem}`;
}

/**
 * A page of the history, most recent first (service.md#history). A line that is no record, such as one that was cut, is
 * returned with its `problem`; an answer of nothing else is unexpected. *Assumed*: an empty answer means no record.
 *
 * @throws InvalidInput (`limit`, `dateFrom`, `dateTo`, `reference`, `to`)
 */
export function listHistory(params: HistoryQuery): Exchange<HistoryRecord[]> {
	const dateFrom = day(params.dateFrom, 'dateFrom');
	const dateTo = day(params.dateTo, 'dateTo');
	if (dateFrom === undefined && dateTo !== undefined) {
		throw new InvalidInput('dateFrom', 'To Date requires From Date.', 'Set From Date too.');
	}
	if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
		throw new InvalidInput('dateTo', 'To Date is before From Date.', 'Swap the two dates.');
	}
	const form: Fields = {
		...pageFields(params),
		date_from: dateFrom,
		date_to: dateTo,
		id: params.reference === undefined ? undefined : digitsOnly(params.reference, 'reference'),
		msisdn: internationalNumber(params.to),
	};
	return {
		effect: 'read',
		request: formRequest({ query, form }),
		parse: (reply) => {
			const records = readRecords(readPlainText(reply), params);
			if (typeof records !== 'string') return records;
			throw new UnexpectedResponse(reply.status, unexpected(reply).excerpt, records);
		},
	};
}
