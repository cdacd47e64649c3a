import { isOutsideMarketingHours } from '../../../protocol/sms/marketingHours';

describe('a marketing message may leave', () => {
	it.each([
		['on a Monday at 8:00 in winter', '2026-01-05T08:00:00+01:00'],
		['on a Saturday at 19:59', '2026-01-10T19:59:00+01:00'],
		['within the last minute of the evening', '2026-01-05T19:59:30+01:00'],
		['on a Monday at 8:00 in summer', '2026-07-06T08:00:00+02:00'],
		['when it is day in Paris and night elsewhere', '2026-07-06T02:00:00-10:00'],
	])('%s', (_when, instant) => {
		expect(isOutsideMarketingHours(new Date(instant))).toBe(false);
	});
});

describe('a marketing message may not leave', () => {
	it.each([
		['at 7:59', '2026-01-05T07:59:00+01:00'],
		['within the last minute before 8:00', '2026-01-05T07:59:30+01:00'],
		['from 20:00 on', '2026-01-05T20:00:00+01:00'],
		['at night', '2026-07-06T23:30:00+02:00'],
		['on a Sunday at noon', '2026-01-11T12:00:00+01:00'],
		['when it is Sunday in Paris and Saturday elsewhere', '2026-01-10T20:00:00-05:00'],
	])('%s', (_when, instant) => {
		expect(isOutsideMarketingHours(new Date(instant))).toBe(true);
	});
});
