import {
	advance,
	type FoundEvent,
	type HistoryRules,
	type HistoryState,
	firstState,
	type HistoryReading,
	sinceAfter,
	type TimedRecord,
} from '../../../nodes/SmsboxHistoryTrigger/historyState';
import { smsStatus } from '../../../protocol/sms/statuses';

const day = 24 * 3600;
const noon = Date.parse('2026-06-15T12:00:00Z') / 1000;
const every: string[] = ['finalStatus', 'statusChanged', 'newMessage', 'statusUnknown'];

const rulesOf = (events: string[], more: Partial<HistoryRules> = {}): HistoryRules => ({
	...{ events, statuses: [], to: '', account: '1', credentialHash: '', lookBackDays: 2 },
	...more,
});

/** A record by its age at noon. */
const record = (
	code: string,
	{ age = 0, reference = '1001', to = '33600123456' }: Record<string, number | string> = {},
): TimedRecord => {
	const at = noon - Number(age);
	return {
		...{
			reference: String(reference),
			to: String(to),
			status: smsStatus(code),
			raw: `${reference}`,
			seconds: at,
		},
		sentAt: new Date(at * 1000).toISOString(),
		key: `${at};${reference};${to}`,
	};
};

const named = (found: readonly FoundEvent[]) =>
	found.map(({ event, record: { reference, status } }) => `${event} ${reference} ${status.code}`);

/** How many messages are open. */
const openOf = ({ messages }: HistoryState) =>
	[...messages.values()].filter(({ length }) => length > 0).length;

/** What a look finds in the history at a time. */
const lookAt = (state: HistoryState, records: TimedRecord[], now: number): HistoryReading => ({
	records: new Map(
		records
			.filter(({ key, seconds }) => state.messages.get(key)?.length ?? (seconds >= state.since ? 1 : 0))
			.map((one) => [one.key, one]),
	),
	...{
		time: now,
		isComplete: true,
		mark: sinceAfter(Math.max(0, ...records.map(({ seconds: at }) => at)), now),
	},
});

/** A poll at noon, or so many seconds later, that reads everything. */
function poll(state: HistoryState, records: TimedRecord[], rules: HistoryRules, later = 0) {
	const { events: found, next } = advance(state, lookAt(state, records, noon + later), rules);
	return { found: named(found), next };
}

/** A trigger that has seen nothing since eleven. */
const morning = (rules: HistoryRules): HistoryState => ({
	...firstState([], rules, noon - 3600),
});

describe('a message', () => {
	it.each<[events: string[], codes: string[], found: string[][]]>([
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
		[
			['finalStatus'],
			['42', '9', '42', '0'],
			[['delivery_report 1001 42'], [], [], ['delivery_report 1001 0']],
		],
		[['statusChanged'], ['9', '30', '9'], [['delivery_report 1001 9'], ['delivery_report 1001 30'], []]],
	])('%j of %j', (events, codes, found) => {
		let state = morning(rulesOf(events));
		const polls = codes.map((code) => {
			const result = poll(state, [record(code)], rulesOf(events));
			state = result.next;
			return result.found;
		});
		expect(polls).toEqual(found);
	});

	it('starts nothing for a status that is not chosen', () => {
		const rules = rulesOf(['finalStatus'], { statuses: ['1'] });
		const first = poll(morning(rules), [record('0'), record('1', { reference: '1002' })], rules);
		expect(first.found).toEqual(['delivery_report 1002 1']);
		expect(openOf(first.next)).toBe(0);
	});

	it('comes in the order of sending', () => {
		const rules = rulesOf(['finalStatus']);
		const records = [3, 5, 8].map((age) => record('0', { age, reference: age }));
		const { found, next } = poll(morning(rules), records, rules);
		expect(found).toEqual(['delivery_report 8 0', 'delivery_report 5 0', 'delivery_report 3 0']);
		expect(poll(next, records, rules).found).toEqual([]);
	});

	it('is remembered though the history lacks it for a while', () => {
		const rules = rulesOf(['finalStatus']);
		const first = poll(morning(rules), [record('0')], rules);
		const lacking = poll(first.next, [record('0', { age: -60, reference: '1002' })], rules, 60);
		expect(poll(lacking.next, [record('0')], rules, 120).found).toEqual([]);
	});
});

describe('the look-back', () => {
	const rules = rulesOf(every);
	const open = poll(morning(rules), [record('9')], rules).next;
	const late = 2 * day + 1;

	it('ends in the second look that finds the message too old, once', () => {
		const once = poll(open, [record('9')], rules, late);
		expect(once.found).toEqual([]);
		const twice = poll(once.next, [record('9')], rules, late + 60);
		expect(twice.found).toEqual(['status_unknown 1001 9']);
		expect(poll(twice.next, [record('0')], rules, late + 120).found).toEqual([]);
	});

	it('ends with a status that the message has after a long outage', () => {
		expect(poll(open, [record('0')], rules, 10 * day).found).toEqual(['delivery_report 1001 0']);
	});

	it("does not end because n8n's clock is ahead for one poll", () => {
		const ahead = poll(open, [record('9')], rules, 10 * day);
		expect(poll(ahead.next, [record('9')], rules, 60).found).toEqual([]);
	});

	it('ends a week later for a message that the history no longer has', () => {
		const gone = poll(open, [], rules, 9 * day);
		expect(poll(gone.next, [], rules, 9 * day).found).toEqual([]);
		const later = poll(gone.next, [], rules, 9 * day + 60);
		expect(poll(later.next, [], rules, 9 * day + 120).found).toEqual(['status_unknown 1001 9']);
	});

	it('does not end while open messages are not all looked at', () => {
		const rest = { index: 4_950, reached: noon, mark: noon };
		const state = { ...open, checked: noon + late };
		const part = {
			records: new Map(),
			time: noon + late,
			isComplete: false,
			mark: noon,
			rest,
		};
		const { events: found, next } = advance(state, part, rules);
		expect([found, next.rest, next.since]).toEqual([[], rest, open.since]);
	});
});

describe('a record that appears late', () => {
	const rules = rulesOf(['finalStatus']);

	it.each([
		['in the same second', '2026-06-15T12:00:00Z', '2026-06-15T12:00:00Z', 1],
		['after 59 minutes', '2026-06-15T12:00:00Z', '2026-06-15T11:01:00Z', 1],
		['after over an hour', '2026-06-15T12:00:00Z', '2026-06-15T10:59:00Z', 0],
		// 02:58 in the second pass is read as in the first.
		['after the hour that Paris has twice', '2026-10-25T02:00:00Z', '2026-10-25T00:58:00Z', 1],
	])('%s', (_when, newest, sent, count) => {
		const at = (time: string, reference: string) =>
			record('0', { age: noon - Date.parse(time) / 1000, reference });
		const [first, late] = [at(newest, '1'), at(sent, '2')];
		const before = { ...morning(rules), since: first.seconds - day };
		const { next } = advance(before, lookAt(before, [first], first.seconds), rules);
		const { events: found } = advance(next, lookAt(next, [first, late], first.seconds + 60), rules);
		expect(found).toHaveLength(count);
	});
});

describe('the first poll', () => {
	it("takes everything that is there for handled, whatever n8n's clock says", () => {
		const rules = rulesOf(every);
		const there = [
			record('0'),
			record('9', { age: 10, reference: '2' }),
			record('-1', { age: day, reference: '3' }),
		];
		const next = firstState(there, rules, noon + 3 * 3600);
		const after = [
			record('0', { age: -60, reference: 'sent' }),
			...there.map((one) => ({ ...one, status: smsStatus('1') })),
		];
		expect(poll(next, after, rules, 60).found).toEqual(['new_message sent 0', 'delivery_report sent 0']);
	});

	it.each([
		[0, 1],
		[1, 0],
	])('on an empty history, takes what is so many seconds older for new: %d, %d', (age, count) => {
		const rules = rulesOf(['finalStatus']);
		const next = firstState([], rules, noon);
		expect(poll(next, [record('0', { age })], rules, 60).found).toHaveLength(count);
	});
});

describe('a change of filters', () => {
	const all = rulesOf(['finalStatus']);
	const one = rulesOf(['finalStatus'], { to: '33600123456' });
	const mine = record('0');
	const other = record('0', { reference: '1002', to: '33600123457' });

	it('starts nothing from before, for other recipients', () => {
		const first = poll(morning(one), [mine], one);
		const changed = poll(first.next, [other, mine], all, 60);
		expect([changed.found, poll(changed.next, [other, mine], all, 120).found]).toEqual([[], []]);
	});

	it('reports in the next poll what both filters want', () => {
		const changed = poll(morning(all), [mine], one);
		expect(changed.found).toEqual([]);
		expect(poll(changed.next, [mine], one, 60).found).toEqual(['delivery_report 1001 0']);
	});

	it.each([
		[['finalStatus', 'newMessage'], ['statusChanged'], '9', []],
		[['finalStatus'], ['finalStatus', 'newMessage'], '0', ['delivery_report 1001 0']],
		[['newMessage'], ['finalStatus', 'newMessage'], '0', ['new_message 1001 0']],
		[['newMessage'], ['statusChanged', 'newMessage'], '9', ['new_message 1001 9']],
		[every, every.slice(0, 3), '0', ['new_message 1001 0', 'delivery_report 1001 0']],
	])('from %j to %j reports of status %s only %j', (from, to, code, found) => {
		const changed = poll(morning(rulesOf(from)), [record(code)], rulesOf(to));
		const next = poll(changed.next, [record(code)], rulesOf(to), 60);
		const again = poll(next.next, [record(code)], rulesOf(to), 120);
		expect([changed.found, next.found, again.found]).toEqual([[], found, []]);
	});

	it('skips what it could not read', () => {
		const old = record('0', { age: 1_800, reference: '1003', to: '33600123457' });
		const before = morning(one);
		const part = {
			...lookAt(before, [mine], noon),
			...{
				isComplete: false,
				rest: { index: 1, reached: noon - 1_700, mark: noon },
			},
		};
		const { next } = advance(before, part, all);
		expect(next.rest?.index).toBe(0);
		expect(poll(next, [mine, old], all, 60).found).toEqual(['delivery_report 1001 0']);
	});

	it('lets open messages of other recipients go without an event', () => {
		const rules = rulesOf(every);
		const mineOnly = rulesOf(every, { to: '33600123456' });
		const open = poll(morning(rules), [record('9', { to: '33600123457' })], rules).next;
		const changed = poll(open, [], mineOnly, 60);
		expect([changed.found, openOf(changed.next)]).toEqual([[], 0]);
	});

	it('starts nothing for statuses that were not chosen', () => {
		const failures = rulesOf(['finalStatus'], { statuses: ['1'] });
		const changed = poll(morning(failures), [mine], all);
		expect(poll(changed.next, [mine], all, 60).found).toEqual([]);
	});
});
