import { Refused, UnexpectedReply } from '../../../protocol/errors';
import type { Effect, Exchange, WireReply } from '../../../protocol/exchange';
import { type Call, callAll, createCalls } from '../../../nodes/engine/sending/call';
import { Failure } from '../../../nodes/engine/failure';
import { createMemory } from '../../../nodes/engine/sending/memory';
import { networkFailure } from '../../../nodes/engine/http/networkFailure';
import { createToolMemory } from '../../../nodes/engine/sending/toolMemory';
import type { Transport } from '../../../nodes/engine/http/transport';

const reply = (body: string, status = 200): WireReply => ({
	status,
	headers: { 'content-type': 'text/plain' },
	bytes: Buffer.from(body),
});

/** An exchange as the protocol makes them: OK is success, ERROR is refused, the rest is unexpected. */
function exchange(effect: Effect, body = 'dest=1', covers?: string): Exchange<string> {
	return {
		effect,
		request: { api: 'sms', method: 'POST', path: '/1.1/api.php', headers: {}, body },
		...(covers === undefined ? {} : { covers }),
		parse({ status, bytes }) {
			const text = Buffer.from(bytes).toString();
			if (text.startsWith('OK')) return text;
			if (text.startsWith('ERROR')) throw new Refused(text, 'No.', 'Mend it.');
			throw new UnexpectedReply(status, text);
		},
	};
}

const cut = (effect: Effect): Failure => networkFailure({ code: 'ECONNRESET' }, effect);
const refusedConnection = (effect: Effect): Failure => networkFailure({ code: 'ECONNREFUSED' }, effect);

type Answer = WireReply | ((effect: Effect) => Failure);

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
	const calls = (run = 0, item = 0, origin = 'anything') =>
		createCalls({
			transport,
			memory: createMemory(context),
			place: { run, item, origin },
			timeoutSeconds: 60,
		});
	const attempt = (run = 0, item = 0, origin = 'anything'): Call => calls(run, item, origin).call;
	/** One call of an agent's tool. */
	const asked = (to: readonly string[], origin = 'anything') =>
		createCalls({
			transport,
			memory: createToolMemory(context, () => origin),
			place: { run: 0, item: 0, origin, to },
			timeoutSeconds: 60,
		});
	return { attempt, asked, requests: () => requests, context };
}

async function failureFrom(work: Promise<unknown>): Promise<Failure> {
	try {
		await work;
	} catch (error) {
		if (error instanceof Failure) return error;
		throw error;
	}
	throw new Error('It did not fail');
}

describe.each<Effect>(['send', 'change'])('a call that may %s something', (effect) => {
	it('is answered from the memory when a retry repeats an accepted request', async () => {
		const { attempt, requests } = service(reply('OK 1'));
		expect(await attempt()(exchange(effect))).toBe('OK 1');
		expect(await attempt()(exchange(effect))).toBe('OK 1');
		expect(requests()).toBe(1);
	});

	it('goes out again after a refusal', async () => {
		const { attempt, requests } = service(reply('ERROR 05'), reply('OK 2'));
		expect(await failureFrom(attempt()(exchange(effect)))).toMatchObject({
			kind: 'refused',
			code: 'ERROR 05',
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
		expect(second.message).toContain('earlier try');
		expect(requests()).toBe(1);
	});

	it('goes out when both the item and what it is made from were changed since', async () => {
		const { attempt, requests } = service(reply('OK 1'), reply('OK 2'));
		await attempt(0, 0, 'before')(exchange(effect, 'msg=one'));
		expect(await attempt(0, 0, 'after')(exchange(effect, 'msg=two'))).toBe('OK 2');
		expect(requests()).toBe(2);
	});

	it.each([
		['an expression gives another value on the retry', 'before', 'msg=12:02'],
		['something was changed in the node that does not change the request', 'after', 'msg=12:01'],
	])('is not repeated when %s', async (_what, origin, body) => {
		const { attempt, requests } = service(reply('OK 1'));
		await attempt(0, 0, 'before')(exchange(effect, 'msg=12:01'));
		expect(await attempt(0, 0, origin)(exchange(effect, body))).toBe('OK 1');
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
	const parts = ['recipients 1 to 5,000', 'recipients 5,001 to 10,000', 'recipients 10,001 to 12,000'];
	const sendAll = async (call: Call): Promise<string[]> =>
		await callAll(
			parts.map((part) => exchange('send', part, part)),
			call,
		);

	it('says which part failed and what had been accepted', async () => {
		const { attempt } = service(reply('OK 1'), reply('ERROR 03'));
		const failure = await failureFrom(sendAll(attempt()));
		expect(failure.description).toContain('This concerns recipients 5,001 to 10,000.');
		expect(failure.description).toContain('Accepted before it: recipients 1 to 5,000.');
		expect(failure.description).toContain('Not sent: recipients 10,001 to 12,000.');
	});

	it('sends only the rest on a retry', async () => {
		const { attempt, requests } = service(reply('OK 1'), reply('ERROR 05'), reply('OK 2'), reply('OK 3'));
		await failureFrom(sendAll(attempt()));
		expect(await sendAll(attempt())).toEqual(['OK 1', 'OK 2', 'OK 3']);
		expect(requests()).toBe(4);
	});
});

describe('a read', () => {
	it('is asked anew each time', async () => {
		const { attempt, requests } = service(reply('OK 1'), reply('OK 2'));
		const call = attempt();
		expect([await call(exchange('read')), await call(exchange('read'))]).toEqual(['OK 1', 'OK 2']);
		expect(requests()).toBe(2);
	});

	it('says that nothing was changed when its answer is missing', async () => {
		const { attempt } = service(cut);
		const failure = await failureFrom(attempt()(exchange('read')));
		expect(failure.message).toContain('No usable answer');
		expect(failure.description).toContain('Nothing was changed');
	});
});

describe("an agent's tool, for which no run tells a retry from a new call", () => {
	const ana = ['33600123456'];
	const ben = ['33600123457'];

	it('sends nothing more to people for whom a message may have been sent', async () => {
		const { asked, requests } = service(cut, reply('OK 1'));
		await failureFrom(asked(ana, 'one').call(exchange('send', 'a')));
		const again = asked([...ana, ...ben], 'two').call(exchange('send', 'b'));
		expect((await failureFrom(again)).kind).toBe('unknown');
		expect(await asked(ben, 'three').call(exchange('send', 'c'))).toBe('OK 1');
		expect(requests()).toBe(2);
	});

	it('does not send again what was sent for the same input, and sends it for another one', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('OK 2'));
		const first = asked(ana, 'one');
		await first.call(exchange('send'));
		first.finish(false);
		expect((await failureFrom(asked(ana, 'one').call(exchange('send')))).kind).toBe('input');
		expect(await asked(ana, 'two').call(exchange('send'))).toBe('OK 2');
		expect(requests()).toBe(2);
	});

	it('may be asked again for people whom the service refused', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('OK 2'));
		const first = asked(ana);
		await first.call(exchange('send'));
		first.finish(true);
		expect(await asked(ana).call(exchange('send'))).toBe('OK 2');
		expect(requests()).toBe(2);
	});

	it('sends only the rest of several requests when it is tried again', async () => {
		const { asked, requests } = service(reply('OK 1'), reply('ERROR 05'), reply('OK 2'));
		const parts = [exchange('send', 'a'), exchange('send', 'b')];
		await failureFrom(callAll(parts, asked(ana).call));
		expect(await callAll(parts, asked(ana).call)).toEqual(['OK 1', 'OK 2']);
		expect(requests()).toBe(3);
	});

	it("does not take one person's answer for another's, though the model asked for the same", async () => {
		const { asked, requests } = service(reply('OK 1'), reply('ERROR 05'), reply('OK 2'), reply('OK 3'));
		await failureFrom(callAll([exchange('send', 'a'), exchange('send', 'b')], asked(ana).call));
		const others = [exchange('send', 'c'), exchange('send', 'd')];
		expect(await callAll(others, asked(ben).call)).toEqual(['OK 2', 'OK 3']);
		expect(requests()).toBe(4);
	});
});

it('what may have been sent is not sent again when the node was changed meanwhile', async () => {
	const { attempt, requests } = service(cut);
	await failureFrom(attempt(0, 0, 'before')(exchange('send', 'msg=one')));
	expect((await failureFrom(attempt(0, 0, 'after')(exchange('send', 'msg=two')))).kind).toBe('unknown');
	expect(requests()).toBe(1);
});

it('the memory survives being stored with the execution as JSON', async () => {
	const { attempt, context, requests } = service(reply('OK é1'));
	await attempt()(exchange('send'));
	const stored: unknown = JSON.parse(JSON.stringify(context));
	if (typeof stored !== 'object' || stored === null) throw new Error('Nothing was stored');
	const memory = createMemory(stored);
	const slot = memory.slot({ run: 0, item: 0, part: 0, origin: 'anything' }, exchange('send').request);
	const recalled = slot.recall();
	expect(recalled).toMatchObject({ state: 'accepted', reply: { status: 200 } });
	expect(requests()).toBe(1);
});
