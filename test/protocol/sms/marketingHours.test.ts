import Holidays from 'date-holidays';
import fc from 'fast-check';
import { nextMarketingTime, rescheduledTo } from '../../../protocol/sms/marketing';
import { invalidInput } from '../helpers';
import { options } from './sending';

describe('a marketing message may leave', () => {
	it.each([
		['on a Monday at 8:00 in winter', '2026-01-05T08:00:00+01:00'],
		['on a Saturday at 19:49', '2026-01-10T19:49:59+01:00'],
		['on a Monday at 8:00 in summer', '2026-07-06T08:00:00+02:00'],
		['when it is day in Paris and night elsewhere', '2026-07-06T02:00:00-10:00'],
		['on a holiday of Alsace-Moselle', '2026-12-26T12:00:00+01:00'],
	])('%s', (_when, time) => {
		const instant = new Date(time);
		expect(nextMarketingTime(instant)).toBe(instant);
	});
});

describe('a marketing message waits', () => {
	it.each([
		['for 8:00', '2026-01-05T07:59:59+01:00', '2026-01-05T08:00:00+01:00'],
		['for the next day in the last ten minutes', '2026-01-05T19:50:00+01:00', '2026-01-06T08:00:00+01:00'],
		['for the next day at night', '2026-07-06T23:30:00+02:00', '2026-07-07T08:00:00+02:00'],
		['for Monday on a Saturday evening', '2026-01-10T20:00:00+01:00', '2026-01-12T08:00:00+01:00'],
		['for Monday on a Sunday in Paris', '2026-01-10T20:00:00-05:00', '2026-01-12T08:00:00+01:00'],
		['over a holiday and a Sunday', '2026-08-14T21:00:00+02:00', '2026-08-17T08:00:00+02:00'],
		['over Easter', '2026-04-04T20:00:00+02:00', '2026-04-07T08:00:00+02:00'],
		['over the change to summer time', '2026-03-28T22:00:00+01:00', '2026-03-30T08:00:00+02:00'],
	])('%s', (_how, from, until) => expect(nextMarketingTime(new Date(from))).toEqual(new Date(until)));
});

describe('within a sending window', () => {
	const monday = new Date('2026-01-05T12:00:00+01:00');

	it.each([
		['nothing changes', { firstHour: 9, lastHour: 12 }, '2026-01-05T12:00:00+01:00'],
		['it leaves when the window opens', { firstHour: 14, lastHour: 16 }, '2026-01-05T14:00:00+01:00'],
		['it leaves the next day', { firstHour: 9, lastHour: 11 }, '2026-01-06T09:00:00+01:00'],
		['it leaves when the law allows it', { firstHour: 6, lastHour: 9 }, '2026-01-06T08:00:00+01:00'],
		['it leaves on the first day', { firstDay: 4, lastDay: 7 }, '2026-01-08T08:00:00+01:00'],
	])('%s', (_what, window, time) => expect(nextMarketingTime(monday, window)).toEqual(new Date(time)));

	it.each([
		['on Sundays', { firstDay: 7, lastDay: 7 }],
		['at night', { firstHour: 20, lastHour: 23 }],
		['before 8:00', { firstHour: 0, lastHour: 7 }],
	])('it never leaves %s', (_when, window) => expect(nextMarketingTime(monday, window)).toBeUndefined());

	it('waits for two Mondays where the next one is a holiday', () => {
		expect(nextMarketingTime(new Date('2026-03-31T12:00:00+02:00'), { firstDay: 1, lastDay: 1 })).toEqual(
			new Date('2026-04-13T08:00:00+02:00'),
		);
	});
});

describe('compared with the calendar of a library', () => {
	const calendar = new Holidays('FR', { types: ['public'] });
	const paris = new Intl.DateTimeFormat('sv-SE', {
		timeZone: 'Europe/Paris',
		dateStyle: 'short',
		timeStyle: 'medium',
	});
	const holidays = new Set(
		Array.from({ length: 21 }, (_, index) => calendar.getHolidays(2024 + index))
			.flat()
			.map(({ date }) => date.slice(0, 10)),
	);
	const isSunday = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay() === 0;

	it.each(['1954-04-18', '1981-04-19', '2038-04-25', '2049-04-18', '2076-04-19', '2285-03-22'])(
		'closes on Easter and Whit Monday, also of rare years: Easter on %s',
		(easter) => {
			const noonAfter = (days: number): Date =>
				new Date(Date.parse(`${easter}T12:00:00Z`) + days * 86_400_000);
			const isAllowed = (days: number): boolean =>
				nextMarketingTime(noonAfter(days))?.getTime() === noonAfter(days).getTime();
			expect([-1, 0, 1, 2, 38, 39, 49, 50, 51].map(isAllowed)).toEqual([
				...[true, false, false, true],
				...[true, false, false, false, true],
			]);
		},
	);

	it('closes on each holiday and Sunday of 20 years, and on no other day', () => {
		expect(holidays.size).toBeGreaterThan(20 * 10);
		const wrong = Array.from(
			{ length: 20 * 365 },
			(_, index) => new Date(Date.UTC(2025, 0, 1 + index, 11)),
		).filter((noon) => {
			const [date = ''] = paris.format(noon).split(' ');
			return (nextMarketingTime(noon) === noon) === (isSunday(date) || holidays.has(date));
		});
		expect(wrong).toEqual([]);
	});

	it('never lets one leave outside of the hours, at any moment of three years', () => {
		const moments = fc.date({
			min: new Date('2026-01-01T00:00:00Z'),
			max: new Date('2029-01-01T00:00:00Z'),
			noInvalidDate: true,
		});
		fc.assert(
			fc.property(moments, (moment) => {
				const time = nextMarketingTime(moment);
				if (time === undefined) throw new Error('No time was found');
				const [date = '', clock = ''] = paris.format(time).split(' ');
				expect(clock >= '08:00:00' && clock < '19:50:00').toBe(true);
				expect(isSunday(date) || holidays.has(date)).toBe(false);
				expect(time.getTime()).toBeGreaterThanOrEqual(moment.getTime());
			}),
			{ numRuns: 1_000 },
		);
	});
});

describe('a message that is about to leave', () => {
	const night = new Date('2026-01-05T22:00:00+01:00');
	const morning = new Date('2026-01-06T08:00:00+01:00');

	it('is scheduled for the next allowed time by default', () => {
		expect(rescheduledTo(options, night)).toEqual(morning);
		expect(rescheduledTo({ ...options, outsideAllowedHours: 'schedule' }, night)).toEqual(morning);
	});

	it('stays as it is within the hours, for other categories, and where it is to be sent anyway', () => {
		expect(rescheduledTo(options, morning)).toBeUndefined();
		expect(rescheduledTo({ ...options, category: 'alert' }, night)).toBeUndefined();
		expect(rescheduledTo({ ...options, outsideAllowedHours: 'send' }, night)).toBeUndefined();
		expect(rescheduledTo({ ...options, outsideAllowedHours: 'error' }, morning)).toBeUndefined();
	});

	it('stops with an error where it was told to', () => {
		const error = invalidInput(() => rescheduledTo({ ...options, outsideAllowedHours: 'error' }, night));
		expect(error.field).toBe('outsideAllowedHours');
	});

	it('has its own time moved, whatever its window', () => {
		const late = {
			...options,
			scheduleAt: new Date('2026-01-10T21:00:00+01:00'),
			firstHour: 14,
			lastHour: 16,
		};
		expect(rescheduledTo(late, night)).toEqual(new Date('2026-01-12T08:00:00+01:00'));
		expect(rescheduledTo({ ...late, scheduleAt: morning }, night)).toBeUndefined();
	});

	it('that was due a moment ago is due now', () =>
		expect(rescheduledTo({ ...options, scheduleAt: new Date(night.getTime() - 1) }, night)).toEqual(morning));

	it('leaves within its window and the law, also where it was to stop', () => {
		const window = { firstHour: 14, lastHour: 21 };
		const afternoon = new Date('2026-01-06T14:00:00+01:00');
		expect(rescheduledTo({ ...options, ...window }, night)).toEqual(afternoon);
		expect(rescheduledTo({ ...options, ...window, outsideAllowedHours: 'error' }, night)).toEqual(afternoon);
	});

	it('is rejected where its window is never allowed', () => {
		const sundays = { ...options, firstDay: 7, lastDay: 7 };
		expect(invalidInput(() => rescheduledTo(sundays, morning)).field).toBe('sendingWindow');
	});
});
