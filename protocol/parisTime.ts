import { InvalidInput } from './errors';

const minute = 60_000;
const hour = 60 * minute;
const march = 2;
const october = 9;

/** 01:00 UTC on a month's last Sunday, when all of the European Union changes its clocks (Directive 2000/84/EC). */
function clockChange(year: number, month: number): number {
	const lastDay = new Date(Date.UTC(year, month + 1, 0));
	return Date.UTC(year, month, lastDay.getUTCDate() - lastDay.getUTCDay(), 1);
}

/**
 * Milliseconds that Paris is ahead of UTC. By the rule in force since 1996, not by the time zone database: no
 * message is older, and 50,000 records are read in the time that `Intl` needs for a thousand.
 */
function parisOffset(instant: number): number {
	const year = new Date(instant).getUTCFullYear();
	const summer = instant >= clockChange(year, march) && instant < clockChange(year, october);
	return summer ? 2 * hour : hour;
}

/** The instant of a Paris wall clock time, given as if it were UTC. The hour that exists twice: its first pass. */
function instantOf(wall: number): number {
	const inSummer = wall - 2 * hour;
	return parisOffset(inSummer) === 2 * hour ? inSummer : wall - hour;
}

const wallClock = (instant: number) => new Date(instant + parisOffset(instant)).toISOString();

/** As ISO 8601 in Paris time with its offset, to the second. */
function toIso(instant: number): string {
	return `${wallClock(instant).slice(0, 19)}+0${parisOffset(instant) / hour}:00`;
}

/** What a clock in Paris shows, in milliseconds as if it were UTC. */
export const parisWallClock = (instant: Date): number => instant.getTime() + parisOffset(instant.getTime());

/** The instant at which a clock in Paris shows `wall`, as {@link parisWallClock} returns it. The hour that exists twice: its first pass. */
export const instantInParis = (wall: number): Date => new Date(instantOf(wall));

/** The calendar day in Paris, `yyyy-mm-dd`. */
export const parisDay = (instant: Date): string => wallClock(instant.getTime()).slice(0, 10);

/**
 * The earliest time that {@link fromParisTime} can read for what is sent from this instant on, in milliseconds. It is the instant
 * itself, except around the hour that exists twice: what is sent in its second pass is read as sent in the first.
 */
export function earliestReading(instant: number): number {
	const change = clockChange(new Date(instant).getUTCFullYear(), october);
	if (instant < change - hour || instant >= change + hour) return instant;
	return instant < change ? change - hour : instant - hour;
}

function checked(instant: Date, field: string): number {
	const year = instant.getUTCFullYear();
	if (year >= 1000 && year < 9999) return instant.getTime();
	throw new InvalidInput(
		field,
		"The date and time can't be read.",
		'Use a date and time such as 2026-12-24T18:30:00.',
	);
}

/**
 * A time of sending as the service takes it (service.md#sms-parameters, `date` and `heure`): `dd/mm/yyyy` and `hh:mm`
 * in Paris. Rounded up to the minute, and out of the second pass of the hour that exists twice in October to its end,
 * because the service cannot be told which pass is meant: a message never leaves earlier than asked. (That the service
 * takes such a time as its first pass is *assumed*.)
 *
 * @throws InvalidInput (`scheduleAt`) for an invalid date
 */
export function toParisTime(instant: Date): { date: string; time: string } {
	let scheduledTime = Math.ceil(checked(instant, 'scheduleAt') / minute) * minute;
	const change = clockChange(new Date(scheduledTime).getUTCFullYear(), october);
	if (scheduledTime >= change && scheduledTime < change + hour) scheduledTime = change + hour;
	const wall = wallClock(scheduledTime);
	return { date: wall.slice(0, 10).split('-').reverse().join('/'), time: wall.slice(11, 16) };
}

const wireTime = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2})(?::(\d{2}))?$/;

/**
 * A time of the service, `dd/MM/yyyy HH:mm:ss` in Paris (service.md#history), as ISO 8601 with the offset that Paris
 * had. The hour that exists twice is read as its first pass, the hour that is skipped in March as if it went on
 * from the hour before it; both *assumed*.
 *
 * @returns null for what is no such time, so that the record can be passed on with its other fields
 */
export function fromParisTime(text: string): string | null {
	const match = wireTime.exec(text.trim());
	if (!match) return null;
	const [, day, month, year, hours, minutes, seconds = '00'] = match;
	const iso = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.000Z`;
	const wall = new Date(iso);
	// A day that a month does not have is moved to the next month by some and refused by others.
	if (Number.isNaN(wall.getTime()) || wall.toISOString() !== iso) return null;
	return toIso(instantOf(wall.getTime()));
}

/** `dd/MM/yyyy HH` */
const hourLength = 13;
const restOfHour = /^:[0-5]\d:[0-5]\d$/;

const splitHour = (iso: string, length: number) => ({
	prefix: iso.slice(0, hourLength),
	suffix: iso.slice(hourLength + length),
});

/** A time of the service. */
export interface WireTime {
	/** As {@link fromParisTime} returns it. */
	iso: string;
	/** Since 1970. */
	seconds: number;
}

/**
 * Reads times one after the other, each as {@link fromParisTime} does. Records come sorted, and within an hour the clocks
 * are never changed: only the first time of an hour is worked out.
 */
export function parisTimeReader(): (text: string) => WireTime | null {
	let current = '';
	/** The text around minutes and seconds, and when the hour begins; null for an hour that does not exist. */
	let hourStart: { prefix: string; suffix: string; seconds: number } | null = null;
	return (text) => {
		const minutes = text.slice(hourLength);
		if (!restOfHour.test(minutes)) {
			const iso = fromParisTime(text);
			return iso === null ? null : { iso, seconds: Date.parse(iso) / 1000 };
		}
		if (!text.startsWith(current) || current === '') {
			current = text.slice(0, hourLength);
			const iso = fromParisTime(`${current}:00:00`);
			hourStart =
				iso === null ? null : { ...splitHour(iso, minutes.length), seconds: Date.parse(iso) / 1000 };
		}
		if (hourStart === null) return null;
		const { prefix, suffix, seconds } = hourStart;
		return {
			iso: prefix + minutes + suffix,
			seconds: seconds + Number(minutes.slice(1, 3)) * 60 + Number(minutes.slice(4)),
		};
	};
}
