import { DateTime } from 'luxon';

/** All dates and times on the wire of the SMS interface are Paris time; so are those of webhooks (*assumed*). */
const zone = 'Europe/Paris';

const at = (time: number): DateTime => DateTime.fromMillis(time, { zone });

/** `dd/MM/yyyy HH:mm:ss`, as in the records of history and scheduled messages (service.md#history). */
export const formatParis = (time: number): string => at(time).toFormat('dd/MM/yyyy HH:mm:ss');

/** `2024-06-01T14:00:00+02:00`, as in the webhooks of the JSON interfaces. */
export const parisIso = (time: number): string => at(time).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

/** `yyyy-MM-dd`: the calendar day in Paris. Days compare as text. */
export const parisDay = (time: number): string => at(time).toFormat('yyyy-MM-dd');

/** The weekday (1 Monday … 7 Sunday), hour (0 … 23) and calendar date in Paris. */
export function parisMoment(time: number): {
	weekday: number;
	hour: number;
	day: number;
	month: number;
	year: number;
} {
	const { weekday, hour, day, month, year } = at(time);
	return { weekday, hour, day, month, year };
}

/** The beginning of the next full hour in Paris. */
export const nextParisHour = (time: number): number => at(time).startOf('hour').plus({ hours: 1 }).toMillis();

/** The same moment of the calendar some years later. */
export const yearsLater = (time: number, years: number): number => at(time).plus({ years }).toMillis();

/** Whether `yyyy-MM-dd` names a day that exists. */
export function isCalendarDay(text: string): boolean {
	return /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone }).isValid;
}

/**
 * Reads `dd/mm/yyyy` and `hh:mm` as Paris time (service.md#sms-parameters, `date` and `heure`).
 * *Assumed*: of an hour that exists twice the first is meant; one that is skipped means the same time one hour later.
 * @param date empty for the day of `now`
 * @returns Unix milliseconds, or undefined where it is no date or no time
 */
export function readParis(date: string, time: string, now: number): number | undefined {
	const day = date === '' ? at(now).toFormat('dd/MM/yyyy') : date;
	if (!/^\d{2}\/\d{2}\/\d{4}$/.test(day) || !/^([01]\d|2[0-3]):\d{2}$/.test(time)) return undefined;
	const read = DateTime.fromFormat(`${day} ${time}`, 'dd/MM/yyyy HH:mm', { zone });
	if (!read.isValid) return undefined;
	return Math.min(...read.getPossibleOffsets().map((possible) => possible.toMillis()));
}
