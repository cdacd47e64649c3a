import fc from 'fast-check';
import { getDefaultSender, listSenders, setDefaultSender, validSender } from '../../../protocol/sms/senders';
import { formOf, invalidInput, refusal, reply, resultOrProtocolError, unexpectedReply } from '../helpers';

const html = '<html><body>Sign in to the network</body></html>';

describe('validSender', () => {
	it.each(['A', 'MyCompany', 'ABCDEFGHIJK', '12345678901', 'Shop24', '123456789012345', '36180'])(
		'takes %s',
		(sender) => {
			expect(validSender(` ${sender} `, 'sender')).toBe(sender);
		},
	);

	it.each([
		'',
		'ABCDEFGHIJKL',
		'1234567890123456',
		'12345678901A',
		'My Shop',
		'Café',
		'+33600123456',
		'a;b',
		'a\nb',
	])('refuses %j', (sender) => {
		expect(invalidInput(() => validSender(sender, 'sender')).field).toBe('sender');
	});

	it('takes a sender of its own again', () => {
		fc.assert(
			fc.property(fc.string(), (sender) => {
				const valid = resultOrProtocolError(() => validSender(sender, 'sender'));
				if (valid !== undefined) expect(validSender(valid, 'sender')).toBe(valid);
			}),
		);
	});
});

describe('getDefaultSender', () => {
	it('asks without a body', () => {
		const { request, effect } = getDefaultSender();
		expect(effect).toBe('read');
		expect(request).toEqual({
			api: 'sms',
			method: 'POST',
			path: '/1.1/api.php?action=emetteur',
			headers: {},
		});
	});

	it('reads the sender', () => {
		expect(getDefaultSender().parse(reply('MyCompany\n'))).toBe('MyCompany');
	});

	it.each(['', html, 'MyCompany\nOther', 'a'.repeat(16), '{"sender":"x"}', 'Error: nothing here'])(
		'does not take %j for a sender',
		(body) => {
			expect(unexpectedReply(() => getDefaultSender().parse(reply(body))).status).toBe(200);
		},
	);

	it('is refused like everything else', () => {
		expect(refusal(() => getDefaultSender().parse(reply('ERREUR'))).code).toBe('ERREUR');
	});
});

describe('listSenders', () => {
	it('asks without a body', () => {
		expect(listSenders().effect).toBe('read');
		expect(listSenders().request.path).toBe('/1.1/api.php?action=emetteur&do=list');
		expect(listSenders().request).not.toHaveProperty('body');
	});

	it('reads one sender a line', () => {
		expect(listSenders().parse(reply('MyCompany\r\n Shop24 \n \n36180\n'))).toEqual([
			'MyCompany',
			'Shop24',
			'36180',
		]);
	});

	it('shows senders that it would not have allowed', () => {
		expect(listSenders().parse(reply('My Shop\nA&B\nCafé-12'))).toEqual(['My Shop', 'A&B', 'Café-12']);
	});

	it('takes an empty answer for an empty list', () => {
		expect(listSenders().parse(reply('\n'))).toEqual([]);
	});

	it.each([html, 'MyCompany\n<!-- cached -->', 'This is a whole sentence.'])(
		'does not take %j for a list',
		(body) => {
			expect(unexpectedReply(() => listSenders().parse(reply(body))).status).toBe(200);
		},
	);
});

describe('setDefaultSender', () => {
	it('sends the sender', () => {
		const { request, effect } = setDefaultSender(' MyCompany ');
		expect(effect).toBe('change');
		expect(request.path).toBe('/1.1/api.php?action=emetteur&do=set');
		expect(formOf(request)).toEqual({ emetteur: 'MyCompany' });
	});

	it('is a success only if the service says that very sender', () => {
		expect(setDefaultSender('MyCompany').parse(reply('MyCompany'))).toBe('MyCompany');
		expect(setDefaultSender('MyCompany').parse(reply('MYCOMPANY'))).toBe('MYCOMPANY');
		for (const body of ['Other', '', 'OK', html]) {
			expect(unexpectedReply(() => setDefaultSender('MyCompany').parse(reply(body))).status).toBe(200);
		}
	});

	it('says what a refusal means here', () => {
		const { code, mend } = refusal(() => setDefaultSender('MyCompany').parse(reply('ERREUR')));
		expect([code, mend]).toEqual(['ERREUR', expect.stringContaining('registered')]);
	});

	it('refuses a sender of 12 letters before anything is sent', () => {
		expect(invalidInput(() => setDefaultSender('ABCDEFGHIJKL')).field).toBe('sender');
	});
});
