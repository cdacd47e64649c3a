/** The send log by itself: what it knows of items, counts, and keeps, and what n8n stores of it. */
import { type IContextObject, jsonParse } from 'n8n-workflow';
import { hashOf, type MessageIdentity } from '../../../../nodes/engine/sending/messageIdentity';
import { keepReply, SendLog } from '../../../../nodes/engine/sending/sendLog';
import { type LoggedItem, logIn } from '../../../../nodes/engine/sending/storedLog';
import type { Exchange } from '../../../../protocol/exchange';
import { exchange, reply } from './exchanges';
import { logFor, type LoggedRun } from './logs';

const logOver = (context: IContextObject, changed: LoggedRun = {}): SendLog =>
	logFor(context, { items: 3, ...changed });

/** The log for another try of the first run, after n8n has stored both. */
const repeated = (context: IContextObject): SendLog =>
	new SendLog(context, { entry: { smsboxSendLog: 0 }, index: 0, items: 3 });

/** A new log, and what n8n stores of it. */
const opened = (changed?: LoggedRun): { context: IContextObject; log: SendLog } => {
	const context = {};
	return { context, log: logOver(context, changed) };
};

const message = (...to: string[]) => exchange('send', { to });
const kept = { reply: [200, 'text/plain', Buffer.from('OK 1').toString('base64')] } as const;

/** Sends one request of an item. */
function sendOne(
	log: SendLog,
	[item, part]: readonly [number, number],
	sent: Exchange<string>,
	answer: Parameters<SendLog['settle']>[3] = {},
	outcome: 'accepted' | 'unknown' = 'accepted',
): void {
	log.reserve(item, part, sent);
	log.settle(item, part, outcome, { ...kept, ...answer });
}

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
		['of which nothing is known', [], undefined, false, 0],
		['whose request was not carried out', ['discarded'], undefined, false, 0],
		['whose request was accepted', ['accepted'], undefined, true, 1],
		['of two requests, the second not carried out', ['accepted', 'discarded'], undefined, true, 1],
		['whose request may have left', ['unknown'], 'unknown', true, 1],
		['whose request is about to leave', ['sending'], 'unknown', true, 1],
		['of two requests, the second without a known outcome', ['accepted', 'unknown'], 'unknown', true, 2],
	] as const)('%s', (_what, outcomes, state, isUnfinished, begun) => {
		const log = logOver({});
		send(log, 1, ...outcomes);
		expect(log.priorOf(1)?.state).toBe(state);
		expect([log.isUnfinished(1), log.begunOf(1)]).toEqual([isUnfinished, begun]);
		expect([log.priorOf(0), log.isUnfinished(0), log.begunOf(0)]).toEqual([undefined, false, 0]);
	});

	it('that is complete has its output, and nothing else is kept', () => {
		const { context, log } = opened();
		send(log, 1, 'accepted', 'accepted');
		const output = [{ accepted: true }];
		log.complete(1, output, 0);
		expect(log.priorOf(1)).toEqual({ state: 'complete', output });
		expect([log.isUnfinished(1), log.begunOf(1)]).toEqual([false, Infinity]);
		expect(entriesOf(context)).toEqual([['0:1', { requests: [], messages: 2 }]]);
	});

	it('is not complete where nothing was sent of it', () => {
		const { log } = opened();
		log.complete(0, [{}], 0);
		log.ownKey(1, 'order 7', '1', 'ana');
		log.complete(1, [{}], 0);
		expect([log.priorOf(0), log.priorOf(1)]).toEqual([undefined, undefined]);
	});

	it('counts the messages that went out and were not rejected', () => {
		for (const [rejected, messages] of [
			[0, 2],
			[1, 1],
			[Infinity, undefined],
		] as const) {
			const { context, log } = opened();
			sendOne(log, [0, 0], message('1', '2'));
			log.complete(0, [{}], rejected);
			expect(entriesOf(context)[0]?.[1].messages).toBe(messages);
			expect(log.priorOf(0)?.state).toBe(messages === undefined ? undefined : 'complete');
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
			const { context, log } = opened();
			if (quota > 0) log.takeQuota(new Map([[0, quota]]), 10);
			log.reserve(0, 0, sent);
			expect(entriesOf(context)[0]?.[1].messages).toBe(messages);
		}
	});

	it('counts what was sent of it, though fewer are wanted now, and of what is wanted the rest', () => {
		for (const [wanted, total] of [
			[1, 5],
			[7, 7],
		] as const) {
			const { context, log } = opened();
			log.takeQuota(new Map([[0, 7]]), 10);
			sendOne(log, [0, 0], message('1', '2', '3', '4', '5'));
			log.end(true);
			expect(logOver(context).takeQuota(new Map([[0, wanted]]), 10)).toBe(total);
			const again = logOver(context);
			sendOne(again, [0, 1], message('6'));
			expect(entriesOf(context)[0]?.[1].messages).toBe(Math.max(6, total));
		}
	});

	it('names what its requests cover and what they are', () => {
		const { context, log } = opened();
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
		expect(log.entryAt(2)).toBeUndefined();
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
		expect(log.fitsEntry(1)).toBe(true);
		log.settle(1, 0, 'accepted');
		expect(log.lookUp(1, 0, message('1'))).toEqual({ state: 'unknown' });
	});
});

describe('a run that is over', () => {
	/** Three items: completed, without a known outcome, and not begun. */
	const runOver = (context: IContextObject, keepOutputs: boolean): SendLog => {
		const log = logOver(context);
		send(log, 0, 'accepted', 'accepted');
		log.complete(0, [{ accepted: true, reference: '4711' }], 0);
		send(log, 1, 'unknown');
		log.takeQuota(new Map([[2, 9]]), 99);
		log.end(keepOutputs);
		return log;
	};

	it.each([
		['keeps outputs where n8n may run it again', true, { accepted: true, reference: '4711' }, 2],
		['shrinks a completed item to its reference', false, { alreadySent: true, reference: '4711' }, 2],
	])('%s', (_what, keepOutputs, output, sent) => {
		const context = {};
		runOver(context, keepOutputs);
		const again = logOver(context);
		expect(again.priorOf(0)).toEqual({ state: 'complete', output: [output] });
		expect([again.priorOf(1)?.state, again.priorOf(2)]).toEqual(['unknown', undefined]);
		expect(again.begunOf(0)).toBe(Infinity);
		expect(logIn(context).sent).toBe(sent);
		expect(again.takeQuota(new Map(), 0)).toBe(3);
	});

	it('is known to a third attempt as to the second', () => {
		const context = {};
		runOver(context, false);
		logOver(context).end(false);
		expect(logOver(context).priorOf(0)).toMatchObject({ state: 'complete' });
	});

	it('keeps no more of a reference than 40 characters, and of none that it was sent', () => {
		for (const [reference, left] of [
			['x'.repeat(99), { reference: 'x'.repeat(40) }],
			[undefined, {}],
			[42, {}],
		] as const) {
			const { context, log } = opened();
			send(log, 2, 'accepted');
			log.complete(2, [{ accepted: true, ...(reference !== undefined && { reference }) }], 0);
			log.end(false);
			expect(logOver(context).priorOf(2)).toEqual({
				state: 'complete',
				output: [{ alreadySent: true, ...left }],
			});
		}
	});

	it('keeps at most 64 bytes an item, in one run and in one run each', () => {
		const bytesOf = (runs: number, items: number): number => {
			const context = {};
			for (let run = 0; run < runs; run++) {
				const log = logOver(context, { run, items });
				for (let item = 0; item < items; item++) {
					sendOne(log, [item, 0], message('1'));
					log.complete(item, [{ reference: 'b7a5c1de-6f0e-4d5e-9a52-3f2f4d0a9c11' }], 0);
				}
				log.end(false);
			}
			return JSON.stringify(context).length / (runs * items);
		};
		expect(bytesOf(1, 1_000)).toBeLessThan(64);
		expect(bytesOf(1_000, 1)).toBeLessThan(64);
	});

	it('knows which item owns a key', () => {
		const context = {};
		logOver(context).ownKey(2, 'order 7', '1', 'ana');
		expect([...logOver(context).ownersOfKeys()]).toEqual([[hashOf('order 7'), 2]]);
		expect(logOver(context, { run: 1 }).ownersOfKeys().size).toBe(0);
		expect(JSON.stringify(context)).not.toContain('order 7');
	});
});

describe('an unfinished item that comes back in another run', () => {
	const same: MessageIdentity = { content: 'c' };

	it('is one of several with the same content: each continues one of them', () => {
		const { context, log: first } = opened();
		for (const item of [0, 1]) {
			expect(first.identify(item, same)).toBe('new');
			send(first, item, 'accepted', 'discarded');
			first.keepContent(item, same);
		}
		first.end(true);
		const second = logOver(context, { run: 1 });
		expect([0, 1, 2].map((item) => second.identify(item, same))).toEqual(['new', 'new', 'new']);
		expect([0, 1, 2].map((item) => second.begunOf(item))).toEqual([1, 1, 0]);
		for (const item of [0, 1]) {
			send(second, item, 'accepted', 'accepted');
			second.complete(item, [{}], 0);
		}
		second.end(false);
		expect(logIn(context).items).toEqual({});
	});

	it('may have been sent: no equal item goes out', () => {
		const { context, log: first } = opened();
		for (const [item, outcome] of (['discarded', 'unknown'] as const).entries()) {
			send(first, item, 'accepted', outcome);
			first.keepContent(item, same);
		}
		first.end(true);
		const second = logOver(context, { run: 1 });
		expect([0, 1].map((item) => second.identify(item, same))).toEqual(['unknown', 'unknown']);
	});

	const content = (name: string): MessageIdentity => ({ content: hashOf(name) });
	const over = (context: IContextObject, ...outcomes: Array<'accepted' | 'unknown' | 'discarded'>): void => {
		const log = logOver(context);
		send(log, 1, ...outcomes);
		log.keepContent(1, content('Ana'));
		log.end(true);
	};

	it.each([
		['stays unknown', ['unknown'], 'unknown', 0],
		['stays unknown after an accepted request', ['accepted', 'unknown'], 'unknown', 0],
		['continues with its rest', ['accepted', 'discarded'], 'new', 1],
		['is new where nothing was sent', ['discarded'], 'new', 0],
	] as const)('%s', (_what, outcomes, state, begun) => {
		const context = {};
		over(context, ...outcomes);
		const later = logOver(context, { run: 1 });
		expect(later.identify(0, content('Ana'))).toBe(state);
		expect(later.begunOf(0)).toBe(begun);
		expect(later.identify(2, content('Ben'))).toBe('new');
		expect(later.begunOf(2)).toBe(0);
	});

	it.each([
		['goes to nobody', {}, 'changed'],
		['is new if what was sent has reached nobody', { messages: 0 }, 'new'],
	] as const)('for another time or with another account, it %s', (_what, answer, state) => {
		const { context, log } = opened();
		sendOne(log, [1, 0], message('a'), answer);
		log.keepContent(1, { ...content('Ana'), exact: 'at nine' });
		log.end(true);
		const later = logOver(context, { run: 1 });
		expect(later.identify(0, { ...content('Ana'), exact: 'at ten' })).toBe(state);
		expect(later.begunOf(0)).toBe(0);
		expect(later.identify(2, { ...content('Ana'), exact: 'at nine' })).toBe('new');
		expect(later.begunOf(2)).toBe(1);
	});

	const known = { ...content('Ana'), recipients: ['ana', 'ben'] };
	it.each([
		['goes to nobody of it', known, { ...known, recipients: ['ben', 'eve'] }, 'unknown'],
		['goes to others', known, { ...known, recipients: ['eve'] }, 'new'],
		['may go to anybody', known, content('Ana'), 'unknown'],
		['may have reached anybody', content('Ana'), known, 'unknown'],
		['is another one with another content', known, { ...known, content: 'c' }, 'new'],
	] as const)('that may have been sent %s', (_what, earlier, now, state) => {
		const { context, log } = opened();
		send(log, 1, 'unknown');
		log.keepContent(1, earlier);
		for (const isSending of [false, true]) {
			expect(log.identify(2, now, isSending)).toBe(state);
			expect(logOver(context, { run: 1 }).identify(0, now, isSending)).toBe(state);
		}
		expect(log.takeQuota(new Map(), 0)).toBe(1);
	});

	it('stays the message that was sent in part, whatever a later try says', () => {
		const context = {};
		over(context, 'accepted', 'discarded');
		logOver(context).keepContent(1, content('Ben'));
		expect(logOver(context, { run: 1 }).identify(0, content('Ben'))).toBe('new');
		const later = logOver(context, { run: 1 });
		expect(later.identify(0, content('Ana'))).toBe('new');
		expect(later.begunOf(0)).toBe(1);
	});

	it('is identified only where the execution has such items', () => {
		const context = {};
		expect(logOver(context).needsContent).toBe(false);
		over(context, 'unknown');
		expect(logOver(context, { run: 1 }).needsContent).toBe(true);
	});

	it('is done once its rest was sent: the next one of that content is another message', () => {
		const context = {};
		over(context, 'accepted', 'discarded');
		const later = logOver(context, { run: 1 });
		later.identify(0, content('Ana'));
		sendOne(later, [0, 1], message('to 1'));
		later.complete(0, [{ accepted: true }], 0);
		later.end(false);
		expect(logIn(context).items).toEqual({});
		expect(logOver(context, { run: 2 }).needsContent).toBe(false);
		expect(logOver(context, { run: 0 }).priorOf(1)).toBeUndefined();
	});

	it('is no longer identified once it is completed, though its output and key stay until the next run', () => {
		const context = {};
		over(context, 'accepted', 'discarded');
		const later = logOver(context, { run: 1 });
		later.identify(0, content('Ana'));
		later.ownKey(0, 'order 7', '1', 'ana');
		send(later, 0, 'accepted', 'accepted');
		later.complete(0, [{ accepted: true }], 0);
		later.end(true);
		expect(logOver(context, { run: 1 }).ownersOfKeys().size).toBe(1);
		const last = logOver(context, { run: 2 });
		expect(last.needsContent).toBe(false);
		expect(last.identify(0, content('Ana'))).toBe('new');
		expect(last.takeQuota(new Map(), 0)).toBe(2);
		expect(last.isEmpty).toBe(false);
		expect(entriesOf(context)).toEqual([]);
	});

	it('of the same run is unknown as well, but an incomplete one is another message', () => {
		const { log } = opened();
		send(log, 0, 'unknown');
		log.keepContent(0, content('Ana'));
		send(log, 1, 'accepted', 'discarded');
		log.keepContent(1, content('Ben'));
		expect(log.identify(2, content('Ben'))).toBe('new');
		expect(log.begunOf(2)).toBe(0);
		expect(log.identify(2, content('Ana'))).toBe('unknown');
		// It is not taken for itself.
		expect(log.identify(0, content('Ana'))).toBe('new');
	});

	it('whose recipients nobody knows of is unknown, although its output was returned', () => {
		const { context, log } = opened();
		send(log, 0, 'accepted');
		log.complete(0, [{ accepted: null }], undefined);
		log.keepContent(0, content('Ana'));
		log.end(false);
		expect(logOver(context).priorOf(0)).toEqual({ state: 'complete', output: [{ accepted: null }] });
		expect(logOver(context, { run: 1 }).identify(0, content('Ana'))).toBe('unknown');
		expect(logOver(context, { run: 1 }).takeQuota(new Map(), 0)).toBe(1);
	});

	it('whose recipients nobody knows of counts without those that were rejected', () => {
		const { context, log } = opened();
		log.takeQuota(new Map([[0, 3]]), 9);
		sendOne(log, [0, 0], message('a', 'b'), { messages: 0 });
		sendOne(log, [0, 1], message('c'), {}, 'unknown');
		log.complete(0, [{ accepted: null }], undefined);
		log.end(false);
		expect(logOver(context, { run: 1 }).takeQuota(new Map(), 9)).toBe(1);
	});
});

describe('a quota', () => {
	const counts = new Map([
		[0, 2],
		[1, 3],
	]);

	it.each([
		[5, true, [2, 3]],
		[4, true, []],
		[5, false, []],
	])('of %d for five messages, taken: %s', (quota, isTaken, taken) => {
		const context = {};
		expect(logOver(context).takeQuota(counts, quota, isTaken)).toBe(5);
		expect(entriesOf(context).map(([, { messages }]) => messages)).toEqual(taken);
	});

	it('counts an item once, other items and runs, and what ended runs have sent', () => {
		const context = {};
		const ended = logOver(context, { run: 1 });
		send(ended, 0, 'accepted');
		ended.complete(0, [{}], 0);
		ended.end(false);
		send(logOver(context, { run: 2 }), 0, 'accepted');
		const log = logOver(context);
		send(log, 2, 'accepted');
		log.takeQuota(counts, 99);
		expect(log.takeQuota(counts, 99)).toBe(8);
	});

	it('is given back at the end of a run for what was not sent, and not for a complete item', () => {
		const { log } = opened();
		log.takeQuota(counts, 99);
		send(log, 0, 'accepted');
		send(log, 2, 'accepted');
		log.complete(2, [{ accepted: true }], 0);
		log.end(true);
		expect(log.takeQuota(new Map(), 0)).toBe(2);
	});

	it('counts all members of a group whose message may have been sent', () => {
		const { log } = opened();
		log.takeQuota(new Map([[0, 40]]), 99);
		send(log, 0, 'unknown');
		log.takeQuota(new Map([[1, 40]]), 99);
		log.reserve(1, 0, exchange('send'));
		log.settle(1, 0, 'unknown');
		log.end(true);
		expect(log.takeQuota(new Map(), 0)).toBe(41);
	});
});

describe("an agent's tool", () => {
	const tool = (context: IContextObject): SendLog => logOver(context, { run: undefined, items: 1 });
	const own: MessageIdentity = { content: 'c', recipients: ['ana'], people: ['ana c'] };
	const other = { ...own, content: 'd', people: ['ana d'] };

	it('identifies every call by its content, under a name of its own', () => {
		const context = {};
		expect([tool(context).isTool, tool(context).needsContent, logOver({}).isTool]).toEqual([
			true,
			true,
			false,
		]);
		for (let call = 0; call < 2; call++) send(tool(context), 0, 'unknown');
		expect(entriesOf(context).map(([key]) => key)).toEqual(['call 3:0', 'call 4:0']);
	});

	const change = (content: string): MessageIdentity => ({ content });
	const toGroup = (one: MessageIdentity): MessageIdentity => ({ ...one, recipients: [] });

	it.each<
		[
			what: string,
			earlier: MessageIdentity,
			left:
				| 'nothing'
				| 'going on'
				| 'partly going on'
				| 'unknown'
				| 'sent in part'
				| 'in part, all rejected'
				| 'complete',
			state: string,
			now?: MessageIdentity,
		]
	>([
		['the same message', own, 'complete', 'repeated'],
		['another content', other, 'complete', 'new'],
		['the same content with other options', { ...own, options: 'o' }, 'complete', 'new'],
		['the same content to others', { ...own, recipients: ['ben'], people: ['ben c'] }, 'complete', 'new'],
		['the same message that was not sent', own, 'nothing', 'new'],
		['the same message, going on', own, 'going on', 'inProgress'],
		['the same message, going on after its first request', own, 'partly going on', 'repeated'],
		['the same message, sent in part', own, 'sent in part', 'repeated'],
		['the same message, of which a part was rejected by all', own, 'in part, all rejected', 'new'],
		['the same message, which may be out', own, 'unknown', 'unknown'],
		['the same message, to too many', { ...own, people: [] }, 'complete', 'repeated'],
		['another content, to too many', { ...other, people: [] }, 'complete', 'new'],
		['the same message, to too many now', own, 'complete', 'repeated', { ...own, people: [] }],
		['another message, going on', other, 'going on', 'new'],
		['another that may be out, to the same person', other, 'unknown', 'unknown'],
		['another that may be out, to others too', { ...other, recipients: ['b', 'ana'] }, 'unknown', 'unknown'],
		['another that may be out, to another person', { ...other, recipients: ['ben'] }, 'unknown', 'new'],
		['another that may be out, to a group', toGroup(other), 'unknown', 'unknown'],
		['one to a group, after one to a person that may be out', other, 'unknown', 'unknown', toGroup(own)],
		['a change, after another that may be done', change('d'), 'unknown', 'new', change('c')],
		['a change, after the same that may be done', change('c'), 'unknown', 'unknown', change('c')],
		['one after a change that may be done', change('d'), 'unknown', 'new'],
	])('%s: %#', (_what, earlier, left, state, now = own) => {
		const { context, log } = opened({ run: undefined, items: 1 });
		log.identify(0, earlier);
		if (left !== 'nothing')
			log.reserve(0, 0, exchange(earlier.recipients ? 'send' : 'change', { to: ['1'] }));
		if (left === 'unknown') log.settle(0, 0, 'unknown');
		if (['partly going on', 'sent in part', 'complete'].includes(left)) log.settle(0, 0, 'accepted', kept);
		if (left === 'in part, all rejected') log.settle(0, 0, 'accepted', { ...kept, messages: 0, rejected: 1 });
		if (left === 'complete') log.complete(0, [{ accepted: true }], 0);
		if (!left.endsWith('going on')) log.end(false);
		expect(tool(context).identify(0, now)).toBe(state);
	});

	it('that may be out outweighs one that was accepted, in whatever order', () => {
		for (const order of [
			['complete', 'unknown'],
			['unknown', 'complete'],
		]) {
			const context = {};
			for (const left of order) {
				const log = tool(context);
				sendOne(log, [0, 0], message('1'), {}, left === 'unknown' ? 'unknown' : 'accepted');
				const entry = log.entryAt(0);
				if (entry !== undefined) entry.message = own;
				if (left === 'complete') log.complete(0, [{}], 0);
				log.end(false);
			}
			expect(tool(context).identify(0, own)).toBe('unknown');
		}
	});

	it.each([
		['a message that all recipients rejected', 'send', Infinity, 0],
		['a message that one recipient rejected', 'send', 1, 1],
		['a message of which the service does not say', 'send', undefined, 1],
		['a change', 'change', 0, 0],
	] as const)('is done with %s', (_what, effect, rejected, left) => {
		const { context, log } = opened({ run: undefined, items: 1 });
		sendOne(log, [0, 0], exchange(effect, { to: ['1', '2'] }));
		log.complete(0, [{}], rejected);
		expect(entriesOf(context)).toHaveLength(left);
	});

	it('keeps its calls for as long as the execution, without their answers', () => {
		const { context, log } = opened({ run: undefined, items: 1 });
		log.identify(0, own);
		sendOne(log, [0, 0], message('1'));
		log.complete(0, [{ accepted: true }], 0);
		log.end(false);
		expect(entriesOf(context)).toEqual([['call 1:0', { requests: [], messages: 1, message: own }]]);
		expect(logIn(context).done).toEqual({ 'call 1:0': '' });
	});
});

describe('what n8n stores', () => {
	it.each([
		['with its content type', reply('OK é', 201)],
		['without one', { ...reply('{}'), headers: {} }],
	])('gives a reply back as it was, stored as JSON, %s', (_what, wireReply) => {
		const sent = message('1');
		const { context, log } = opened();
		sendOne(log, [0, 0], sent, { reply: keepReply(wireReply) });
		const stored = jsonParse<IContextObject>(JSON.stringify(context));
		expect(repeated(stored).lookUp(0, 0, sent)).toEqual({ state: 'accepted', reply: wireReply });
	});

	it('keeps only the content type of the headers', () => {
		const headers = { 'content-type': 'text/html', 'set-cookie': 'secret' };
		expect(keepReply({ ...reply('OK'), headers })).toEqual([200, 'text/html', 'T0s=']);
	});

	it.each([[null], [42], [{}], [undefined]])('is new where n8n has %j', (stored) => {
		const context = { smsboxSendLog: stored };
		const log = logIn(context);
		expect(log).toEqual({ items: {}, done: {}, sent: 0, calls: 0, runs: 0, runIndex: -1 });
		expect(context.smsboxSendLog).toBe(log);
		expect(logIn(context)).toBe(log);
	});
});
