import fc from 'fast-check';
import { dayOf, instantOf } from '../../../nodes/engine/operations/instant';
import { invalidInput } from '../../protocol/helpers';

const iso = (value: unknown, timezone = 'Europe/Paris'): string =>
	instantOf(value, timezone, 'scheduleAt').toISOString();

describe('a date-time of the picker is meant in the time zone of the workflow', () => {
	it.each([
		['2026-12-24T18:30:00', 'Europe/Paris', '2026-12-24T17:30:00.000Z'],
		['2026-07-01T18:30:00', 'Europe/Paris', '2026-07-01T16:30:00.000Z'],
		['2026-07-01 18:30', 'America/New_York', '2026-07-01T22:30:00.000Z'],
		['2026-07-01 9:30', 'America/New_York', '2026-07-01T13:30:00.000Z'],
		['2026-07-01', 'Asia/Kolkata', '2026-06-30T18:30:00.000Z'],
		['2026-12-24T18:30:00.250', 'UTC', '2026-12-24T18:30:00.000Z'],
	])('%s in %s', (text, timezone, expected) => expect(iso(text, timezone)).toBe(expected));

	it('takes the first pass of the hour that exists twice', () =>
		expect(iso('2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00.000Z'));

	it('moves a time that summer time skips on by the missing hour', () =>
		expect(iso('2026-03-29T02:30:00')).toBe('2026-03-29T01:30:00.000Z'));
});

it.each([
	['2026-12-24T18:30:00Z'],
	['2026-12-24T19:30:00+01:00'],
	['2026-12-24T13:30:00.000-0500'],
	['2026-12-24 19:30:00 +01:00'],
	['2026-12-24T8:30:00 -10:00'],
	[new Date('2026-12-24T18:30:00Z')],
	[{ toMillis: () => Date.UTC(2026, 11, 24, 18, 30) }],
	[Date.UTC(2026, 11, 24, 18, 30)],
])('an offset, a Date, a Luxon DateTime and milliseconds say the instant themselves: %p', (value) =>
	expect(iso(value, 'Asia/Tokyo')).toBe('2026-12-24T18:30:00.000Z'),
);

it.each([
	'tomorrow',
	'24/12/2026',
	'2026-02-30',
	'2026-02-30T10:00:00',
	'2027-02-31T10:00:00+01:00',
	Date.UTC(2026, 11, 24) / 1000,
	46_380.770_833_333_336,
	'2026-13-01',
	'2026-01-01T24:00:00',
	'2026-01-01T10:61',
	true,
	{},
	[],
	new Date(NaN),
	NaN,
])('anything else is an error that names the field: %p', (value) => {
	expect(invalidInput(() => iso(value)).field).toBe('scheduleAt');
});

it.each([
	['Unix seconds', Date.UTC(2026, 11, 24) / 1000, 'Multiply Unix seconds by 1000.'],
	['the days of a spreadsheet', 46_380.770_833_333_336, 'In a spreadsheet, write the date as a text'],
])('says what to do with %s', (_what, value, advice) => {
	expect(invalidInput(() => iso(value)).remediation).toContain(advice);
	expect(iso('2026-12-24 18:30')).toBe('2026-12-24T17:30:00.000Z');
});

it('reads back what any clock on a wall shows', () => {
	const zones = ['Europe/Paris', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC'];
	const range = {
		min: new Date('2000-01-01T00:00:00Z'),
		max: new Date('2060-01-01T00:00:00Z'),
		noInvalidDate: true,
	};
	fc.assert(
		fc.property(fc.date(range), fc.constantFrom(...zones), (date, timeZone) => {
			const wall = date.toLocaleString('sv-SE', { timeZone });
			const read = instantOf(wall, timeZone, 'at');
			expect(read.toLocaleString('sv-SE', { timeZone })).toBe(wall);
		}),
	);
});

describe('a day of the history is the one that is written, or one in Paris', () => {
	const millis = Date.UTC(2026, 5, 14, 22, 30);
	it.each<[unknown, string]>([
		['2026-06-14', '2026-06-14'],
		['2026-06-14T23:30:00', '2026-06-14'],
		['2026-06-14T22:30:00Z', '2026-06-15'],
		['2026-06-15T01:30:00+05:00', '2026-06-15'],
		['2026-06-18T00:00:00.000+09:00', '2026-06-18'],
		['2026-06-17T23:00:00.000-0400', '2026-06-17'],
		['2026-06-18T00:00:00.000Z', '2026-06-18'],
		['2026-12-14T22:30:00Z', '2026-12-14'],
		[millis, '2026-06-15'],
		[new Date(millis), '2026-06-15'],
		[{ toMillis: () => millis, toISODate: () => '2026-06-14' }, '2026-06-14'],
	])('%p', (value, day) => expect(dayOf(value, 'America/New_York', 'dateFrom')).toBe(day));
});
