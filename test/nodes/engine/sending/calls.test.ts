import type { IContextObject } from 'n8n-workflow';
import type { Effect, WireResponse } from '../../../../protocol/exchange';
import { NodeFailure } from '../../../../nodes/engine/errors';
import { networkFailure } from '../../../../nodes/engine/http/networkFailure';
import type { Transport } from '../../../../nodes/engine/http/transport';
import {
	type Call,
	callAll,
	changedSince,
	createCalls,
	unknownBefore,
} from '../../../../nodes/engine/sending/calls';
import { partlySent } from '../../../../nodes/engine/sending/partlySent';
import { SendLog } from '../../../../nodes/engine/sending/sendLog';
import { logIn } from '../../../../nodes/engine/sending/storedLog';
import { exchange, reply } from './exchanges';

const cut = (effect: Effect): NodeFailure => networkFailure({ code: 'ECONNRESET' }, effect);
const refusedConnection = (effect: Effect): NodeFailure => networkFailure({ code: 'ECONNREFUSED' }, effect);

type Answer = WireResponse | ((effect: Effect) => NodeFailure);

/** A service that gives one answer after the other, and tries of one item over one memory. */
function service(...answers: Answer[]) {
	const context = {};
	let requests = 0;
	const transport: Transport = async (_request, effect) => {
		const answer = answers[requests];
		requests += 1;
		if (answer === undefined) throw new Error('One request too many');
		if (typeof answer === 'function') throw answer(effect);
		return await Promise.resolve(answer);
	};
	const logOf = (run: number | undefined, parameters: string, input?: string): SendLog =>
		new SendLog(context, {
			run,
			items: 2,
			parameters,
			inputOf: input === undefined ? undefined : () => input,
		});
	const callsOver = (log: SendLog, item: number): Call =>
		createCalls({ transport, log, retryPauses: [] }, [{ item, timeoutSeconds: 60, work: {} }]);
	const attempt = (run = 0, item = 0, parameters = 'anything'): Call =>
		callsOver(logOf(run, parameters), item);
	/** One call of an agent's tool. */
	const asked = (input: string): { call: Call; log: SendLog } => {
		const log = logOf(undefined, 'anything', input);
		return { log, call: callsOver(log, 0) };
	};
	return { attempt, asked, logOf, transport, requests: () => requests, context };
}

async function failureFrom(work: Promise<unknown>): Promise<NodeFailure> {
	try {
		await work;
	} catch (error) {
		if (error instanceof NodeFailure) return error;
		throw error;
	}
	throw new Error('It did not fail');
}

describe.each<Effect>(['send', 'change'])('a call that may %s something', (effect) => {
	it('is answered from the log when a retry repeats an accepted request', async () => {
		const { attempt, requests } = service(reply('OK 1'));
		expect(await attempt()(exchange(effect))).toBe('OK 1');
		expect(await attempt()(exchange(effect))).toBe('OK 1');
		expect(requests()).toBe(1);
	});

	it('goes out again after a refusal', async () => {
		const { attempt, requests } = service(reply('ERROR 04'), reply('OK 2'));
		expect(await failureFrom(attempt()(exchange(effect)))).toMatchObject({
			kind: 'rejected',
			code: 'ERROR 04',
		});
		expect(await attempt()(exchange(effect))).toBe('OK 2');
		expect(requests()).toBe(2);
	});

	it('goes out again when nothing had reached the service', async () => {
		const { attempt, requests } = service(refusedConnection, reply('OK 3'));
		expect((await failureFrom(attempt()(exchange(effect)))).kind).toBe('notSent');
		expect(await attempt()(exchange(effect))).toBe('OK 3');
		expect(requests()).toBe(2);
	});

	it.each([
		['a cut connection', cut],
		['an HTML page', reply('<html>')],
		['an empty body', reply('')],
		['a server error', reply('oops', 500)],
	])('is never repeated after %s', async (_what, answer) => {
		const { attempt, requests } = service(answer);
		expect((await failureFrom(attempt()(exchange(effect)))).kind).toBe('unknown');
		const second = await failureFrom(attempt()(exchange(effect)));
		expect(second.kind).toBe('unknown');
		expect(second.message).toContain('earlier attempt');
		expect(requests()).toBe(1);
	});

	it.each([
		['an expression returns another value', 'before', 'msg=12:02'],
		['something was changed in the node that does not change the request', 'after', 'msg=12:01'],
		['the message itself was changed in the node', 'after', 'msg=other'],
	])('is not sent again by a retry although %s', async (_what, parameters, body) => {
		const { attempt, requests } = service(reply('OK 1'));
		await attempt(0, 0, 'before')(exchange(effect, { body: 'msg=12:01' }));
		expect(await attempt(0, 0, parameters)(exchange(effect, { body }))).toBe('OK 1');
		expect(requests()).toBe(1);
	});

	it('goes out in the next round of a loop and for another item', async () => {
		const { attempt, requests } = service(reply('OK 1'), reply('OK 2'), reply('OK 3'));
		await attempt(0, 0)(exchange(effect));
		expect(await attempt(1, 0)(exchange(effect))).toBe('OK 2');
		expect(await attempt(0, 1)(exchange(effect))).toBe('OK 3');
		expect(requests()).toBe(3);
	});
});

describe('an item that takes several requests', () => {
	const parts = ['recipients 1 to 2', 'recipients 3 to 4', 'recipient 5'];
	const lists = [['1', '2'], ['3', '4'], ['5']];
	const sendAll = async (call: Call, to = lists, names = parts): Promise<string[]> =>
		await callAll(
			to.map((list, part) => exchange('send', { to: list, part, parts: names })),
			call,
		);

	it('knows what was accepted and what was not sent', async () => {
		const { attempt, logOf } = service(reply('OK 1'), reply('ERROR 03'));
		await failureFrom(sendAll(attempt()));
		const log = logOf(0, 'anything');
		expect(log.priorOf(0)).toEqual({ state: 'incomplete' });
		const cause = new NodeFailure({ kind: 'notSent', message: 'No connection.' });
		expect(partlySent(log, 0, cause)).toMatchObject({
			kind: 'partlySent',
			message: 'Partly sent: 1 of 3 requests were accepted',
			description: expect.stringContaining(
				'Accepted: recipients 1 to 2. References: 1. Not sent: recipients 3 to 4, recipient 5. Reason: No connection. ',
			),
		});
	});

	it('sends only the rest on a retry', async () => {
		const { attempt, requests } = service(reply('OK 1'), reply('ERROR 04'), reply('OK 2'), reply('OK 3'));
		await failureFrom(sendAll(attempt()));
		expect(await sendAll(attempt())).toEqual(['OK 1', 'OK 2', 'OK 3']);
		expect(requests()).toBe(4);
	});

	it.each([
		['the recipients are others', [['9', '2'], ['3', '4'], ['5']], parts],
		['there are more of them', [...lists, ['6']], [...parts, 'recipient 6']],
	])('sends nothing more on a retry where %s', async (_what, to, names) => {
		const { attempt, requests } = service(reply('OK 1'), reply('ERROR 04'));
		await failureFrom(sendAll(attempt()));
		const failure = await failureFrom(sendAll(attempt(), to, names));
		expect(failure).toMatchObject({
			kind: 'notSent',
			message: 'Not sent: the recipients have changed since an earlier attempt',
		});
		expect(requests()).toBe(2);
	});

	it('sends nothing more where one has no known outcome', async () => {
		const { attempt, logOf, requests } = service(reply('OK 1'), cut);
		await failureFrom(sendAll(attempt()));
		expect(logOf(0, 'anything').priorOf(0)).toEqual({ state: 'unknown', effect: 'send' });
		expect((await failureFrom(sendAll(attempt()))).kind).toBe('unknown');
		expect(requests()).toBe(2);
	});
});

describe('a read', () => {
	it.each(['read', 'repeatable'] as const)('is asked anew each time: %s', async (effect) => {
		const { attempt, requests } = service(reply('OK 1'), reply('OK 2'));
		const call = attempt();
		expect([await call(exchange(effect)), await call(exchange(effect))]).toEqual(['OK 1', 'OK 2']);
		expect(requests()).toBe(2);
	});

	it('of which there are several says which one failed', async () => {
		const { attempt } = service(cut, cut);
		const parts = ['numbers 1 to 2', 'number 3'];
		const one = await failureFrom(attempt()(exchange('read', { part: 1, parts })));
		expect(one.description).toMatch(/ This concerns number 3\.$/);
		expect((await failureFrom(attempt()(exchange('read')))).description).not.toContain('This concerns');
	});

	it('says that nothing was changed when its answer is missing', async () => {
		const { attempt } = service(cut);
		const failure = await failureFrom(attempt()(exchange('read')));
		expect(failure.message).toContain('No valid response');
		expect(failure.description).toContain('Nothing was changed');
	});
});

describe("an agent's tool, for which no run tells a retry from a new call", () => {
	const ana = ['33600123456'];
	const ben = ['33600123457'];

	it('sends nothing more to recipients of a message without a known outcome', async () => {
		const { asked, requests } = service(cut, reply('OK 1'));
		await failureFrom(asked('one').call(exchange('send', { to: ana, body: 'a' })));
		const again = asked('two').call(exchange('send', { to: [...ana, ...ben], body: 'b' }));
		expect((await failureFrom(again)).kind).toBe('unknown');
		expect(await asked('three').call(exchange('send', { to: ben, body: 'c' }))).toBe('OK 1');
		expect(requests()).toBe(2);
	});

	it.each([
		['the same input, though the request differs', 'one', 'b'],
		['the same request, though the input is in other words', 'two', 'a'],
	])('does not send again for %s', async (_what, input, body) => {
		const { asked, requests } = service(reply('OK 1'));
		const first = asked('one');
		await first.call(exchange('send', { to: ana, body: 'a' }));
		first.log.complete(0, [{ accepted: true }], 0);
		expect(await failureFrom(asked(input).call(exchange('send', { to: ana, body })))).toMatchObject({
			kind: 'invalidInput',
			description:
				'SMSBOX accepted it the first time. To send it twice, change the text or use another execution.',
		});
		expect(requests()).toBe(1);
	});

	it('sends another message to the same recipients, and the same to others', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('OK 2'), reply('OK 3'));
		const first = asked('one');
		await first.call(exchange('send', { to: ana, body: 'a' }));
		first.log.complete(0, [{ accepted: true }], 0);
		expect(await asked('two').call(exchange('send', { to: ana, body: 'b' }))).toBe('OK 2');
		expect(await asked('one').call(exchange('send', { to: ben, body: 'a' }))).toBe('OK 3');
		expect(requests()).toBe(3);
	});

	it('may be asked again for recipients whom the service rejected', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('OK 2'));
		const first = asked('one');
		await first.call(exchange('send', { to: ana }));
		first.log.complete(0, [{ accepted: false }], Infinity);
		expect(await asked('one').call(exchange('send', { to: ana }))).toBe('OK 2');
		expect(requests()).toBe(2);
	});

	it('may change something twice, but not where the first time has no known outcome', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('OK 2'), cut);
		for (const expected of ['OK 1', 'OK 2']) {
			const { call, log } = asked('one');
			expect(await call(exchange('change'))).toBe(expected);
			log.complete(0, [{}], 0);
		}
		await failureFrom(asked('one').call(exchange('change')));
		expect((await failureFrom(asked('one').call(exchange('change')))).kind).toBe('unknown');
		expect(requests()).toBe(3);
	});

	it('sends nothing more of several requests when it is called again', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('ERROR 04'));
		const parts = ['recipient 1', 'recipient 2'];
		const all = [ana, ben].map((to, part) => exchange('send', { to, body: `to ${part}`, part, parts }));
		const first = asked('one');
		await failureFrom(callAll(all, first.call));
		first.log.end(false);
		expect((await failureFrom(callAll(all, asked('one').call))).kind).toBe('unknown');
		expect(first.log.takeQuota(new Map(), 0)).toEqual({ total: 1, isTaken: false });
		expect(requests()).toBe(2);
	});
});

it.each([0, 3, 5, 8])(
	"an agent's call leaves an equal one alone that goes on meanwhile, %d turns after its first answer",
	async (turns) => {
		const { asked, requests } = service(reply('OK 1'), reply('OK 2'));
		const parts = ['recipient 1', 'recipient 2'];
		const both = parts.map((to, part) => exchange('send', { body: to, to: [to], part, parts }));
		const first = asked('same');
		const work = callAll(both, first.call);
		for (let turn = 0; turn < turns; turn++) await Promise.resolve();
		const failure = await failureFrom(callAll(both, asked('same').call));
		expect(failure.kind).toBe('unknown');
		expect(await work).toEqual(['OK 1', 'OK 2']);
		first.log.complete(0, [{ accepted: true }], 0);
		first.log.end(true);
		expect((await failureFrom(callAll(both, asked('same').call))).message).toContain('Not sent again');
		expect(requests()).toBe(2);
	},
);

describe('items that share a request', () => {
	const shared = (keys: string[] | undefined, count: number, given = service(reply('OK 1'))) => {
		const log = given.logOf(0, 'anything');
		const items = Array.from({ length: count }, (_, item) => ({
			item,
			timeoutSeconds: 60,
			work: { partitionKeys: keys?.slice(item, item + 1) },
		}));
		return { log, call: createCalls({ transport: given.transport, log, retryPauses: [] }, items) };
	};
	const stateOf = (log: SendLog, item: number, to: string[]): string =>
		log.lookUp(item, 0, exchange('send', { to })).state;

	it('have each its own recipients', async () => {
		const { log, call } = shared(['1', '2'], 2);
		await call(exchange('send', { to: ['1', '2'] }));
		expect([stateOf(log, 0, ['1']), stateOf(log, 1, ['2'])]).toEqual(['accepted', 'accepted']);
		expect([stateOf(log, 0, ['1', '2']), stateOf(log, 1, ['1'])]).toEqual(['changed', 'changed']);
		expect(log.takeQuota(new Map(), 0).total).toBe(2);
	});

	it.each([
		['one by itself', ['1'], 1],
		['those that name none', undefined, 2],
	])('%s: the recipients are those of the request', async (_what, keys, count) => {
		const { log, call } = shared(keys, count);
		await call(exchange('send', { to: ['1', '2'] }));
		expect(stateOf(log, count - 1, ['1', '2'])).toBe('accepted');
	});

	it('take one', async () => {
		const { call } = shared(['1', '2'], 2);
		await call(exchange('send', { to: ['1', '2'] }));
		await expect(call(exchange('send', { to: ['1', '2'] }))).rejects.toThrow(
			new TypeError('Items that share a request take one'),
		);
	});
});

it('a request has the time that its item has', async () => {
	const log = service().logOf(0, 'anything');
	const times: number[] = [];
	const transport: Transport = async (_request, _effect, timeoutSeconds) => {
		times.push(timeoutSeconds);
		return await Promise.resolve(reply('OK 1'));
	};
	const call = createCalls({ transport, log, retryPauses: [] }, [{ item: 0, timeoutSeconds: 7, work: {} }]);
	const { effect, request, parse } = exchange('send');
	await call({ effect, request, parse, parts: ['a', 'b'] });
	await call(exchange('read'));
	expect(times).toEqual([7, 7]);
});

it.each([
	[
		unknownBefore('send', false),
		/an earlier attempt at this item ended without a known outcome$/,
		/Check your/,
	],
	[
		unknownBefore('send', true),
		/an earlier, similar call of this tool was not completed; this call did/,
		/Check/,
	],
	[changedSince(), /^Not sent: the recipients have changed/, /^Send the rest in a new execution\.$/],
])('what is not sent says why, and what to do: %s', (failure, message, description) => {
	expect(failure.message).toMatch(message);
	expect(failure.description).toMatch(description);
});

it('items that share a request share the copy of its answer', async () => {
	const { logOf, transport, context } = service(reply('OK 1'));
	const log = logOf(0, 'anything');
	const items = [0, 1].map((item) => ({ item, timeoutSeconds: 60, work: { partitionKeys: [String(item)] } }));
	await createCalls({ transport, log, retryPauses: [] }, items)(exchange('send', { to: ['0', '1'] }));
	const { items: entries } = logIn(context);
	const [first, second] = ['0:0', '0:1'].map(
		(key) => Object.entries(entries).find(([one]) => one === key)?.[1],
	);
	expect(first?.requests[0]?.reply).toBeDefined();
	expect(second?.requests[0]?.reply).toBe(first?.requests[0]?.reply);
});

it('the log survives being stored with the execution as JSON, and shrinks to a count', async () => {
	const { attempt, context } = service(reply('OK é1'));
	await attempt()(exchange('send', { to: ['33600123456', '33600123457'] }));
	const parsed: unknown = JSON.parse(JSON.stringify(context));
	const stored: IContextObject = Object.assign({}, parsed);
	const log = new SendLog(stored, { run: 0, items: 1, parameters: 'anything', inputOf: undefined });
	expect(log.lookUp(0, 0, exchange('send', { to: ['33600123456', '33600123457'] }))).toMatchObject({
		state: 'accepted',
		reply: { status: 200 },
	});
	log.complete(0, [{ accepted: true }], 0);
	log.end(true);
	expect(JSON.stringify(stored).length).toBeLessThan(100);
	expect(log.takeQuota(new Map([[1, 1]]), 2)).toEqual({ total: 3, isTaken: false });
});

describe('what the service did not take and may take later', () => {
	/** Calls of one item that are tried again at once; what each answer says of the pace. */
	const triedAgain = (...answers: Answer[]) => {
		const { logOf, transport, requests } = service(...answers);
		const log = logOf(0, 'anything');
		const overloads: boolean[] = [];
		const onAnswer = (isOverload: boolean): void => void overloads.push(isOverload);
		const call = createCalls({ transport, log, retryPauses: [0, 0], onAnswer }, [
			{ item: 0, timeoutSeconds: 60, work: {} },
		]);
		return { call, log, requests, overloads };
	};
	const busy = reply('ERROR 05');

	it.each<Effect>(['send', 'repeatable', 'read'])('is tried again: %s', async (effect) => {
		const { call, requests, overloads } = triedAgain(busy, busy, reply('OK 1'));
		expect(await call(exchange(effect))).toBe('OK 1');
		expect(requests()).toBe(3);
		expect(overloads).toEqual([true, true, false]);
	});

	it('is not tried again for a change, such as a transfer', async () => {
		const { call, requests } = triedAgain(busy, reply('OK 1'));
		expect(await failureFrom(call(exchange('change')))).toMatchObject({ kind: 'rejected', code: 'ERROR 05' });
		expect(requests()).toBe(1);
	});

	it('is rejected after two more tries, and may go out in a later one', async () => {
		const { call, log, requests } = triedAgain(busy, busy, busy);
		expect(await failureFrom(call(exchange('send')))).toMatchObject({ kind: 'rejected', code: 'ERROR 05' });
		expect(requests()).toBe(3);
		expect(log.priorOf(0).state).toBe('new');
	});

	it.each([
		['may have been sent, once a try has no known outcome', cut, 'unknown', true],
		['was not sent, where a try finds no connection', refusedConnection, 'notSent', false],
		['is not tried again after a limit was exceeded', reply('ERROR limit'), 'rejected', true],
		['is not tried again after a lasting rejection', reply('ERROR 04'), 'rejected', false],
	])('%s', async (_what, second, kind, isOverload) => {
		const { call, requests, overloads } = triedAgain(busy, second);
		expect((await failureFrom(call(exchange('send')))).kind).toBe(kind);
		expect(requests()).toBe(2);
		expect(overloads).toEqual([true, isOverload]);
	});

	it('counts as possibly sent while it waits for its next try', async () => {
		const { logOf, transport, context } = service(busy, reply('OK 1'));
		const call = createCalls({ transport, log: logOf(0, 'anything'), retryPauses: [50] }, [
			{ item: 0, timeoutSeconds: 60, work: {} },
		]);
		const sent = call(exchange('send'));
		await new Promise(setImmediate);
		expect(new SendLog(context, { run: 0, items: 1, parameters: '', inputOf: undefined }).priorOf(0)).toEqual(
			{
				state: 'unknown',
				effect: 'send',
			},
		);
		await sent;
	});
});

describe('a quota', () => {
	it('counts what was sent in other runs, and gives back what was not', async () => {
		const { attempt, logOf } = service(reply('OK 1'), reply('ERROR 04'));
		const log = logOf(0, 'anything');
		expect(
			log.takeQuota(
				new Map([
					[0, 1],
					[1, 1],
				]),
				2,
			),
		).toEqual({ total: 2, isTaken: true });
		await attempt(0, 0)(exchange('send', { to: ['1'] }));
		await failureFrom(attempt(0, 1)(exchange('send', { to: ['2'] })));
		expect(logOf(1, 'anything').takeQuota(new Map([[0, 1]]), 2)).toEqual({ total: 3, isTaken: false });
		log.end(false);
		expect(logOf(1, 'anything').takeQuota(new Map([[0, 1]]), 2)).toEqual({ total: 2, isTaken: true });
	});
});
