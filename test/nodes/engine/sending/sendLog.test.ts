/** The send log by itself: what it knows of items, counts, and keeps. */
import type { IContextObject } from 'n8n-workflow';
import { type RunIdentity, SendLog } from '../../../../nodes/engine/sending/sendLog';
import { hashOf, type LoggedItem, logIn } from '../../../../nodes/engine/sending/storedLog';
import { exchange, reply } from './exchanges';

const identity: RunIdentity = { run: 0, items: 3, parameters: 'as first run', inputOf: undefined };
const logOver = (context: IContextObject, changed: Partial<RunIdentity> = {}): SendLog =>
	new SendLog(context, { ...identity, ...changed });
const toolOver = (context: IContextObject, run: number | undefined, ...inputs: string[]): SendLog =>
	logOver(context, { run, items: inputs.length, inputOf: (item) => inputs[item] ?? '' });

const message = (...to: string[]) => exchange('send', { to });
const kept = { reply: [200, 'text/plain', Buffer.from('OK 1').toString('base64')] } as const;

/** Sends requests of an item, as far as their outcomes go. */
function send(
	log: SendLog,
	item: number,
	...outcomes: Array<'accepted' | 'unknown' | 'discarded' | 'sending'>
) {
	const parts = outcomes.map((_, part) => `part ${part}`);
	for (const [number, outcome] of outcomes.entries()) {
		log.reserve(item, number, exchange('send', { to: [`to ${number}`], part: number, parts }));
		if (outcome !== 'sending') log.settle(item, number, outcome, outcome === 'accepted' ? kept : {});
	}
}

const entriesOf = (context: IContextObject): Array<[string, LoggedItem]> =>
	Object.entries(logIn(context).items);

describe('an item', () => {
	it.each([
		['of which nothing is known', [], 'new', false, 0],
		['whose request was not carried out', ['discarded'], 'new', false, 0],
		['whose request was accepted', ['accepted'], 'incomplete', true, 1],
		['of two requests, the second not carried out', ['accepted', 'discarded'], 'incomplete', true, 1],
		['whose request may have left', ['unknown'], 'unknown', true, 1],
		['whose request is about to leave', ['sending'], 'unknown', true, 1],
		['of two requests, the second without a known outcome', ['accepted', 'unknown'], 'unknown', true, 2],
	] as const)('%s', (_what, outcomes, state, isUnfinished, begun) => {
		const log = logOver({});
		send(log, 1, ...outcomes);
		expect(log.priorOf(1)).toMatchObject({ state });
		expect([log.isUnfinished(1), log.begunOf(1)]).toEqual([isUnfinished, begun]);
		expect([log.priorOf(0), log.isUnfinished(0), log.begunOf(0)]).toEqual([{ state: 'new' }, false, 0]);
	});

	it('that is complete has its output, and nothing else is kept', () => {
		const context = {};
		const log = logOver(context);
		send(log, 1, 'accepted', 'accepted');
		const output = [{ accepted: true }];
		log.complete(1, output, 0);
		expect(log.priorOf(1)).toEqual({ state: 'complete', output });
		expect([log.isUnfinished(1), log.begunOf(1)]).toEqual([false, Infinity]);
		expect(entriesOf(context)).toEqual([['0:1', { requests: [], output, messages: 2 }]]);
	});

	it('is not complete where nothing was sent of it', () => {
		const context = {};
		const log = logOver(context);
		log.complete(0, [{}], 0);
		log.ownKey(1, 'order 7');
		log.complete(1, [{}], 0);
		expect([log.priorOf(0), log.priorOf(1)]).toEqual([{ state: 'new' }, { state: 'new' }]);
	});

	it('counts the messages that went out and were not rejected', () => {
		for (const [rejected, messages] of [
			[0, 2],
			[1, 1],
			[Infinity, 0],
		] as const) {
			const context = {};
			const log = logOver(context);
			log.reserve(0, 0, message('1', '2'));
			log.settle(0, 0, 'accepted', kept);
			log.complete(0, [{}], rejected);
			expect(entriesOf(context)[0]?.[1].messages).toBe(messages);
		}
	});

	it('counts what its quota says where the recipients are not known, one message at least, and none for a change', () => {
		const group = exchange('send');
		for (const [quota, sent, messages] of [
			[7, group, 7],
			[0, group, 1],
			[0, exchange('change'), 0],
			[5, message('1', '2'), 5],
		] as const) {
			const context = {};
			const log = logOver(context);
			if (quota > 0) log.takeQuota(new Map([[0, quota]]), 10);
			log.reserve(0, 0, sent);
			expect(entriesOf(context)[0]?.[1].messages).toBe(messages);
		}
	});

	it('names what its requests cover and what they are', () => {
		const context = {};
		const log = logOver(context);
		send(log, 0, 'accepted', 'unknown');
		log.reserve(1, 0, exchange('change'));
		expect(entriesOf(context)).toEqual([
			[
				'0:0',
				{
					parts: ['part 0', 'part 1'],
					messages: 2,
					requests: [
						{ state: 'accepted', to: hashOf('to 0'), effect: 'send', messages: 1, ...kept },
						{ state: 'unknown', to: hashOf('to 1'), effect: 'send', messages: 1 },
					],
				},
			],
			[
				'0:1',
				{ messages: 0, requests: [{ state: 'sending', to: hashOf(''), effect: 'change', messages: 0 }] },
			],
		]);
		expect(log.priorOf(1)).toEqual({ state: 'unknown', effect: 'change' });
		expect(log.at(2)).toBeUndefined();
	});

	it('drops all later requests with one that was not carried out, and settles none that it lacks', () => {
		const log = logOver({});
		send(log, 0, 'accepted', 'accepted');
		log.settle(0, 0, 'discarded');
		log.settle(0, 5, 'accepted');
		log.settle(1, 0, 'accepted');
		expect([log.begunOf(0), log.begunOf(1)]).toEqual([0, 0]);
	});
});

describe('a request that is looked up', () => {
	const parts = ['part 0', 'part 1'];
	const first = exchange('send', { to: ['to 0'], part: 0, parts });

	it.each([
		['is new', [], first, 'new', undefined],
		['was accepted', ['accepted', 'discarded'], first, 'accepted', true],
		['may have left', ['unknown', 'discarded'], first, 'unknown', true],
		['was accepted for others', ['accepted', 'discarded'], { ...first, recipients: ['1'] }, 'changed', false],
		['was one of two', ['accepted', 'discarded'], { ...first, parts: ['part 0'] }, 'changed', false],
		['named none', ['accepted', 'discarded'], exchange('send', { to: ['to 0'] }), 'changed', false],
	] as const)('%s', (_what, outcomes, asked, state, fits) => {
		const context = {};
		send(logOver(context), 0, ...outcomes);
		const retry = logOver(context);
		expect(retry.fitsEntry(0)).toBeUndefined();
		expect(retry.lookUp(0, 0, asked).state).toBe(state);
		expect([retry.fitsEntry(0), retry.fitsEntry(1)]).toEqual([fits, undefined]);
	});

	it('is answered with the reply that was kept, and unknown where none was', () => {
		const log = logOver({});
		send(log, 0, 'accepted');
		const same = exchange('send', { to: ['to 0'], part: 0, parts: ['part 0'] });
		expect(log.lookUp(0, 0, same)).toEqual({ state: 'accepted', reply: reply('OK 1') });
		log.reserve(1, 0, message('1'));
		log.settle(1, 0, 'accepted');
		expect(log.lookUp(1, 0, message('1'))).toEqual({ state: 'unknown' });
	});

	it('fits once it is reserved', () => {
		const log = logOver({});
		log.reserve(0, 0, message('1'));
		expect(log.fitsEntry(0)).toBe(true);
	});
});

describe('a run', () => {
	it('is edited where the parameters are others than at its first try, whatever those of other runs', () => {
		const context = {};
		expect(logOver(context).isEdited).toBe(false);
		expect(logOver(context, { parameters: 'edited' }).isEdited).toBe(true);
		expect(logOver(context, { parameters: 'edited', run: 1 }).isEdited).toBe(false);
		expect(logOver(context).isEdited).toBe(false);
	});

	it('that is over keeps entries where it can be repeated, except those of which nothing was sent', () => {
		const context = {};
		const log = logOver(context);
		send(log, 0, 'accepted');
		log.takeQuota(
			new Map([
				[0, 9],
				[1, 9],
			]),
			18,
		);
		send(log, 2, 'unknown');
		log.end(false);
		expect(entriesOf(context).map(([key, { messages }]) => [key, messages])).toEqual([
			['0:0', 1],
			['0:2', 1],
		]);
		expect(logIn(context)).toMatchObject({ sent: 0, parameters: { '0': 'as first run' } });
	});

	it('that is over for good shrinks to a count', () => {
		const context = {};
		const other = logOver(context, { run: 1 });
		send(other, 0, 'accepted');
		for (let run = 0; run < 2; run++) {
			const log = logOver(context);
			send(log, 0, 'accepted', 'accepted');
			log.complete(0, [{ accepted: true }], 0);
			send(log, 2, 'unknown');
			log.end(true);
		}
		expect(logIn(context)).toMatchObject({ sent: 6, parameters: { '1': 'as first run' } });
		expect(entriesOf(context).map(([key]) => key)).toEqual(['1:0']);
		expect(Object.keys(logIn(context).parameters)).toEqual(['1']);
	});

	it('knows which item owns a key', () => {
		const context = {};
		logOver(context).ownKey(2, 'order 7');
		expect([...logOver(context).ownersOfKeys()]).toEqual([[hashOf('order 7'), 2]]);
		expect(logOver(context, { run: 1 }).ownersOfKeys().size).toBe(0);
		expect(JSON.stringify(context)).not.toContain('order 7');
	});
});

describe('a quota', () => {
	const counts = new Map([
		[0, 2],
		[1, 3],
	]);

	it.each([
		[5, true],
		[4, false],
	])('of %d for five messages', (quota, isTaken) => {
		const context = {};
		const log = logOver(context);
		expect(log.takeQuota(counts, quota)).toEqual({ total: 5, isTaken });
		expect(entriesOf(context).map(([, { messages }]) => messages)).toEqual(isTaken ? [2, 3] : []);
	});

	it('counts an item once, other items and runs, and what ended runs have sent', () => {
		const context = {};
		const ended = logOver(context, { run: 1 });
		send(ended, 0, 'accepted');
		ended.end(true);
		send(logOver(context, { run: 2 }), 0, 'accepted');
		const log = logOver(context);
		send(log, 2, 'accepted');
		log.takeQuota(counts, 99);
		expect(log.takeQuota(counts, 99)).toEqual({ total: 8, isTaken: true });
	});

	it('is given back at the end of a run for what was not sent, and not for a complete item', () => {
		const context = {};
		const log = logOver(context);
		log.takeQuota(counts, 99);
		send(log, 0, 'accepted');
		send(log, 2, 'accepted');
		log.complete(2, [{ accepted: true }], 0);
		log.end(false);
		expect(log.takeQuota(new Map(), 0)).toEqual({ total: 2, isTaken: false });
	});
});

describe("an agent's tool", () => {
	it('is told by its input', () => {
		expect([logOver({}).isTool, toolOver({}, 0, 'Ana').isTool]).toEqual([false, true]);
	});

	it('has entries that stay, without the answers, for as long as the execution', () => {
		const context = {};
		const log = toolOver(context, 0, 'Ana');
		log.reserve(0, 0, message('1'));
		log.settle(0, 0, 'accepted', kept);
		log.complete(0, [{ accepted: true }], 0);
		log.end(true);
		const [[key, entry] = []] = entriesOf(context);
		expect([key, entry?.output, entry?.input, entry?.messages]).toEqual([
			'0:0',
			[{ accepted: true }],
			'Ana',
			1,
		]);
		expect(entry?.requests[0]).toMatchObject({ state: 'accepted', message: { recipients: [hashOf('1')] } });
		expect(entry?.requests[0]?.reply).toBeUndefined();
		expect(logIn(context)).toMatchObject({ sent: 0, parameters: { '0': 'as first run' } });
	});

	it.each([
		['a message that all recipients rejected', 'send', Infinity, 0],
		['a message that one recipient rejected', 'send', 1, 1],
		['a change', 'change', 0, 0],
	] as const)('is done with %s', (_what, effect, rejected, left) => {
		const context = {};
		const log = toolOver(context, 0, 'Ana');
		log.reserve(0, 0, exchange(effect, { to: ['1', '2'] }));
		log.settle(0, 0, 'accepted', kept);
		log.complete(0, [{}], rejected);
		expect(entriesOf(context)).toHaveLength(left);
	});

	it('past the engine has calls with names of their own', () => {
		const context = {};
		for (const input of ['Ana', 'Ana']) send(toolOver(context, undefined, input), 0, 'unknown');
		expect(entriesOf(context).map(([key]) => key)).toEqual(['call 1:0', 'call 2:0']);
	});

	it.each([
		['the same input', ['Ana', 'Ben'], '0'],
		['another input', ['Ana', 'Eve'], '0+'],
	])('of the same run index is the same run with %s', (_what, inputs, name) => {
		const context = {};
		send(toolOver(context, 0, 'Ana', 'Ben'), 1, 'unknown');
		const again = toolOver(context, 0, ...inputs);
		send(again, 0, 'unknown');
		expect(entriesOf(context).map(([key]) => key)).toEqual(['0:1', `${name}:0`]);
	});

	it('of the same run index a third time has one more name', () => {
		const context = {};
		for (const input of ['Ana', 'Ben', 'Eve']) send(toolOver(context, 0, input), 0, 'unknown');
		expect(entriesOf(context).map(([key]) => key)).toEqual(['0:0', '0+:0', '0++:0']);
	});

	it('recognizes a request by its input, of an item that is known or not', () => {
		const context = {};
		const first = toolOver(context, 0, 'Ana');
		first.reserve(0, 0, message('1'));
		first.settle(0, 0, 'accepted', kept);
		first.complete(0, [{}], 0);
		expect(toolOver(context, 1, 'Ana').lookUp(0, 0, message('1')).state).toBe('repeated');
		expect(toolOver(context, 1, 'Ben').lookUp(0, 0, exchange('send', { to: ['1'], body: 'b' })).state).toBe(
			'new',
		);
		expect(toolOver(context, 1, 'Ana').lookUp(0, 0, exchange('send', { to: ['1'], body: 'b' })).state).toBe(
			'repeated',
		);
		// An ordinary node sends what its items say.
		expect(logOver(context, { run: 1 }).lookUp(0, 0, message('1')).state).toBe('new');
	});
});
