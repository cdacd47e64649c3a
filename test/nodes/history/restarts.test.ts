import fc from 'fast-check';
import { PollSessions } from '../../../nodes/engine/polling/pollSessions';
import {
	advance,
	type HistoryRules,
	type HistoryState,
	startAt,
	type TimedRecord,
} from '../../../nodes/SmsboxHistoryTrigger/historyState';
import { readState, writeState } from '../../../nodes/SmsboxHistoryTrigger/storedState';
import { smsStatus } from '../../../protocol/sms/statuses';

/** What happens, one after the other. */
type Step = 'send' | 'sendLate' | 'transmit' | 'deliver' | 'poll' | 'kill' | 'killInPoll' | 'minute' | 'hour';

const steps = fc.array(
	fc.constantFrom<Step>(
		...(['send', 'send', 'sendLate', 'transmit', 'deliver', 'deliver', 'poll', 'poll'] as const),
		...(['poll', 'kill', 'killInPoll', 'minute', 'minute', 'hour'] as const),
	),
	{ minLength: 20, maxLength: 120 },
);

const rules: HistoryRules = { events: new Set(['finalStatus']), isChosen: () => true, lookBackDays: 30 };
const node = {
	id: 'n',
	name: 'n',
	type: 't',
	typeVersion: 2,
	position: [0, 0] satisfies [number, number],
	parameters: {},
};
const context = { getWorkflow: () => ({ id: 'w' }), getNode: () => node };

/** Plays the steps, and returns how often each message came, and how many should have. */
function play(script: readonly Step[], begin: number) {
	let now = begin;
	const history: TimedRecord[] = [];
	const came = new Map<string, number>();
	let saved = writeState(startAt(new Date(now)), 'first');
	let sessions = new PollSessions<HistoryState>(() => now);
	let polls = 0;

	const poll = (isKilled: boolean): void => {
		const session = sessions.begin(context);
		const state = session?.recall(saved) ?? readState(saved);
		if (session === undefined || state === undefined) throw new Error('No state');
		const records = [...history].sort((one, other) => other.at - one.at);
		const { found, next } = advance(state, records, rules, new Date(now));
		if (found.length > 0) saved = writeState(state, String(++polls));
		session.keep(saved, next);
		session.end();
		for (const { record } of isKilled ? [] : found) {
			const key = record.reference ?? '';
			came.set(key, (came.get(key) ?? 0) + 1);
		}
	};
	const restart = (): void => {
		sessions = new PollSessions<HistoryState>(() => now);
	};
	const send = (late: number): void => {
		const at = Math.floor(Math.max(now - late, begin) / 1000);
		const sentAt = new Date(at * 1000).toISOString();
		history.push({
			reference: String(history.length),
			to: '33600123456',
			status: smsStatus('-1'),
			sentAt,
			at,
		});
	};
	const change = (from: string, code: string): void => {
		const record = history.find(({ status }) => status.code === from);
		if (record) record.status = smsStatus(code);
	};
	const actions: Record<Step, () => void> = {
		send: () => send(0),
		sendLate: () => send(50 * 60_000),
		transmit: () => change('-1', '9'),
		deliver: () => change('9', '0'),
		poll: () => poll(false),
		kill: restart,
		killInPoll: () => {
			poll(true);
			restart();
		},
		minute: () => {
			now += 60_000;
		},
		hour: () => {
			now += 3_600_000;
		},
	};
	for (const step of script) actions[step]();
	poll(false);
	const final = history.filter(({ status }) => status.code === '0').map(({ reference }) => reference ?? '');
	return { came, final };
}

const begins = fc
	.constantFrom('2026-06-15T10:00:00Z', '2026-03-29T00:30:00Z')
	.map((text) => Date.parse(text));

it('every final status comes once where n8n runs on', () => {
	const running = steps.map((script) => script.filter((step) => !step.startsWith('kill')));
	fc.assert(
		fc.property(running, begins, (script, begin) => {
			const { came, final } = play(script, begin);
			expect([...came].sort()).toEqual(final.map((reference) => [reference, 1]).sort());
		}),
		{ numRuns: 500 },
	);
});

it('every final status comes, again perhaps, however often n8n is killed', () => {
	fc.assert(
		fc.property(steps, begins, (script, begin) => {
			const { came, final } = play(script, begin);
			expect([...came.keys()].sort()).toEqual([...final].sort());
		}),
		{ numRuns: 500 },
	);
});

it('a kill repeats no more than one poll', () => {
	fc.assert(
		fc.property(steps, begins, (script, begin) => {
			const kills = script.filter((step) => step.startsWith('kill')).length;
			const { came } = play(script, begin);
			for (const times of came.values()) expect(times).toBeLessThanOrEqual(1 + kills);
		}),
		{ numRuns: 300 },
	);
});
