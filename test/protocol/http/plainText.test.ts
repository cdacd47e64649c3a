import { readCount, readOk, readPlainText } from '../../../protocol/http/form';
import { refusal, reply, unexpectedReply } from '../helpers';

describe('readPlainText', () => {
	it('trims the answer', () => expect(readPlainText(reply(' \r\nOK 123\n'))).toBe('OK 123'));

	it('reads the character set that the answer declares, else UTF-8, else ISO-8859-1', () => {
		const latin1 = Buffer.from('café', 'latin1');
		const utf8 = Buffer.from('café', 'utf8');
		expect(readPlainText(reply(latin1, 200, 'text/plain; charset=ISO-8859-1'))).toBe('café');
		expect(readPlainText(reply(utf8, 200, 'text/plain; charset="utf-8"'))).toBe('café');
		expect(readPlainText(reply(utf8, 200, 'text/plain;charset=iso-8859-1; x=y'))).toBe('cafÃ©');
		expect(readPlainText(reply(utf8, 200, 'text/plain; Charset = iso-8859-1'))).toBe('cafÃ©');
		expect(readPlainText(reply(utf8))).toBe('café');
		expect(readPlainText(reply(latin1))).toBe('café');
		expect(readPlainText({ status: 200, headers: {}, bytes: latin1 })).toBe('café');
	});

	it.each<[code: string, words: string, isAccountLevel: boolean]>([
		['ERROR 01', 'missing or invalid', false],
		['ERROR 02', 'API key', true],
		['ERROR 03', 'balance', true],
		['ERROR 04', 'number is invalid', false],
		['ERROR 05', 'had an internal error', false],
		['ERROR 42', 'not documented', false],
		['ERROR', 'No specific reason', false],
		['ERREUR', 'No reason', false],
	])('refuses %s, in words (%s), as every further request: %j', (body, words, isAccountLevel) => {
		const { code, message, remediation, ...refused } = refusal(() => readPlainText(reply(`${body}\n`)));
		expect([code, refused.isAccountLevel]).toEqual([body, isAccountLevel]);
		expect(message).toContain(words);
		expect(remediation).toMatch(/\w.*\.$/);
	});

	it.each([
		['ERROR 42', 'ERROR 42'],
		['ERROR 3', 'ERROR 03'],
		['ERROR 02: bad key', 'ERROR 02'],
		['ERROR03', 'ERROR 03'],
	])('takes %j as the refusal %s', (body, code) => {
		expect(refusal(() => readPlainText(reply(body))).code).toBe(code);
	});

	it.each([
		'ERROR 04\nOK 123456789012',
		'ERROR 05 OK 123456789012',
		'ERROR 05: busy\r\n OK',
		'ERROR 03\n\nnote\nOK 1,2',
	])('takes %j for no refusal: a part may have been accepted', (body) => {
		expect(unexpectedReply(() => readPlainText(reply(body))).status).toBe(200);
	});

	it("uses the operation's own wording where it has one", () => {
		const failures = { ERREUR: { message: 'No such group.', remediation: 'Choose another.' } };
		expect(refusal(() => readPlainText(reply('ERREUR'), { failures })).message).toBe('No such group.');
		expect(refusal(() => readPlainText(reply('ERROR 03'), { failures })).message).toContain('balance');
	});

	it.each([
		'ERROR: The requested URL could not be retrieved',
		'ERREUR SQL',
		'ERROR 502 Bad gateway',
		'ERRORS',
	])('neither trusts nor obeys %j: no success, no documented refusal', (body) => {
		expect(unexpectedReply(() => readPlainText(reply(body))).status).toBe(200);
	});

	it.each(['7;ERROR 03;2', 'Say ERREUR', 'No ERROR'])(
		'takes %j, which only mentions a failure, for an answer like any other',
		(body) => expect(readPlainText(reply(body))).toBe(body),
	);

	it.each([201, 202, 204, 301, 307, 401, 404, 500, 503])(
		'takes status %i as unexpected, whatever the body',
		(status) => {
			expect(unexpectedReply(() => readPlainText(reply('OK 123', status))).status).toBe(status);
			expect(unexpectedReply(() => readPlainText(reply('ERROR 03', status))).status).toBe(status);
		},
	);

	it('quotes an unexpected answer without numbers and without the texts of the request', () => {
		const body = '<h1>Proxy</h1><p>cannot forward "Votre colis est là" to 33600123456</p>';
		const { excerpt } = unexpectedReply(() =>
			readPlainText(reply(body, 502), { secrets: ['Votre colis est là'] }),
		);
		expect(excerpt).toBe('Proxy cannot forward "#" to ###########');
	});
});

describe('readOk', () => {
	it('takes OK and nothing else for success', () => {
		expect(readOk(reply('OK\r\n'))).toBe(true);
		for (const body of ['', 'ok', 'OK 1', 'OKAY', 'O', 'OK\nOK', '<p>OK</p>', 'true'])
			expect(unexpectedReply(() => readOk(reply(body))).status).toBe(200);
	});
});

describe('readCount', () => {
	it('reads the number behind the word', () => {
		expect(readCount(reply('HISTORIQUE 1234'), 'HISTORIQUE')).toBe(1234);
		expect(readCount(reply('DIFFERES 0'), 'DIFFERES')).toBe(0);
	});

	it.each([
		...['', 'HISTORIQUE', 'HISTORIQUE ', '12', 'HISTORIQUE -1', 'HISTORIQUE 1.5', 'HISTORIQUE 1 2'],
		...['HISTORIQUE 1e3', 'HISTORIQUE 0x10', 'HISTORIQUE 12.0', 'DIFFERES 1'],
		'HISTORIQUE 99999999999999999999',
	])('does not take %j for a count', (body) => {
		expect(unexpectedReply(() => readCount(reply(body), 'HISTORIQUE')).status).toBe(200);
	});
});
