/** What n8n stores of the send log. */
import { hashOf } from '../../../../nodes/engine/sending/messageIdentity';
import { keepReply, logIn, SendLog } from '../../../../nodes/engine/sending/sendLog';
import { exchange, reply } from './exchanges';

it.each([
	['with its content type', reply('OK é', 201)],
	['without one', { ...reply('{}'), headers: {} }],
])('gives a reply back as it was, %s', (_what, wireReply) => {
	const sent = exchange('send', { to: ['1'] });
	const log = new SendLog({}, { run: 0, items: 3 });
	log.reserve(0, 0, sent);
	log.settle(0, 0, 'accepted', { reply: keepReply(wireReply) });
	expect(log.lookUp(0, 0, sent)).toEqual({ state: 'accepted', reply: wireReply });
});

it('keeps only the content type of the headers', () => {
	const headers = { 'content-type': 'text/html', 'set-cookie': 'secret' };
	expect(keepReply({ ...reply('OK'), headers })).toEqual([200, 'text/html', 'T0s=']);
});

it.each([[null], [42], [{}], [undefined]])('is new where n8n has %j', (stored) => {
	const context = { smsboxSendLog: stored };
	const log = logIn(context);
	expect(log).toEqual({ items: {}, done: {}, sent: 0, calls: 0 });
	expect(context.smsboxSendLog).toBe(log);
	expect(logIn(context)).toBe(log);
});

it('has hashes of 22 characters, by which texts are told apart', () => {
	expect(hashOf('33600123456')).toMatch(/^[\w+/]{22}$/);
	expect(hashOf('33600123456')).not.toBe(hashOf('33600123457'));
});
