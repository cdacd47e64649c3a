import { formatParis, isCalendarDay, parisDay } from '../../core/paris';
import type { Fields } from '../../form/fields';
import { WRITE_METHODS } from '../../form/operation';
import type { FormOperation } from '../../form/operation';
import { Refusal } from '../../form/refusal';
import { historyRecords } from '../history';
import type { HistoryRecord } from '../history';
import { readPage } from '../paging';

/** service.md#history: how far a list that is filtered by date reaches. */
const MOST_WITH_DATES = 50_000;

const CLASSIC = 0;
/** *Assumed*: a call that reads the message aloud is "Other". */
const OTHER = 2;

/** service.md#history: list, newest first. */
export const listHistory: FormOperation = {
	name: 'sms.history.getAll',
	methods: WRITE_METHODS,
	body: ['from', 'nb', 'date_from', 'date_to', 'id', 'msisdn', 'showref'],
	refusals: 'plain',
	run(fields, { messages, clock }) {
		const { from, count } = readPage(fields);
		const showReference = fields.flag('showref');
		const { matches, reach } = readFilter(fields, clock.now());
		const lines: string[] = [];
		let index = 0;
		for (const record of historyRecords(messages)) {
			if (!matches(record)) continue;
			if (index >= Math.min(from + count, reach)) break;
			if (index++ >= from) lines.push(formatRecord(record, showReference));
		}
		return lines.join('\n');
	},
};

interface Filter {
	readonly matches: (record: HistoryRecord) => boolean;
	readonly reach: number;
}

/**
 * Days are those of Paris, both included; `date_to` is today where only `date_from` is given. *Assumed*: `date_to`
 * alone means everything up to that day.
 */
function readFilter(fields: Fields, now: number): Filter {
	const [dateFrom, dateTo] = [readDay(fields, 'date_from'), readDay(fields, 'date_to')];
	const [reference, number] = [fields.text('id'), readMsisdn(fields)];
	const hasDates = dateFrom !== '' || dateTo !== '';
	const lastDay = dateTo === '' ? parisDay(now) : dateTo;
	const isInDates = (record: HistoryRecord): boolean => {
		const day = parisDay(record.at);
		return day >= dateFrom && day <= lastDay;
	};
	return {
		matches: (record) =>
			(reference === '' || record.reference === reference) &&
			(number === '' || record.message.number === number) &&
			(!hasDates || isInDates(record)),
		reach: hasDates ? MOST_WITH_DATES : Infinity,
	};
}

function readDay(fields: Fields, name: string): string {
	const day = fields.text(name);
	if (day !== '' && !isCalendarDay(day)) throw new Refusal('parameters', `${name} must be yyyy-mm-dd`);
	return day;
}

function readMsisdn(fields: Fields): string {
	const number = fields.text('msisdn');
	if (number !== '' && !/^[1-9]\d*$/.test(number)) {
		throw new Refusal('parameters', 'msisdn must be in international format without + or 00');
	}
	return number;
}

function formatRecord({ message, reference, at }: HistoryRecord, showReference: boolean): string {
	const { number, sender, vocal, status } = message;
	const columns = [number, sender, vocal ? OTHER : CLASSIC, 1, status ?? ''];
	return [formatParis(at), ...(showReference ? [reference] : []), ...columns].join(';');
}
