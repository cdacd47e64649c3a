import {
	advance,
	firstState,
	type FoundEvent,
	type HistoryEventKind,
	type HistoryRules,
	type HistoryState,
	readFrom,
	startAt,
	type TimedRecord,
} from '../../../nodes/SmsboxHistoryTrigger/historyState';
import { smsStatus } from '../../../protocol/sms/statuses';

const day = 24 * 3600;
const noon = Date.parse('2026-06-15T12:00:00Z') / 1000;
const every: HistoryEventKind[] = ['finalStatus', 'statusChanged', 'newMessage', 'statusUnknown'];

const rulesOf = (events: HistoryEventKind[], more: Partial<HistoryRules> = {}): HistoryRules => ({
	events: new Set(events),
	isChosen: () => true,
	lookBackDays: 2,
	...more,
});

/** A record by its age at noon. */
const record = (
	code: string,
	{ age = 0, reference = '1001', to = '33600123456' }: Record<string, number | string | null> = {},
): TimedRecord => {
	const at = noon - Number(age);
	return {
		sentAt: new Date(at * 1000).toISOString(),
		reference: reference === null ? null : String(reference),
		to: String(to),
		status: smsStatus(code),
		raw: `${reference}`,
		at,
	};
};

const at = (seconds: number) => new Date(seconds * 1000);
const named = (found: readonly FoundEvent[]) =>
	found.map(({ event, record: { reference, status } }) => `${event} ${reference} ${status.code}`);

/** A poll at noon, or so many seconds later. */
function poll(state: HistoryState, records: TimedRecord[], rules: HistoryRules, later = 0) {
	const { found, next } = advance(state, records, rules, at(noon + later));
	return { found: named(found), next };
}

const morning = startAt(at(noon - 3600));

describe('a message', () => {
	it.each<[events: HistoryEventKind[], codes: string[], found: string[][]]>([
		[['finalStatus'], ['-1', '9', '0', '0'], [[], [], ['delivery_report 1001 0'], []]],
		[['finalStatus'], ['0', '0'], [['delivery_report 1001 0'], []]],
		[['finalStatus'], ['10', '0'], [['delivery_report 1001 10'], []]],
		[['finalStatus'], ['30', '39', '30', '36', '33'], [[], [], [], ['delivery_report 1001 36'], []]],
		[
			['finalStatus'],
			['-1', '42', '42', '0'],
			[[], ['delivery_report 1001 42'], [], ['delivery_report 1001 0']],
		],
		[
			['statusChanged'],
			['-1', '9', '9', '0', '0'],
			[[], ['delivery_report 1001 9'], [], ['delivery_report 1001 0'], []],
		],
		[
			['statusChanged', 'finalStatus'],
			['9', '0'],
			[['delivery_report 1001 9'], ['delivery_report 1001 0']],
		],
		[['newMessage'], ['-1', '9', '0'], [['new_message 1001 -1'], [], []]],
		[
			['newMessage', 'finalStatus'],
			['0', '0'],
			[['new_message 1001 0', 'delivery_report 1001 0'], []],
		],
		[['statusUnknown'], ['-1', '9', '0'], [[], [], []]],
	])('%j of %j', (events, codes, found) => {
		let state = morning;
		const polls = codes.map((code) => {
			const result = poll(state, [record(code)], rulesOf(events));
			state = result.next;
			return result.found;
		});
		expect(polls).toEqual(found);
	});

	it('starts nothing for a status that is not chosen, and is not asked about again', () => {
		const rules = rulesOf(['finalStatus'], { isChosen: (code) => code !== '0' });
		const first = poll(morning, [record('0'), record('1', { reference: '1002' })], rules);
		expect(first.found).toEqual(['delivery_report 1002 1']);
		expect(first.next.open.size).toBe(0);
	});

	it('is one for each recipient of a reference, and for each time without a reference', () => {
		const records = [
			record('0'),
			record('0', { to: '33600123457' }),
			record('0', { reference: null }),
			record('0', { reference: null, age: 1 }),
			record('9', { reference: null, age: 2 }),
		];
		const first = poll(morning, records, rulesOf(['finalStatus']));
		expect(first.found).toHaveLength(4);
		expect(poll(first.next, records, rulesOf(['finalStatus'])).found).toEqual([]);
	});

	it('counts once where the next page repeats it', () => {
		const records = [
			record('0'),
			record('0'),
			record('9', { reference: '7' }),
			record('9', { reference: '7' }),
		];
		const { found, next } = poll(morning, records, rulesOf(every));
		expect(found).toEqual([
			'new_message 7 9',
			'delivery_report 7 9',
			'new_message 1001 0',
			'delivery_report 1001 0',
		]);
		expect(poll(next, records, rulesOf(every)).found).toEqual([]);
	});

	it('comes in the order of sending', () => {
		const records = [3, 5, 8].map((age) => record('0', { age, reference: age }));
		expect(poll(morning, records, rulesOf(['finalStatus'])).found).toEqual([
			'delivery_report 8 0',
			'delivery_report 5 0',
			'delivery_report 3 0',
		]);
	});
});

describe('the look-back', () => {
	const open = poll(morning, [record('9')], rulesOf(every)).next;

	it('ends once, with the status that the message still has', () => {
		const within = poll(open, [record('9')], rulesOf(every), 2 * day);
		expect(within.found).toEqual([]);
		const after = poll(within.next, [record('9')], rulesOf(every), 2 * day + 1);
		expect(after.found).toEqual(['status_unknown 1001 9']);
		expect(after.next.open.size).toBe(0);
		expect(poll(after.next, [record('9')], rulesOf(every), 2 * day + 2).found).toEqual([]);
		expect(poll(after.next, [record('0')], rulesOf(every), 2 * day + 3).found).toEqual([]);
	});

	it('ends for a message that the history no longer has', () => {
		const { found } = advance(open, [], rulesOf(every), at(noon + 2 * day + 1));
		expect(named(found)).toEqual(['status_unknown 1001 9']);
		expect(found[0]?.record).toMatchObject({
			to: '33600123456',
			sentAt: new Date(noon * 1000).toISOString(),
		});
		expect(found[0]?.record.raw).toBeUndefined();
	});

	it('ends silently where the event is not chosen', () => {
		const after = poll(open, [record('9')], rulesOf(['finalStatus']), 2 * day + 1);
		expect(after).toMatchObject({ found: [], next: { open: new Map() } });
	});

	it('gives one last look: a final status is reported as such', () => {
		expect(poll(open, [record('0')], rulesOf(every), 2 * day + 60).found).toEqual(['delivery_report 1001 0']);
	});

	it('leaves out what was sent before it while n8n was off', () => {
		const records = [
			record('0', { age: -5 * day, reference: 'new' }),
			record('0', { age: -60, reference: 'old' }),
		];
		expect(poll(open, records, rulesOf(every), 5 * day).found).toEqual([
			'status_unknown 1001 9',
			'new_message new 0',
			'delivery_report new 0',
		]);
	});

	it.each<[state: HistoryState | undefined, later: number, from: number]>([
		[undefined, 0, noon - 3600],
		[morning, 0, noon - 3600],
		[open, day, noon - 3600],
		[{ ...open, since: noon }, day, noon],
		[{ ...open, since: noon + 3600 }, day, noon],
		[open, 2 * day + 60, noon],
		[open, 3.5 * day, noon + 0.5 * day],
	])('is read as far as needed', (state, later, from) => {
		expect(readFrom(state, rulesOf(every), at(noon + later))).toEqual(at(from));
	});
});

describe('records that appear late', () => {
	it('are new when they are less than an hour older than the latest', () => {
		const first = poll(morning, [record('0', { age: 60 })], rulesOf(['finalStatus']));
		const late = [record('0', { age: 60 }), record('0', { age: 3600, reference: 'late' })];
		expect(poll(first.next, late, rulesOf(['finalStatus'])).found).toEqual(['delivery_report late 0']);
	});

	it('are not lost in the second that the last poll ended in', () => {
		const first = poll(morning, [record('0')], rulesOf(['finalStatus']));
		const more = [record('0', { reference: '1002' }), record('0')];
		expect(poll(first.next, more, rulesOf(['finalStatus'])).found).toEqual(['delivery_report 1002 0']);
	});

	it('make the state no larger than 5,000 messages, except those of the latest second', () => {
		const spread = Array.from({ length: 20_000 }, (_, index) =>
			record('0', { age: index / 10, reference: index }),
		);
		const records = spread.map((one) => ({ ...one, at: Math.floor(one.at) }));
		const { next, found } = poll(morning, records, rulesOf(['finalStatus']));
		expect(found).toHaveLength(20_000);
		expect(next.handled.size).toBeGreaterThan(4_900);
		expect(next.handled.size).toBeLessThanOrEqual(5_000);
		expect(poll(next, records, rulesOf(['finalStatus'])).found).toEqual([]);

		const same = records.map((one) => ({ ...one, at: noon }));
		const burst = poll(morning, same, rulesOf(['finalStatus']));
		expect(burst.next.handled.size).toBe(20_000);
		expect(poll(burst.next, same, rulesOf(['finalStatus'])).found).toEqual([]);
	});

	it('may be dated in the future', () => {
		const future = record('0', { age: -3 * 3600, reference: 'future' });
		const first = poll(morning, [future, record('0')], rulesOf(['finalStatus']));
		expect(first.found).toHaveLength(2);
		const second = poll(
			first.next,
			[future, record('0', { age: -60, reference: 'now' }), record('0')],
			rulesOf(['finalStatus']),
			61,
		);
		expect(second.found).toEqual(['delivery_report now 0']);
	});
});

describe('a history that lacks handled messages for a while', () => {
	const rules = rulesOf(['finalStatus']);
	const whole = [record('0', { age: 5 }), record('0', { age: 10, reference: '1002' })];
	const first = poll(morning, whole, rules);

	it.each([
		['all', []],
		['the newest', whole.slice(1)],
		['the oldest', whole.slice(0, 1)],
		['all but those of another recipient', [record('0', { reference: '1003', to: '33600123457' })]],
	])('repeats none when they are back: %s', (_which, answer) => {
		const lacking = poll(first.next, answer, rules, 60);
		expect(poll(lacking.next, [...answer, ...whole], rules, 120).found).toEqual([]);
	});

	it('forgets them once they have left the look-back', () => {
		const lacking = poll(first.next, [], rules, 60);
		const later = [record('0', { age: -3 * day, reference: 'later' })];
		expect(poll(lacking.next, later, rules, 3 * day).next.handled.size).toBe(1);
	});

	it('remembers 5,000 messages at most', () => {
		let { next } = poll(morning, [record('0', { reference: 'deleted' })], rules);
		for (let hour = 1; hour <= 20; hour++) {
			const sent = Array.from({ length: hour * 1_000 }, (_, index) =>
				record('0', { age: -Math.floor(index * 3.6), reference: index }),
			);
			next = poll(next, sent.reverse(), rules, hour * 3600).next;
			expect(next.handled.size).toBeLessThanOrEqual(5_000);
		}
		expect(next.since).toBeGreaterThan(noon);
	});
});

describe('the first poll', () => {
	it('takes everything that is there for handled, whatever the clock of the service says', () => {
		const there = [
			record('0', { age: -120 }),
			record('9', { age: 10, reference: '2' }),
			record('-1', { age: day, reference: '3' }),
		];
		const state = firstState(there, at(noon));
		const after = [
			record('0', { age: 60, reference: 'sent' }),
			...there.map((one) => ({ ...one, status: smsStatus('1') })),
		];
		expect(poll(state, after, rulesOf(every), 60).found).toEqual([
			'new_message sent 0',
			'delivery_report sent 0',
		]);
	});
});

describe('the hour that Paris has twice', () => {
	/** 02:00 for the first time: 00:00 UTC. */
	const first = Date.parse('2026-10-25T00:00:00Z') / 1000;
	/** As the history has it, and it is read: the second pass as the first one. */
	const sent = (instant: number, code: string): TimedRecord => {
		const read = instant >= first + 3600 && instant < first + 7200 ? instant - 3600 : instant;
		return { ...record(code, { reference: instant }), at: read, sentAt: new Date(read * 1000).toISOString() };
	};
	const minutes = (from: number, to: number) =>
		Array.from({ length: to - from }, (_, index) => first + (from + index) * 60 + 7);

	it.each([
		[1, startAt(at(first - 1800))],
		[100, startAt(at(first - 1800))],
	])('loses nothing and repeats nothing, with %s messages a minute', (many, begin) => {
		const history: TimedRecord[] = [];
		let state: HistoryState = begin;
		const found: string[] = [];
		for (const instant of minutes(-20, 200)) {
			for (let copy = 0; copy < many; copy++) {
				history.unshift({ ...sent(instant, '0'), reference: `${instant}.${copy}` });
			}
			const result = advance(state, history, rulesOf(['finalStatus']), at(instant + 20));
			found.push(...named(result.found));
			state = result.next;
		}
		expect(found).toHaveLength(220 * many);
		expect(new Set(found).size).toBe(220 * many);
	});

	it.each(minutes(-2, 122).filter((_, index) => index % 10 === 0))(
		'loses nothing that is sent after a first poll without the history, %s',
		(instant) => {
			const state = startAt(at(instant));
			for (const later of [1, 60, 1800, 3540, 3660, 7260]) {
				const { found } = advance(
					state,
					[sent(instant + later, '0')],
					rulesOf(['finalStatus']),
					at(instant + later),
				);
				expect([later, found.length]).toEqual([later, 1]);
			}
		},
	);
});
