import { parisMoment } from '../core/paris';

const OPENS_AT = 8;
const CLOSES_AT = 20;
const SUNDAY = 7;
const MARKETING = 4;

/** Day and month of the French holidays that fall on the same date each year. */
const FIXED_HOLIDAYS = ['1/1', '1/5', '8/5', '14/7', '15/8', '1/11', '11/11', '25/12'];
/** Days after Easter Sunday: Easter Monday, Ascension, Whit Monday. */
const EASTER_HOLIDAYS = [1, 39, 50];
const DAY_MS = 86_400_000;

/** Easter Sunday by the Gregorian computus (the anonymous algorithm), as UTC milliseconds. */
function easter(year: number): number {
	const golden = year % 19;
	const century = Math.floor(year / 100);
	const rest = year % 100;
	const moon =
		(19 * golden +
			century -
			Math.floor(century / 4) -
			Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
			15) %
		30;
	const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
	const shift = Math.floor((golden + 11 * moon + 22 * weekday) / 451);
	const dayOfYear = moon + weekday - 7 * shift + 114;
	return Date.UTC(year, Math.floor(dayOfYear / 31) - 1, (dayOfYear % 31) + 1);
}

function isHoliday({ day, month, year }: { day: number; month: number; year: number }): boolean {
	if (FIXED_HOLIDAYS.includes(`${day}/${month}`)) return true;
	return EASTER_HOLIDAYS.includes((Date.UTC(year, month - 1, day) - easter(year)) / DAY_MS);
}

/**
 * Returns whether a message of this strategy may leave at this time (service.md#sms-parameters). A
 * message without a strategy counts as marketing too. *Assumed*: the hours apply to every country, sandbox included.
 */
export function isWithinMarketingHours(strategy: number | undefined, time: number): boolean {
	if (strategy !== undefined && strategy !== MARKETING) return true;
	const moment = parisMoment(time);
	const isOpen = moment.hour >= OPENS_AT && moment.hour < CLOSES_AT;
	return isOpen && moment.weekday !== SUNDAY && !isHoliday(moment);
}
