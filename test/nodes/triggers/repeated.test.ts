import { ObservableObject, type IDataObject } from 'n8n-workflow';

import { judge, rememberedEvents, type Verdict } from '../../../nodes/engine/receiver/repeated';
import { fakeCall } from './fakeContext';

/** Ids that differ in their first digits, as a hash does. */
const eventId = (number: number): string =>
	number.toString(16).padStart(32, '0').split('').reverse().join('');

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
	/** The end of the response: its status, or that it was cut off. */
	end?: number | 'cut off';
}

/** One callback from its arrival to the end of its response. */
function arrive(number: number, { staticData = {}, end = 'cut off' }: Arrival = {}): Verdict {
	const { context, response } = fakeCall({ workflowId, staticData });
	const verdict = judge(context, eventId(number));
	if (end === 'cut off') response.close();
	else response.finish(end);
	return verdict;
}

describe('the memory in the static data', () => {
	test('knows an event again once it is saved', () => {
		const staticData: IDataObject = {};
		expect(arrive(1, { staticData })).toBe('new');
		expect(arrive(1, { staticData: { ...staticData } })).toBe('repeated');
		expect(arrive(2, { staticData: { ...staticData } })).toBe('new');
	});

	test('is left alone for an event that it knows', () => {
		const staticData: IDataObject = {};
		arrive(1, { staticData });
		expect(arrive(1, { staticData: Object.freeze({ ...staticData }) })).toBe('repeated');
	});

	test('is empty where the static data is not its own', () => {
		const staticData: IDataObject = { events: 42 };
		expect(arrive(1, { staticData })).toBe('new');
		expect(arrive(1, { staticData })).toBe('repeated');
	});

	test('holds the last 2,000 events, the newest last, in one string', () => {
		const staticData: IDataObject = {};
		for (let number = 0; number <= rememberedEvents; number++) arrive(number, { staticData });
		expect(staticData.events).toHaveLength(rememberedEvents * 17);
		expect(staticData.events).toMatch(new RegExp(`^ ${eventId(1).slice(0, 16)} `));
		expect(staticData.events).toMatch(new RegExp(` ${eventId(rememberedEvents).slice(0, 16)}$`));
		expect(arrive(1, { staticData: { ...staticData } })).toBe('repeated');
		expect(arrive(0, { staticData: { ...staticData } })).toBe('new');
	});

	test('does not take the end of one event and the beginning of the next for an event', () => {
		const { context } = fakeCall({ workflowId, staticData: {} });
		expect(judge(context, 'aaaaaaaabbbbbbbb')).toBe('new');
		expect(judge(context, 'ccccccccdddddddd')).toBe('new');
		expect(judge(context, 'bbbbbbbbcccccccc')).toBe('new');
	});

	test('is saved though n8n takes the mark of a change off when it prepares the execution', async () => {
		const saved = { 'node:Trigger': { events: ' 0123456789abcdef' } };
		const seenByTheCall = ObservableObject.create(saved);
		const { context } = fakeCall({ workflowId });
		const verdict = judge({ ...context, getWorkflowStaticData: () => saved['node:Trigger'] }, eventId(1));
		expect(verdict).toBe('new');
		ObservableObject.create(saved);
		expect(Reflect.get(seenByTheCall, '__dataChanged')).toBe(false);

		const deadline = Date.now() + 5_000;
		while (Reflect.get(seenByTheCall, '__dataChanged') !== true && Date.now() < deadline) {
			await new Promise(setImmediate);
		}
		expect(Reflect.get(seenByTheCall, '__dataChanged')).toBe(true);
		expect(saved['node:Trigger'].events).toBe(` 0123456789abcdef ${eventId(1).slice(0, 16)}`);
	});
});

describe('the memory of this process', () => {
	test('knows what it has answered, whatever another call has saved since', () => {
		expect(arrive(1, { end: 200 })).toBe('new');
		expect(arrive(1)).toBe('repeated');
	});

	test('does not know what n8n could not store', () => {
		expect(arrive(1, { end: 500 })).toBe('new');
		expect(arrive(1)).toBe('new');
	});

	test('does not know what was never answered', () => {
		expect(arrive(1, { end: 'cut off' })).toBe('new');
		expect(arrive(1)).toBe('new');
	});

	test('is not shared between workflows', () => {
		expect(arrive(1, { end: 200 })).toBe('new');
		workflowId = 'another workflow';
		expect(arrive(1)).toBe('new');
	});

	test('holds 2,000 events', () => {
		for (let number = 0; number <= rememberedEvents; number++) arrive(number, { end: 200 });
		expect(arrive(1)).toBe('repeated');
		expect(arrive(0)).toBe('new');
	});
});

describe('two equal callbacks at once', () => {
	test('the second is put off until the first is answered', () => {
		const first = fakeCall({ workflowId });
		expect(judge(first.context, eventId(1))).toBe('new');
		expect(arrive(1, { end: 503 })).toBe('unsettled');
		first.response.finish(200);
		expect(arrive(1)).toBe('repeated');
	});

	test('the second is not remembered, so that it can come again', () => {
		const first = fakeCall({ workflowId });
		judge(first.context, eventId(1));
		const staticData = Object.freeze({});
		expect(arrive(1, { staticData, end: 503 })).toBe('unsettled');
		first.response.finish(500);
		expect(arrive(1)).toBe('new');
	});

	test('nothing is put off for ever by a caller who had gone before it was read', () => {
		const { context, response } = fakeCall({ workflowId });
		response.close();
		expect(judge(context, eventId(1))).toBe('new');
		expect(arrive(1)).toBe('new');
	});
});
