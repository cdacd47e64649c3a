import fc from 'fast-check';
import {
	earliestReading,
	fromParisTime,
	instantInParis,
	parisDay,
	parisTimeReader,
	parisWallClock,
	toParisTime,
} from '../../protocol/parisTime';
import { invalidInput } from './helpers';

const format = new Intl.DateTimeFormat('en-GB', {
	timeZone: 'Europe/Paris',
	hourCycle: 'h23',
	day: '2-digit',
	month: '2-digit',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	timeZoneName: 'longOffset',
});

/** The time on a wall in Paris, by somebody else's time zone database. */
function wall(instant: Date): { text: string; offset: string } {
	const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
	return {
		text: `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}:${part('second')}`,
		offset: part('timeZoneName').replace('GMT', ''),
	};
}

const minute = 60_000;
const hour = 60 * minute;
const instants = fc.date({
	min: new Date('1997-01-01T00:00:00Z'),
	max: new Date('2037-01-01T00:00:00Z'),
	noInvalidDate: true,
});

/** Minutes around both clock changes of forty years. */
const nearChanges = fc
	.tuple(fc.integer({ min: 1997, max: 2036 }), fc.constantFrom(2, 9), fc.integer({ min: -200, max: 200 }))
	.map(([year, month, minutes]) => {
		const last = new Date(Date.UTC(year, month, 31, 1));
		last.setUTCDate(31 - last.getUTCDay());
		return new Date(last.getTime() + minutes * minute);
	});

const isSecondPass = (instant: Date) => wall(instant).text === wall(new Date(instant.getTime() - hour)).text;

describe('toParisTime', () => {
	it('gives the date and time of the service', () => {
		expect(toParisTime(new Date('2026-01-31T11:30:00Z'))).toEqual({ date: '31/01/2026', time: '12:30' });
		expect(toParisTime(new Date('2026-07-31T22:30:00Z'))).toEqual({ date: '01/08/2026', time: '00:30' });
	});

	it('rounds up to the minute: never earlier than asked', () => {
		expect(toParisTime(new Date('2026-01-31T11:30:00.001Z')).time).toBe('12:31');
		expect(toParisTime(new Date('2026-12-31T22:59:59Z'))).toEqual({ date: '01/01/2027', time: '00:00' });
	});

	it('agrees with the time zone database over forty years, the hour that exists twice excepted', () => {
		fc.assert(
			fc.property(fc.oneof(instants, nearChanges), (instant) => {
				const rounded = new Date(Math.ceil(instant.getTime() / minute) * minute);
				if (isSecondPass(rounded)) return;
				const { date, time } = toParisTime(instant);
				expect(`${date} ${time}:00`).toBe(wall(rounded).text);
			}),
			{ numRuns: 2000 },
		);
	});

	it('skips the hour that Paris skips in March', () => {
		expect(toParisTime(new Date('2026-03-29T00:59:00Z')).time).toBe('01:59');
		expect(toParisTime(new Date('2026-03-29T01:00:00Z')).time).toBe('03:00');
	});

	it('sends the second pass of the repeated hour in October to its end', () => {
		expect(toParisTime(new Date('2026-10-25T00:30:00Z')).time).toBe('02:30');
		expect(toParisTime(new Date('2026-10-25T00:59:30Z')).time).toBe('03:00');
		expect(toParisTime(new Date('2026-10-25T01:00:00Z')).time).toBe('03:00');
		expect(toParisTime(new Date('2026-10-25T01:30:00Z')).time).toBe('03:00');
		expect(toParisTime(new Date('2026-10-25T02:00:00Z')).time).toBe('03:00');
		expect(toParisTime(new Date('2026-10-25T02:01:00Z')).time).toBe('03:01');
	});

	it('refuses an invalid date', () => {
		expect(invalidInput(() => toParisTime(new Date('nonsense'))).field).toBe('scheduleAt');
		expect(invalidInput(() => toParisTime(new Date(8.64e15))).field).toBe('scheduleAt');
		for (const year of ['0999', '9999'])
			expect(invalidInput(() => toParisTime(new Date(`${year}-06-01T12:00:00Z`))).field).toBe('scheduleAt');
	});
});

describe('the wall clock in Paris', () => {
	it('agrees with the time zone database over forty years', () => {
		fc.assert(
			fc.property(fc.oneof(instants, nearChanges), (instant) => {
				const [date = '', time = ''] = new Date(parisWallClock(instant)).toISOString().split(/[T.]/);
				expect(`${date.split('-').reverse().join('/')} ${time}`).toBe(wall(instant).text);
			}),
			{ numRuns: 500 },
		);
	});

	it('is read back, the second pass of the double hour excepted', () => {
		fc.assert(
			fc.property(fc.oneof(instants, nearChanges), (instant) => {
				const back = instantInParis(parisWallClock(instant)).getTime();
				expect([0, 3_600_000]).toContain(instant.getTime() - back);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('fromParisTime', () => {
	it('gives ISO 8601 with the offset that Paris had', () => {
		expect(fromParisTime('20/10/2024 18:15:00')).toBe('2024-10-20T18:15:00+02:00');
		expect(fromParisTime(' 12/11/2024 16:30\n')).toBe('2024-11-12T16:30:00+01:00');
		expect(fromParisTime('12/11/2024 16:30:00')).toBe('2024-11-12T16:30:00+01:00');
	});

	it('agrees with the time zone database over forty years, the second pass excepted', () => {
		fc.assert(
			fc.property(fc.oneof(instants, nearChanges), (instant) => {
				const second = new Date(Math.floor(instant.getTime() / 1000) * 1000);
				if (isSecondPass(second)) return;
				const { text, offset } = wall(second);
				const iso = fromParisTime(text) ?? '';
				expect(new Date(iso)).toEqual(second);
				expect(iso.slice(-6)).toBe(offset);
			}),
			{ numRuns: 2000 },
		);
	});

	it('reads the hour that exists twice as its first pass', () => {
		expect(fromParisTime('25/10/2026 01:59:59')).toBe('2026-10-25T01:59:59+02:00');
		expect(fromParisTime('25/10/2026 02:30:00')).toBe('2026-10-25T02:30:00+02:00');
		expect(fromParisTime('25/10/2026 03:00:00')).toBe('2026-10-25T03:00:00+01:00');
	});

	it('reads the hour that does not exist as if it went on from the hour before', () => {
		expect(fromParisTime('29/03/2026 01:59:59')).toBe('2026-03-29T01:59:59+01:00');
		expect(fromParisTime('29/03/2026 02:30:00')).toBe('2026-03-29T03:30:00+02:00');
		expect(fromParisTime('29/03/2026 03:00:00')).toBe('2026-03-29T03:00:00+02:00');
	});

	it.each([
		...['', 'hello', '31/02/2026 10:00:00', '00/00/0000 00:00:00', '29/02/2026 10:00:00'],
		...['01/13/2026 10:00:00', '01/01/2026 24:00:00', '01/01/2026 10:60:00', '2026-01-01 10:00:00'],
		...['1/1/2026 10:00:00', '01/01/2026', '01/01/2026 10:00:00 and more', 'on 01/01/2026 10:00:00'],
	])('has null for %j', (text) => expect(fromParisTime(text)).toBeNull());
});

describe('parisTimeReader', () => {
	const wireTimeOf = (iso: string | null) => iso && { iso, seconds: Date.parse(iso) / 1000 };

	const written = fc.oneof(
		instants.map((instant) => wall(instant).text),
		nearChanges.map((instant) => wall(instant).text),
		fc.constantFrom('29/03/2026 02', '25/10/2026 02', '31/02/2026 10', '01/01/2026 24', ''),
	);

	it('reads each of many times as it is read alone, whatever came before', () => {
		const rest = fc.constantFrom(':00:00', ':59:59', ':60:00', ':00:60', ':07', '', ' :00:00', ':00:00 ');
		const pairs = fc.tuple(written, rest).map(([time, end]) => [time, `${time.slice(0, 13)}${end}`]);
		fc.assert(
			fc.property(fc.array(pairs, { maxLength: 20 }), (groups) => {
				const [read, texts] = [parisTimeReader(), groups.flat()];
				expect(texts.map((text) => [text, read(text)])).toEqual(
					texts.map((text) => [text, wireTimeOf(fromParisTime(text))]),
				);
			}),
			{ numRuns: 500 },
		);
	});
});

describe('parisDay', () => {
	it.each([
		['2026-01-31T22:59:59Z', '2026-01-31'],
		['2026-01-31T23:00:00Z', '2026-02-01'],
		['2026-07-31T21:59:59Z', '2026-07-31'],
		['2026-07-31T22:00:00Z', '2026-08-01'],
	])('is the day of a clock in Paris: %s', (instant, day) => expect(parisDay(new Date(instant))).toBe(day));
});

describe('earliestReading', () => {
	it('is the earliest time that is read for anything sent in the three hours that follow', () => {
		const begin = Date.parse('2026-10-24T23:00:00Z');
		const readings = Array.from({ length: 9 * 60 }, (_, index) => {
			const at = begin + index * minute;
			return { at, read: Date.parse(fromParisTime(wall(new Date(at)).text) ?? '') };
		});
		const sent = readings.slice(0, -180);
		expect(sent.map(({ at }) => [at, earliestReading(at)])).toEqual(
			sent.map(({ at }, index) => [at, Math.min(...readings.slice(index).map(({ read }) => read))]),
		);
	});

	it('is the time itself in spring, and all year', () => {
		const [first, end] = [Date.parse('2026-01-01'), Date.parse('2026-10-24')];
		const times = Array.from(
			{ length: Math.ceil((end - first) / (53 * minute)) },
			(_, index) => first + index * 53 * minute,
		);
		expect(times.map(earliestReading)).toEqual(times);
	});
});
