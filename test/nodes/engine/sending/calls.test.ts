import type { Effect } from '../../../../protocol/exchange';
import type { Transport } from '../../../../nodes/engine/http/transport';
import { type Call, callAll, createCalls, notAgain } from '../../../../nodes/engine/sending/calls';
import { exchange, reply } from './exchanges';
import { type Answer, cut, failureFrom, refusedConnection, service } from './scriptedService';

describe.each<Effect>(['send', 'change'])('a call that may %s something', (effect) => {
	it.each<[string, Answer, object]>([
		['a refusal', reply('ERROR 04'), { kind: 'rejected', code: 'ERROR 04' }],
		['no connection', refusedConnection, { kind: 'notSent' }],
	])('goes out again after %s', async (_what, answer, failure) => {
		const { attempt, requests } = service(answer, reply('OK 2'));
		expect(await failureFrom(attempt()(exchange(effect)))).toMatchObject(failure);
		expect(await attempt()(exchange(effect))).toBe('OK 2');
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
});

describe('an item that takes several requests', () => {
	const parts = ['recipients 1 to 2', 'recipients 3 to 4', 'recipient 5'];
	const lists = [['1', '2'], ['3', '4'], ['5']];
	const sendAll = async (call: Call, to = lists, names = parts): Promise<string[]> =>
		await callAll(
			to.map((list, part) => exchange('send', { to: list, part, parts: names })),
			call,
		);

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
	[notAgain.changed(), 'Send the rest in a new execution.'],
	[
		notAgain.repeated(),
		'The result of the first call counts. To send it twice, change the text or use another execution.',
	],
])('what is not sent says what to do: %s', ({ description }, advice) => expect(description).toBe(advice));
