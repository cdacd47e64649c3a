import type { Effect } from '../../../../protocol/exchange';
import { NodeFailure } from '../../../../nodes/engine/errors';
import { callAll } from '../../../../nodes/engine/sending/calls';
import { exchange, reply } from './exchanges';
import { type Answer, cut, failureFrom, refusedConnection, service } from './scriptedService';
import { logFor } from './logs';

describe('what the service did not take and may take later', () => {
	/** Calls of one item that are tried again at once; what each answer says of the pace. */
	const triedAgain = (...answers: Answer[]) => {
		const { attempt, logOf, requests } = service(...answers);
		const log = logOf(0);
		const overloads: boolean[] = [];
		const onAnswer = (isOverload: boolean): void => void overloads.push(isOverload);
		return { call: attempt(0, 0, { log, retryPauses: [0, 0], onAnswer }), log, requests, overloads };
	};
	const busy = reply('ERROR 05');

	it.each<Effect>(['send', 'repeatable', 'read'])('is tried again: %s', async (effect) => {
		const { call, requests, overloads } = triedAgain(busy, busy, reply('OK 1'));
		expect(await call(exchange(effect))).toBe('OK 1');
		expect(requests()).toBe(3);
		expect(overloads).toEqual([true, true, false]);
	});

	it('is not tried again for a change, such as a transfer', async () => {
		const { call, log, requests } = triedAgain(busy, reply('OK 1'));
		expect(await failureFrom(call(exchange('change')))).toMatchObject({
			kind: 'unknown',
			message: 'May have been carried out: SMSBOX reported a temporary error (ERROR 05)',
		});
		expect(log.priorOf(0)?.state).toBe('unknown');
		expect(requests()).toBe(1);
	});

	it('is rejected after two more tries, and may go out in a later one', async () => {
		const { call, log, requests } = triedAgain(busy, busy, busy);
		expect(await failureFrom(call(exchange('send')))).toMatchObject({ kind: 'rejected', code: 'ERROR 05' });
		expect(requests()).toBe(3);
		expect(log.priorOf(0)).toBeUndefined();
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

	it.each<[string, Answer, ...Answer[]]>([
		['no further attempt', busy],
		['no further request of its message', reply('OK 1'), busy],
	])('makes %s once there is a reason to skip it', async (_what, ...answers) => {
		const { attempt, requests } = service(...answers, reply('OK 1'));
		const reason = new NodeFailure({ kind: 'notSent', message: 'Not sent: no credit' });
		const skipReason = (): NodeFailure | undefined => (requests() < answers.length ? undefined : reason);
		const call = attempt(0, 0, { retryPauses: [0, 0], skipReason });
		const requestsToSend = answers.map((_, part) => exchange('send', { part, parts: ['a', 'b'] }));
		expect(await failureFrom(callAll([...requestsToSend, exchange('send')], call))).toBe(reason);
		expect(requests()).toBe(answers.length);
	});

	it('counts as possibly sent while it waits for its next try', async () => {
		const { attempt, context } = service(busy, reply('OK 1'));
		const sent = attempt(0, 0, { retryPauses: [50] })(exchange('send'));
		await new Promise(setImmediate);
		const prior = logFor(context).priorOf(0);
		expect(prior).toEqual({ state: 'unknown', effect: 'send' });
		await sent;
	});
});
