import { markAsRead } from '../../../protocol/waba/markAsRead';
import { invalidInput, unexpectedReply } from '../helpers';
import { agent, json, queued, queuedResult } from './wire';

const messageId = 'wamid.HBgLMzM2MDAxMjM0NTY=';

describe('markAsRead', () => {
	it('gives the reference and what the service says of the recipient, where it says it', () => {
		const { parse } = markAsRead(agent, messageId);
		expect(parse(json(queued, 202))).toEqual({ markedAsRead: true, ...queuedResult });
		expect(parse(json({ response: queued.response, details: 'Read already.' }, 202))).toEqual({
			markedAsRead: true,
			reference: null,
			recipients: [],
			details: 'Read already.',
		});
		for (const recipients of [null, 'x', [1], {}])
			expect(parse(json({ ...queued, recipients }, 202))).toMatchObject({
				markedAsRead: true,
				recipients: [],
			});
	});

	it.each([
		[['REJECTED'], false],
		[['REJECTED', 'ACCEPTED'], true],
		[['PERHAPS'], true],
	])('of recipients that are %j claims that it is marked: %j', (states, markedAsRead) => {
		const [recipient] = queued.recipients;
		const recipients = states.map((state) => ({ ...recipient, state }));
		const { parse } = markAsRead(agent, messageId);
		expect(parse(json({ ...queued, recipients }, 202))).toMatchObject({ markedAsRead });
	});

	it('takes no other answer for a success', () => {
		const { parse } = markAsRead(agent, messageId);
		for (const body of [null, {}, { success: true }, { reference: '1' }])
			expect(unexpectedReply(() => parse(json(body, 202))).status).toBe(202);
	});

	it.each(['', ' ', 'a b', '\ud83d'])('needs the id of a message, not %j', (wrong) => {
		expect(invalidInput(() => markAsRead(agent, wrong)).field).toBe('messageId');
	});

	it('needs an agent', () => {
		expect(invalidInput(() => markAsRead({ wabaId: '', phoneId: '1' }, messageId)).field).toBe('wabaId');
		expect(invalidInput(() => markAsRead({ wabaId: '1', phoneId: 'a/b' }, messageId)).field).toBe('phoneId');
	});
});
