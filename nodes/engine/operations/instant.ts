import { InvalidInput } from '../../../protocol/errors';
import { parisDay } from '../../../protocol/parisTime';

const unreadable = (name: string): InvalidInput =>
	new InvalidInput(
		name,
		"The value isn't a date and time.",
		'Select a date, or use ISO 8601, such as 2026-12-24T18:30:00+01:00.',
	);

const wallTime = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;
const absoluteTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})$/i;

/** What a clock on the wall of `timezone` shows at `instant`, as if it were UTC, in milliseconds. */
function wallClock(instant: number, timezone: string): number {
	const dateParts = new Intl.DateTimeFormat('en-GB', {
		timeZone: timezone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
		second: '2-digit',
	}).formatToParts(instant);
	const read = (type: string): number => Number(dateParts.find((datePart) => datePart.type === type)?.value);
	return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'));
}

/**
 * The instant at which the wall clock of `timezone` shows `wall` (milliseconds, as if UTC). Of an hour that exists
 * twice the first is taken; a time that a change to summer time skips is moved on by the hour that is missing.
 */
function instantOfWallTime(wall: number, timezone: string): number {
	const day = 24 * 60 * 60 * 1000;
	const offsets = [wall - day, wall + day].map((near) => wallClock(near, timezone) - near);
	const candidates = offsets.map((offset) => wall - offset);
	const exact = candidates.filter((candidate) => wallClock(candidate, timezone) === wall);
	return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

/** A time with one digit for its hour, as spreadsheets write the morning. */
const shortHour = /^(\d{4}-\d{2}-\d{2}[T ])(?=\d:)/;

function readText(entered: string, timezone: string, name: string): Date {
	const text = entered.replace(shortHour, '$10');
	if (absoluteTime.test(text)) {
		// The day is checked without its offset: JavaScript would make the 3rd of March of the 31st of February.
		readText(text.slice(0, 10), 'UTC', name);
		return new Date(`${text.slice(0, 10)}T${text.slice(11).replace(/\s+/g, '')}`);
	}
	const match = wallTime.exec(text);
	if (match === null) throw unreadable(name);
	const [year, month, day, hour = '00', minute = '00', second = '00'] = match.slice(1);
	const wall = Date.UTC(
		Number(year),
		Number(month) - 1,
		Number(day),
		Number(hour),
		Number(minute),
		Number(second),
	);
	// A date such as the 31st of February rolls over: it then reads differently from what was given.
	if (new Date(wall).toISOString() !== `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`)
		throw unreadable(name);
	return new Date(instantOfWallTime(wall, timezone));
}

/** Unix seconds and the days of a spreadsheet, taken for milliseconds, are in 1970: a message for tomorrow would leave at once. */
function millisecondsOf(value: number, name: string): number {
	if (value >= 1e11) return value;
	throw new InvalidInput(
		name,
		"The number isn't in milliseconds since 1970.",
		'Multiply Unix seconds by 1000. In a spreadsheet, write the date as a text, such as 2026-12-24 18:30.',
	);
}

/** A Luxon DateTime, which n8n's expressions give, without knowing the library. */
function hasMillis(value: object): value is { toMillis: () => number } {
	return 'toMillis' in value && typeof value.toMillis === 'function';
}

/** A Luxon DateTime knows the day of its own zone. */
function hasDay(value: object): value is { toISODate: () => string } {
	return 'toISODate' in value && typeof value.toISODate === 'function';
}

/**
 * Reads a day, `yyyy-mm-dd`, out of what {@link instantOf} reads. Texts name one, and so do Luxon DateTimes. In a collection, n8n
 * makes a text with an offset of them. All else is an instant, also a text that ends in `Z`: its day is the one in Paris.
 */
export function dayOf(value: unknown, timezone: string, name: string): string {
	const instant = instantOf(value, timezone, name);
	if (typeof value === 'string' && !/z\s*$/i.test(value)) return value.trim().slice(0, 10);
	if (typeof value === 'object' && value !== null && hasDay(value)) return value.toISODate();
	return parisDay(instant);
}

/**
 * Reads a date-time as n8n's users give it: the picker's text (in the workflow's time zone), ISO 8601 with an offset,
 * a Date, a Luxon DateTime, or milliseconds. Throws {@link InvalidInput} for anything else.
 */
export function instantOf(value: unknown, timezone: string, name: string): Date {
	let instant: Date | undefined;
	if (typeof value === 'string') instant = readText(value.trim(), timezone, name);
	else if (typeof value === 'number') instant = new Date(millisecondsOf(value, name));
	else if (value instanceof Date) instant = value;
	else if (typeof value === 'object' && value !== null && hasMillis(value))
		instant = new Date(value.toMillis());
	if (instant === undefined || Number.isNaN(instant.getTime())) throw unreadable(name);
	return instant;
}
