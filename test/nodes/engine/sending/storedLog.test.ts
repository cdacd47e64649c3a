/** The log as it is stored with an execution. */
import {
	hashOf,
	keepReply,
	logIn,
	type LoggedRequest,
	replyOf,
} from '../../../../nodes/engine/sending/storedLog';
import { reply } from './exchanges';

const request: LoggedRequest = { state: 'accepted', to: '', effect: 'send', messages: 1 };

it.each([
	['with its content type', reply('OK é', 201)],
	['without one', { ...reply('{}'), headers: {} }],
])('a reply comes back as it was, %s', (_what, wireReply) => {
	const kept = keepReply(wireReply);
	expect(replyOf({ ...request, reply: kept })).toEqual(wireReply);
});

it('of a reply, only the content type is kept of its headers', () => {
	const kept = keepReply({
		...reply('OK'),
		headers: { 'content-type': 'text/html', 'set-cookie': 'secret' },
	});
	expect(kept).toEqual([200, 'text/html', 'T0s=']);
	expect(replyOf(request)).toBeUndefined();
});

it.each([[null], [42], [{}], [undefined]])('a log is new where n8n has %j', (stored) => {
	const context = { smsboxSendLog: stored };
	const log = logIn(context);
	expect(log).toEqual({ items: {}, sent: 0, calls: 0, parameters: {} });
	expect(context.smsboxSendLog).toBe(log);
	expect(logIn(context)).toBe(log);
});

it('a hash has 22 characters, by which texts are told apart', () => {
	expect(hashOf('33600123456')).toMatch(/^[\w+/]{22}$/);
	expect(hashOf('33600123456')).not.toBe(hashOf('33600123457'));
});
