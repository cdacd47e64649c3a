import { sleep, type IDataObject } from 'n8n-workflow';

import {
	EventDeduplication,
	type EventState,
	savedEvents,
} from '../../../nodes/engine/webhook/deduplication';
import { fakeCall, type FakeResponse } from './fakeContext';

/** Ids that differ in their first digits, as a hash does. */
const eventId = (number: number): string =>
	number.toString(16).padStart(32, '0').split('').reverse().join('');

/** What the static data holds of the events with these numbers. */
const entries = (numbers: number[]): string =>
	numbers.map((number) => ` ${eventId(number).slice(0, 14)}`).join('');

let now = Date.parse('2026-03-01T12:00:00Z');
/** Fewer than outside tests. */
const remembered = 200;
const deduplication = new EventDeduplication(() => now, remembered);

/** A workflow that no other test has used: what is remembered is remembered by workflow. */
let workflowId = '';
let workflows = 0;
beforeEach(() => {
	workflows += 1;
	workflowId = `workflow ${workflows}`;
});

interface Arrival {
	/** What n8n has saved when the callback comes in; what the receiver remembers is written into it. */
	staticData?: IDataObject;
	/** The status of the response; unless given, that of an event that n8n could not store. */
	end?: number;
}

/** What was put off to the next turn of the event loop is done when it resolves: timers of equal length keep their order. */
const nextTurn = (): Promise<void> => sleep(0);

/** One callback from its arrival to the end of its response. */
async function arrive(number: number, { staticData = {}, end = 500 }: Arrival = {}): Promise<EventState> {
	const { context, response } = fakeCall({ workflowId, staticData });
	const state = deduplication.arrive(context, eventId(number));
	if (state === 'new') deduplication.save(context, eventId(number));
	await nextTurn();
	response.finish(end);
	return state;
}

/** Callbacks that n8n has stored, one after the other. */
function arriveOneByOne(first: number, last: number, process = deduplication): void {
	for (let number = first; number <= last; number++) {
		const { context, response } = fakeCall({ workflowId });
		process.arrive(context, eventId(number));
		response.finish(200);
	}
}

describe('the memory in the static data', () => {
	test('knows an event again once it is saved', async () => {
		const staticData: IDataObject = {};
		expect(await arrive(1, { staticData })).toBe('new');
		expect(await arrive(1, { staticData: { ...staticData } })).toBe('completed');
		expect(await arrive(2, { staticData: { ...staticData } })).toBe('new');
	});

	test('is left alone for an event that it knows', async () => {
		const staticData: IDataObject = {};
		await arrive(1, { staticData });
		expect(await arrive(1, { staticData: Object.freeze({ ...staticData }) })).toBe('completed');
	});

	test('is empty where the static data is not its own', async () => {
		const staticData: IDataObject = { events: 42 };
		expect(await arrive(1, { staticData })).toBe('new');
		expect(staticData.events).toBe(entries([1]));
		expect(await arrive(1, { staticData })).toBe('completed');
	});

	test('holds the last 250 events, the newest last, in one string', async () => {
		const staticData: IDataObject = {};
		for (let number = 0; number <= savedEvents; number++) await arrive(number, { staticData });
		expect(staticData.events).toHaveLength(savedEvents * 15);
		expect(staticData.events).toMatch(new RegExp(`^${entries([1])} `));
		expect(staticData.events).toMatch(new RegExp(`${entries([savedEvents])}$`));
		expect(await arrive(1, { staticData: { ...staticData } })).toBe('completed');
		expect(await arrive(0, { staticData: { ...staticData } })).toBe('new');
	});

	describe('kept by a poll, as n8n saves what it knew before', () => {
		/** What n8n has saved of the trigger: nothing later than its first event. */
		const staticData = (): IDataObject => ({ events: entries([1]) });

		/** How an event is received after a restart. */
		function afterRestart(number: number, globalData: IDataObject): EventState {
			const { context } = fakeCall({ workflowId, staticData: staticData(), globalData });
			return new EventDeduplication(() => now, remembered).arrive(context, eventId(number));
		}

		test('knows them after a restart', () => {
			const globalData: IDataObject = { own: 1 };
			arriveOneByOne(1, 3);
			deduplication.keep(fakeCall({ workflowId, globalData }).context);
			expect(globalData).toEqual({ own: 1, 'smsboxEvents node-1': entries([1, 2, 3]) });
			expect([1, 2, 3, 4].map((number) => afterRestart(number, globalData))).toEqual([
				...['completed', 'completed', 'completed', 'new'],
			]);
			expect(afterRestart(2, { 'smsboxEvents node-2': entries([2]) })).toBe('new');
		});

		test('has the newest 250, of earlier polls too', () => {
			const globalData: IDataObject = {};
			for (let first = 0; first < 300; first += 50) {
				arriveOneByOne(first, first + 49);
				deduplication.keep(fakeCall({ workflowId, globalData }).context);
			}
			const numbers = Array.from({ length: savedEvents }, (_, index) => index + 50);
			expect(globalData).toEqual({ 'smsboxEvents node-1': entries(numbers) });
		});

		test('has all 250 that came between two polls, where 250 were kept before', () => {
			const globalData: IDataObject = {};
			const usual = new EventDeduplication(() => now);
			for (const first of [1, 1 + savedEvents]) {
				const numbers = Array.from({ length: savedEvents }, (_, index) => first + index);
				arriveOneByOne(first, first + savedEvents - 1, usual);
				usual.keep(fakeCall({ workflowId, globalData }).context);
				expect(globalData).toEqual({ 'smsboxEvents node-1': entries(numbers) });
			}
		});

		test('has what another process has kept since, but for the newest of this one', () => {
			const globalData: IDataObject = {};
			const usual = new EventDeduplication(() => now);
			arriveOneByOne(1, 150);
			deduplication.keep(fakeCall({ workflowId, globalData }).context);
			const others = Array.from({ length: savedEvents }, (_, index) => 10_000 + index);
			arriveOneByOne(10_000, 9_999 + savedEvents, usual);
			usual.keep(fakeCall({ workflowId, globalData }).context);
			deduplication.keep(fakeCall({ workflowId, globalData }).context);
			const newest = Array.from({ length: 100 }, (_, index) => 51 + index);
			expect(globalData).toEqual({ 'smsboxEvents node-1': entries([...others.slice(100), ...newest]) });
		});

		test('has none of another workflow', () => {
			const globalData: IDataObject = {};
			arriveOneByOne(1, 3);
			deduplication.keep(fakeCall({ workflowId: workflowId.slice(0, -1), globalData }).context);
			deduplication.keep(fakeCall({ workflowId: `${workflowId} b`, globalData }).context);
			expect(globalData).toEqual({});
		});
	});

	/** Calls that come while others are under way; gives the end of all. */
	async function together(numbers: number[], copies: IDataObject[]): Promise<() => void> {
		const calls = copies.map((staticData, index) => {
			const call = fakeCall({ workflowId, staticData });
			expect(deduplication.arrive(call.context, eventId(numbers[index] ?? 0))).toBe('new');
			deduplication.save(call.context, eventId(numbers[index] ?? 0));
			return call;
		});
		await nextTurn();
		return () => {
			for (const { response } of calls) response.finish(200);
		};
	}

	test('is saved by the first of the calls at the same time; the next takes the others along', async () => {
		const saved: IDataObject = {};
		await arrive(1, { staticData: saved, end: 200 });
		const copies = [2, 3, 4].map(() => ({ ...saved }));
		const answerAll = await together([2, 3, 4], copies);
		expect(copies.map(({ events }) => events)).toEqual([entries([1, 2]), entries([1]), entries([1])]);
		answerAll();

		const staticData: IDataObject = { ...copies[0] };
		expect(await arrive(5, { staticData })).toBe('new');
		expect(staticData.events).toBe(entries([1, 2, 3, 4, 5]));
	});

	test('is saved by every sixteenth of many calls at the same time', async () => {
		const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
		const copies = numbers.map((): IDataObject => ({}));
		const answerAll = await together(numbers, copies);
		const savers = numbers.filter((_, index) => copies[index]?.events !== undefined);
		expect(savers).toEqual([1, 17, 33]);
		answerAll();

		const staticData: IDataObject = {};
		await arrive(41, { staticData });
		expect(staticData.events).toBe(entries([...numbers, 41]));
	});

	test('gets back what another call has overwritten', async () => {
		const old: IDataObject = {};
		await arrive(1, { staticData: old, end: 200 });
		await arrive(2, { staticData: { ...old }, end: 200 });
		const staticData: IDataObject = { ...old };
		await arrive(3, { staticData });
		expect(staticData.events).toBe(entries([1, 2, 3]));
	});

	test('gets back at once what was overwritten, as n8n 1 saves nothing later, and the event in the next turn', async () => {
		await arrive(1, { end: 200 });
		const staticData: IDataObject = {};
		const { context } = fakeCall({ workflowId, staticData });
		deduplication.arrive(context, eventId(2));
		deduplication.save(context, eventId(2));
		expect(staticData.events).toBe(entries([1]));
		await nextTurn();
		expect(staticData.events).toBe(entries([1, 2]));
	});

	test('gets back the newest hundred of what was overwritten', async () => {
		arriveOneByOne(1, 150);
		const staticData: IDataObject = {};
		await arrive(151, { staticData });
		expect(staticData.events).toBe(entries(Array.from({ length: 101 }, (_, index) => 51 + index)));
	});

	test('is saved by a call whose caller has gone', async () => {
		await arrive(1, { end: 200 });
		const staticData: IDataObject = {};
		const gone = fakeCall({ workflowId, staticData });
		gone.response.close();
		expect(deduplication.arrive(gone.context, eventId(2))).toBe('new');
		deduplication.save(gone.context, eventId(2));
		await nextTurn();
		expect(staticData.events).toBe(entries([1, 2]));
		expect(await arrive(3, { staticData })).toBe('new');
		expect(staticData.events).toBe(entries([1, 2, 3]));
	});

	test('does not get back what n8n could not store', async () => {
		await arrive(1, { end: 500 });
		const staticData: IDataObject = {};
		await arrive(2, { staticData });
		expect(staticData.events).toBe(entries([2]));
	});

	test('keeps what other processes have received lately, however much this one has answered', async () => {
		arriveOneByOne(0, savedEvents - 1);
		const others = Array.from({ length: savedEvents }, (_, index) => 10_000 + index);
		const staticData: IDataObject = { events: entries(others) };
		await arrive(5_000, { staticData });
		expect(staticData.events).toHaveLength(savedEvents * 15);
		expect(staticData.events).toContain(entries(others.slice(-140)));
	});

	test('does not take the end of one event and the beginning of the next for an event', () => {
		const { context } = fakeCall({ workflowId, staticData: {} });
		expect(deduplication.arrive(context, 'aaaaaaaabbbbbbbb')).toBe('new');
		expect(deduplication.arrive(context, 'ccccccccdddddddd')).toBe('new');
		expect(deduplication.arrive(context, 'bbbbbbbbcccccccc')).toBe('new');
	});
});

describe('the memory of this process', () => {
	test('is not shared between workflows', async () => {
		expect(await arrive(1, { end: 200 })).toBe('new');
		workflowId = 'another workflow';
		expect(await arrive(1)).toBe('new');
	});

	test('holds at least so many events, and twice as many at most', async () => {
		arriveOneByOne(0, 2 * remembered);
		expect(await arrive(remembered)).toBe('completed');
		expect(await arrive(remembered - 1)).toBe('new');
	});

	test('holds an event that the service repeats as often as its answer is lost', async () => {
		expect(await arrive(0, { end: 200 })).toBe('new');
		for (let repetitions = 1; repetitions <= 5; repetitions++) {
			arriveOneByOne(repetitions * 1_000, repetitions * 1_000 + remembered - 2);
			expect(await arrive(0, { end: 200 })).toBe('completed');
		}
	});

	test('holds every event of 15 minutes, when 25 a second come', async () => {
		const usual = new EventDeduplication(() => now);
		const stateOf = (number: number): EventState => {
			const { context, response } = fakeCall({ workflowId });
			const state = usual.arrive(context, eventId(number));
			response.finish(200);
			return state;
		};
		// The answer left this side, and never came to the other one.
		expect(stateOf(0)).toBe('new');
		for (let number = 1; number <= 25 * 900; number++) stateOf(number);
		expect(stateOf(0)).toBe('completed');
	});
});

test.each(['while n8n stores the event', 'before the event was read'])(
	'a caller who goes %s has the event remembered with the next one',
	async (when) => {
		const { context, response } = fakeCall({ workflowId });
		if (when.startsWith('before')) response.close();
		deduplication.arrive(context, eventId(1));
		response.close();
		response.answer(200);
		const staticData: IDataObject = {};
		await arrive(2, { staticData });
		expect(staticData.events).toBe(entries([1, 2]));
	},
);

describe('the transition table', () => {
	const entry = eventId(7);
	const tenMinutes = 10 * 60_000;
	type Step = keyof typeof steps;
	const steps = {
		'answers 200': (response: FakeResponse) =>
			response.closed ? response.answer(200) : response.finish(200),
		'answers 500': (response: FakeResponse) =>
			response.closed ? response.answer(500) : response.finish(500),
		disconnects: (response: FakeResponse) => response.close(),
		'ten minutes': () => void (now += tenMinutes),
		'almost ten minutes': () => void (now += tenMinutes - 1),
		'comes again': async () => expect(await arrive(7, { end: 503 })).toBe('inFlight'),
		'other events': () => arriveOneByOne(100, 100 + 2 * remembered),
	};
	const rows: Array<[Step[], EventState]> = [
		[[], 'inFlight'],
		[['answers 200'], 'completed'],
		[['answers 500'], 'new'],
		[['comes again', 'answers 200'], 'completed'],
		[['comes again', 'answers 500'], 'new'],
		[['disconnects'], 'inFlight'],
		[['disconnects', 'comes again'], 'inFlight'],
		[['disconnects', 'answers 200'], 'completed'],
		[['disconnects', 'answers 500'], 'new'],
		[['disconnects', 'almost ten minutes'], 'inFlight'],
		[['disconnects', 'ten minutes'], 'new'],
		[['ten minutes'], 'inFlight'],
		[['answers 200', 'ten minutes'], 'completed'],
		[['answers 200', 'other events'], 'new'],
		[['disconnects', 'answers 200', 'other events'], 'new'],
	];

	async function stateAfter(taken: readonly Step[], isGone: boolean): Promise<EventState> {
		const { context, response } = fakeCall({ workflowId });
		if (isGone) response.close();
		expect(deduplication.arrive(context, entry)).toBe('new');
		for (const step of taken) await steps[step](response);
		return deduplication.arrive(fakeCall({ workflowId }).context, entry);
	}

	test.each(rows)('a new event that %j is %s', async (taken, expected) => {
		expect(await stateAfter(taken, false)).toBe(expected);
	});

	test.each(rows.filter(([[first]]) => first === 'disconnects'))(
		'so is one whose caller had gone before: %j, %s',
		async ([, ...taken], expected) => expect(await stateAfter(taken, true)).toBe(expected),
	);
});
