import { reply, unexpectedReply } from '../helpers';
import { only, plan } from './sending';

describe('the answer of a send', () => {
	const parse = (body: string | Uint8Array, status = 200) => only(plan()).parse(reply(body, status));

	it.each([
		['OK', []],
		['OK 123456789012', ['123456789012']],
		['OK 123456789012,123456789013', ['123456789012', '123456789013']],
		['OK 123456789012, 123456789013\r\n', ['123456789012', '123456789013']],
		['OK 98765432109876543210', ['98765432109876543210']],
		['OK  123456789012 ,123456789013', ['123456789012', '123456789013']],
	])('%j is a success', (body, references) => expect(parse(body)).toEqual({ references }));

	it.each([
		...['', 'O', 'ok', 'OK 123,', 'OK 123abc', 'OK,123', 'OK 12 34', 'OK\n123', 'OKAY', 'NOT OK'],
		...['KO\nOK 123456789012', 'OK 123x,456', '<html>OK</html>', '123456789012', 'null'],
		...['{"status":"OK"}', 'OK 123\n<!-- proxy -->'],
	])('%j is neither', (body) => expect(unexpectedReply(() => parse(body)).status).toBe(200));

	it('is quoted without the text, the variables and the numbers', () => {
		const exchange = only(
			plan({
				recipients: [{ to: '33600123401', variables: ['Marguerite'] }],
				text: 'Bonjour %1%, examen demain',
			}),
		);
		const echo = `<b>Upstream failed</b> dest=33600123401;Marguerite&msg=${encodeURIComponent('Bonjour %1%, examen demain')}`;
		const { excerpt } = unexpectedReply(() => exchange.parse(reply(echo, 500)));
		expect(excerpt).toContain('Upstream failed');
		expect(excerpt).not.toMatch(/33600|Marguerite|Bonjour|examen|demain/i);
	});
});
