import {
	getDefaultSenderId,
	listSenderIds,
	setDefaultSenderId,
	validSenderId,
} from '../../../protocol/sms/senderIds';
import { invalidInput, refusal, reply, unexpectedReply } from '../helpers';

const html = '<html><body>Sign in to the network</body></html>';

describe('validSenderId', () => {
	it.each(['A', 'MyCompany', 'ABCDEFGHIJK', '12345678901', 'Shop24', '123456789012345', '36180'])(
		'takes %s',
		(sender) => expect(validSenderId(` ${sender} `, 'senderId')).toBe(sender),
	);

	it.each([
		...['', 'ABCDEFGHIJKL', '1234567890123456', '12345678901A', 'My Shop', 'Café', '+33600123456'],
		...['a;b', 'a\nb'],
	])('refuses %j', (sender) => {
		expect(invalidInput(() => validSenderId(sender, 'senderId')).field).toBe('senderId');
	});
});

describe('getDefaultSenderId', () => {
	it('reads the sender', () => expect(getDefaultSenderId().parse(reply('MyCompany\n'))).toBe('MyCompany'));

	it.each(['', html, 'MyCompany\nOther', 'a'.repeat(16), '{"sender":"x"}', 'Error: nothing here'])(
		'does not take %j for a sender',
		(body) => expect(unexpectedReply(() => getDefaultSenderId().parse(reply(body))).status).toBe(200),
	);
});

describe('listSenderIds', () => {
	it('reads one sender a line', () => {
		expect(listSenderIds().parse(reply('MyCompany\r\n Shop24 \n \n36180\n'))).toEqual([
			'MyCompany',
			'Shop24',
			'36180',
		]);
	});

	it('shows senders that it would not have allowed', () =>
		expect(listSenderIds().parse(reply('My Shop\nA&B\nCafé-12'))).toEqual(['My Shop', 'A&B', 'Café-12']));

	it('takes an empty answer for an empty list', () => expect(listSenderIds().parse(reply('\n'))).toEqual([]));

	it.each([html, 'MyCompany\n<!-- cached -->', 'This is a whole sentence.'])(
		'does not take %j for a list',
		(body) => expect(unexpectedReply(() => listSenderIds().parse(reply(body))).status).toBe(200),
	);
});

describe('setDefaultSenderId', () => {
	it('is a success only if the service says that very sender', () => {
		expect(setDefaultSenderId('MyCompany').parse(reply('MyCompany'))).toBe('MyCompany');
		expect(setDefaultSenderId('MyCompany').parse(reply('MYCOMPANY'))).toBe('MYCOMPANY');
		for (const body of ['Other', '', 'OK', html])
			expect(unexpectedReply(() => setDefaultSenderId('MyCompany').parse(reply(body))).status).toBe(200);
	});

	it('says what a refusal means here', () => {
		const { code, remediation } = refusal(() => setDefaultSenderId('MyCompany').parse(reply('ERREUR')));
		expect([code, remediation]).toEqual(['ERREUR', expect.stringContaining('registered')]);
	});

	it('refuses a sender of 12 letters before anything is sent', () =>
		expect(invalidInput(() => setDefaultSenderId('ABCDEFGHIJKL')).field).toBe('senderId'));
});
