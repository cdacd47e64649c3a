import type { IContextObject } from 'n8n-workflow';
import type { Effect } from '../../../../protocol/exchange';
import { NodeFailure } from '../../../../nodes/engine/errors';
import type { Transport } from '../../../../nodes/engine/http/transport';
import { type Call, callAll, createCalls, notAgain } from '../../../../nodes/engine/sending/calls';
import { partlySent } from '../../../../nodes/engine/sending/partlySent';
import { SendLog } from '../../../../nodes/engine/sending/sendLog';
import { exchange, reply } from './exchanges';
import { cut, failureFrom, refusedConnection, service } from './scriptedService';

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

	it('is not sent again by a retry although its content has changed', async () => {
		const { attempt, requests } = service(reply('OK 1'));
		await attempt()(exchange(effect, { body: 'msg=12:01' }));
		expect(await attempt()(exchange(effect, { body: 'msg=other' }))).toBe('OK 1');
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
		const log = logOf(0);
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
			message:
				'Not sent: text, recipients, options or account have changed since an earlier attempt sent a part',
		});
		expect(requests()).toBe(2);
	});

	it('sends nothing more where one has no known outcome', async () => {
		const { attempt, logOf, requests } = service(reply('OK 1'), cut);
		await failureFrom(sendAll(attempt()));
		expect(logOf(0).priorOf(0)).toEqual({ state: 'unknown', effect: 'send' });
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

it('a request has the time that its item has', async () => {
	const log = service().logOf(0);
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
		notAgain.unknown('send', false),
		/an earlier attempt at this or an equal item ended without a known outcome$/,
		/Check your/,
	],
	[
		notAgain.unknown('send', true),
		/an earlier, similar call of this tool was not completed; this call did/,
		/Check/,
	],
	[
		notAgain.changed(),
		/^Not sent: text, recipients, options or account have changed/,
		/^Send the rest in a new execution\.$/,
	],
	[
		notAgain.repeated(),
		/^Not sent again: this tool has sent the same message in this execution$/,
		/^The result of the first call counts\. To send it twice, change the text or use another execution\.$/,
	],
])('what is not sent says why, and what to do: %s', (failure, message, description) => {
	expect(failure.message).toMatch(message);
	expect(failure.description).toMatch(description);
});

it('the log survives being stored with the execution as JSON, and shrinks to a line', async () => {
	const { attempt, context } = service(reply('OK é1'));
	await attempt()(exchange('send', { to: ['33600123456', '33600123457'] }));
	const parsed: unknown = JSON.parse(JSON.stringify(context));
	const stored: IContextObject = Object.assign({}, parsed);
	const log = new SendLog(stored, { run: 0, items: 1 });
	expect(log.lookUp(0, 0, exchange('send', { to: ['33600123456', '33600123457'] }))).toMatchObject({
		state: 'accepted',
		reply: { status: 200 },
	});
	log.complete(0, [{ accepted: true, reference: '4711' }], 0);
	log.end(false);
	expect(stored).toEqual({ smsboxSendLog: { items: {}, done: { '0:0': '4711' }, sent: 2, calls: 0 } });
	expect(log.takeQuota(new Map([[1, 1]]), 2)).toBe(3);
});

it('a quota counts what was sent in other runs, and gives back what was not', async () => {
	const { attempt, logOf } = service(reply('OK 1'), reply('ERROR 04'));
	const log = logOf(0);
	const both = new Map([
		[0, 1],
		[1, 1],
	]);
	expect(log.takeQuota(both, 2)).toBe(2);
	await attempt(0, 0)(exchange('send', { to: ['1'] }));
	await failureFrom(attempt(0, 1)(exchange('send', { to: ['2'] })));
	expect(logOf(1).takeQuota(new Map([[0, 1]]), 2)).toBe(3);
	log.end(true);
	expect(logOf(1).takeQuota(new Map([[0, 1]]), 2)).toBe(2);
});
