import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { serviceForEachTest } from '../../support/service';
import { formOf, goOn, hintsOf, outputOf, people, plain, retrying, sendPerItem } from '../../support/runNode';
import { inLists } from '../../support/inLists';
import { withoutPauses } from '../../support/withoutPauses';

const marketing: INodeParameters = {
	...sendPerItem,
	category: 'marketing',
	text: 'Sale. STOP 36180',
	options: { maxConcurrentRequests: 1 },
};
const [evening, night] = ['2026-01-05T19:49:00+01:00', '2026-01-05T22:00:00+01:00'];
const morning = { date: '06/01/2026', heure: '08:00' };

withoutPauses();

const server = serviceForEachTest();

/**
 * Lets time pass, and messages be rejected.
 *
 * @param clock the time at which a request is answered, by its number
 * @param rejections codes that answer a request, by its number
 */
function meanwhile(clock: Record<number, string>, rejections: Record<number, string> = {}): void {
	server.react = (_request, index) => {
		const now = clock[index];
		if (now !== undefined) jest.setSystemTime(new Date(now));
		return plain(rejections[index] ?? `OK ${700 + index}`);
	};
}

const run = async (parameters: INodeParameters, items = 1, settings: object = {}) =>
	await server.run({ parameters, items: people(items), settings });

/** When the service was told to send each message. */
const times = (): IDataObject[] =>
	server.requests.map((request) => {
		const form = formOf(request);
		return form.has('date') ? { date: form.get('date'), heure: form.get('heure') } : {};
	});

const rescheduled = { scheduledFor: '2026-01-06T08:00:00+01:00', rescheduled: true };

it('at night a marketing message is scheduled for the morning, and the output says so', async () => {
	server.freeze(night);
	const result = await run(marketing);
	expect(times()).toEqual([morning]);
	expect(outputOf(result)).toEqual([expect.objectContaining({ accepted: true, ...rescheduled })]);
	expect(hintsOf(result)).toEqual([
		expect.stringMatching(/^The marketing message goes out at the next allowed time/),
	]);
});

it('a long run that crosses the closing time sends the rest in the morning', async () => {
	server.freeze(evening);
	meanwhile({ 1: night });
	const output = outputOf(await run(marketing, 4));
	expect(times()).toEqual([{}, {}, morning, morning]);
	expect(output.map((item) => item.rescheduled)).toEqual([undefined, undefined, true, true]);
});

it('items that share a request share its time', async () => {
	server.freeze(night);
	const output = outputOf(await run({ ...marketing, options: { batchItems: true } }, 3));
	expect(times()).toEqual([morning]);
	expect(output).toEqual(Array(3).fill(expect.objectContaining({ batchSize: 3, ...rescheduled })));
});

it('a dry run says when it would leave', async () => {
	server.freeze(night);
	const result = await run({ ...marketing, safetyOptions: { dryRun: true } }, 2);
	expect(server.requests).toEqual([]);
	expect(outputOf(result)).toEqual(Array(2).fill(expect.objectContaining({ dryRun: true, ...rescheduled })));
	expect(hintsOf(result)).toEqual([
		expect.stringMatching(/^2 of 2 marketing messages go out at the next allowed time/),
		'Dry run: nothing was sent. 2 items would take 2 requests and 2 segments.',
	]);
});

it('what was to stop with an error stops before anything leaves', async () => {
	server.freeze(night);
	const result = await run({ ...marketing, deliveryOptions: { outsideAllowedHours: 'error' } }, 2);
	expect(server.requests).toEqual([]);
	expect(result.error?.message).toMatch(/^Outside Allowed Hours: Marketing messages are allowed only/);
	expect(result.error?.description).toContain('No items were sent.');
});

it('a next allowed time that is too far ahead stops before anything leaves', async () => {
	server.freeze('2026-06-18T10:00:00+02:00');
	const items = people(2).map((person, index) => ({
		...person,
		at: ['2026-06-19T10:00:00+02:00', '2028-06-18T09:00:00+02:00'][index],
	}));
	const parameters = { ...marketing, ...inLists({ scheduleAt: '={{ $json.at }}' }) };
	const result = await server.run({ parameters, items });
	expect(server.requests).toEqual([]);
	expect(result.error?.message).toContain('at most 2 years ahead');
	expect(result.error?.description).toContain('No items were sent.');
});

it('it stops within a run that crosses the closing time', async () => {
	server.freeze(evening);
	meanwhile({ 0: night });
	const options = { maxConcurrentRequests: 1, outsideAllowedHours: 'error' };
	const result = await run({ ...marketing, ...inLists(options) }, 3, goOn);
	expect(server.requests).toHaveLength(1);
	expect(outputOf(result).map(({ accepted, error }) => accepted ?? typeof error)).toEqual([
		true,
		'string',
		'string',
	]);
});

it('other messages leave at once', async () => {
	server.freeze(night);
	await run({ ...marketing, category: 'alert' });
	expect(times()).toEqual([{}]);
});

it('a text without a way to unsubscribe is rejected, unless it is not checked', async () => {
	server.freeze(evening);
	const rejected = await run({ ...marketing, text: 'Sale' });
	expect(rejected.error?.message).toMatch(/^Text: The text doesn't mention how to unsubscribe/);
	expect(server.requests).toEqual([]);
	await run({ ...marketing, text: 'Sale', safetyOptions: { optOutMention: 'notChecked' } });
	expect(server.requests).toHaveLength(1);
});

it.each([
	['alone', 1, {}],
	['batched', 3, { batchItems: true }],
])('a request that is repeated after the closing time was scheduled: %s', async (_what, items, more) => {
	server.freeze(evening);
	meanwhile({ 0: night }, { 0: 'ERROR 05' });
	const result = await run({ ...marketing, options: { maxConcurrentRequests: 1, ...more } }, items);
	expect(times()).toEqual([{}, morning]);
	expect(outputOf(result)).toEqual(Array(items).fill(expect.objectContaining(rescheduled)));
	expect(hintsOf(result)).toEqual([
		expect.stringMatching(/^(The|3 of 3) marketing messages? (goes|go) out at the next allowed time/),
	]);
});

describe('a message of several requests', () => {
	/** Personalized, so that a request takes 500 people. */
	const to = Array.from({ length: 1_001 }, (_, index) => ({
		to: `+336${String(10_000_000 + index)}`,
		variables: ['Jean'],
	}));
	const list: INodeParameters = { ...marketing, to: JSON.stringify(to), text: 'Hello %1%. STOP 36180' };
	const someMoved = { ...rescheduled, scheduledCount: 501 };

	it('counts those that were moved to the morning, not one whose own time has passed', async () => {
		server.freeze(evening);
		meanwhile({ 0: night });
		const options = { scheduleAt: '2026-01-05T19:49:30+01:00', maxConcurrentRequests: 1 };
		const output = outputOf(await run({ ...list, ...inLists(options) }));
		expect(times()[0]).not.toEqual(morning);
		expect(times().slice(1)).toEqual([morning, morning]);
		expect(output).toEqual([expect.objectContaining(someMoved)]);
	});

	it.each<[string, begin: string, next: string, IDataObject[], expected: object]>([
		['moves the rest after the closing time', evening, night, [{}, morning, morning], someMoved],
		['keeps one time for all', night, '2026-01-05T23:30:00+01:00', Array(3).fill(morning), rescheduled],
		[
			'keeps no time that has passed',
			'2026-01-06T07:59:50+01:00',
			'2026-01-06T08:00:05+01:00',
			[morning, {}, {}],
			{},
		],
	])('%s', async (_what, begin, next, expectedTimes, expected) => {
		server.freeze(begin);
		meanwhile({ 0: next });
		const [output] = outputOf(await run(list));
		expect(times()).toEqual(expectedTimes);
		const { accepted, recipientCount, scheduledFor, rescheduled: moved, scheduledCount } = output ?? {};
		expect([accepted, recipientCount]).toEqual([true, 1_001]);
		expect({ scheduledFor, rescheduled: moved, scheduledCount }).toEqual(expected);
	});

	it.each([
		['in the afternoon', '2026-01-06T14:00:00+01:00', {}, undefined],
		['in the next night', '2026-01-06T22:00:00+01:00', { date: '07/01/2026', heure: '08:00' }, 501],
	])('says when the rest leaves that a retry sends %s', async (_when, retriedAt, time, scheduledCount) => {
		server.freeze(night);
		meanwhile({}, { 1: 'ERROR 02' });
		const failed = await run(list);
		jest.setSystemTime(new Date(retriedAt));
		const retried = await server.run({ parameters: list, items: people(1), retryOf: failed });
		expect(times()).toEqual([morning, morning, time, time]);
		const [output] = outputOf(retried);
		expect(output?.rescheduled).toBe(scheduledCount && true);
		expect(output?.scheduledCount).toBe(scheduledCount);
	});

	it('stops there if it was to stop, and is partly sent', async () => {
		server.freeze(evening);
		meanwhile({ 0: night });
		const options = { maxConcurrentRequests: 1, outsideAllowedHours: 'error' };
		const result = await run({ ...list, ...inLists(options) });
		expect(server.requests).toHaveLength(1);
		expect(result.error?.message).toMatch(/^Partly sent/);
	});

	it.each([
		['counts also what an earlier attempt has moved to the morning', 0, 2, [{}, morning, morning, morning]],
		['knows of what an earlier attempt has sent that it left at once', 1, 1, [{}, {}, morning, morning]],
	])('%s', async (_what, closed, rejected, expected) => {
		server.freeze(evening);
		meanwhile({ [closed]: night }, { [rejected]: 'ERROR 02' });
		const output = outputOf(await run(list, 1, { ...retrying, maxTries: 2 }));
		expect(times()).toEqual(expected);
		expect(output).toEqual([expect.objectContaining({ accepted: true, ...someMoved })]);
	});
});
