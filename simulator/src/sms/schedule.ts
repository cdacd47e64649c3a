import { nextParisHour, parisMoment, readParis, yearsLater } from '../core/paris';
import { Refusal } from '../form/refusal';

/** service.md#sms-parameters: the scheduling horizon. */
const MOST_YEARS = 2;

/**
 * `date` and `heure` (service.md#sms-parameters). *Assumed*: a date without a time is refused.
 * @returns Unix milliseconds, `now` for a time in the past; undefined if the send is not scheduled
 */
export function readSchedule(date: string, time: string, now: number): number | undefined {
	if (date === '' && time === '') return undefined;
	const wanted = readParis(date, time, now);
	if (wanted === undefined) throw new Refusal('parameters', 'date and heure must be dd/mm/yyyy and hh:mm');
	if (wanted > yearsLater(now, MOST_YEARS))
		throw new Refusal('parameters', 'date is more than two years ahead');
	return Math.max(wanted, now);
}

/** Days (1 Monday … 7 Sunday) and hours (0 … 23) within which a message may leave, both ends included (*assumed*). */
export interface AllowedTimes {
	readonly days: readonly [number, number] | undefined;
	readonly hours: readonly [number, number] | undefined;
}

const within = (value: number, range: readonly [number, number] | undefined): boolean =>
	range === undefined || (value >= range[0] && value <= range[1]);

/**
 * The first moment from `now` on within the allowed days and hours, Paris time (service.md#sms-parameters, `day_min` …
 * `hour_max`). *Assumed*: the service holds a message back until then. Scheduled messages are not held back, and
 * neither are those with a time in the past.
 */
export function firstAllowed(now: number, { days, hours }: AllowedTimes): number {
	const isAllowed = (time: number): boolean => {
		const { weekday, hour } = parisMoment(time);
		return within(weekday, days) && within(hour, hours);
	};
	let moment = now;
	while (!isAllowed(moment)) moment = nextParisHour(moment);
	return moment;
}
