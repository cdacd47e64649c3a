import fc from 'fast-check';
import { readIncomingSms } from '../../../protocol/callbacks/incomingSms';
import { readDeliveryReport } from '../../../protocol/callbacks/deliveryReport';
import { anyCharacter } from '../../support/characters';

const sample =
	'modem=33XXXXXXXXX&numero=33600123456&reference=12345678&ts=1705326600&charset=ISO-8859-1&message=Hello+world';
const textOf = (query: string) => readIncomingSms(query)?.text;
const optOut = (text: string, keyword = '') =>
	readIncomingSms(new URLSearchParams({ message: text, keyword, charset: 'UTF-8' }).toString())?.optOut;

describe('readIncomingSms', () => {
	it('reads the sample of the service', () => {
		expect(readIncomingSms(sample)).toEqual({
			channel: 'sms',
			event: 'incoming_sms',
			eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
			timestamp: '2024-01-15T13:50:00.000Z',
			from: '+33600123456',
			to: '33XXXXXXXXX',
			reference: '12345678',
			text: 'Hello world',
			chatInput: 'Hello world',
			sessionId: 'sms:+33600123456',
			keyword: null,
			charset: 'ISO-8859-1',
			lastSentReference: null,
			optOut: false,
			additionalFields: {},
		});
	});

	it.each([
		[
			`${sample}&keyword=PROMO&link_reference=987654321012`,
			{ keyword: 'PROMO', lastSentReference: '987654321012' },
		],
		[
			'numero=33600123456&operator=1',
			{ from: '+33600123456', text: null, additionalFields: { operator: '1' } },
		],
		[`${sample}&accuse=0`, { text: 'Hello world', additionalFields: { accuse: '0' } }],
		['message=Hi', { from: null, to: null, reference: null, timestamp: null, text: 'Hi' }],
		['modem=&numero=33600123456', { to: null, text: null, optOut: false }],
		['numero=+33600123456&modem=36180+', { from: '+33600123456', to: '36180' }],
		['ts=+1705326600+&message=Hi', { timestamp: '2024-01-15T13:50:00.000Z' }],
		['charset=+ISO-8859-15&message=+%A4', { charset: 'ISO-8859-15', text: ' €' }],
		['charset=UCS-2&message=%00S%00T%00O%00P', { text: 'STOP', optOut: true }],
	])('reads %j', (query, expected) => expect(readIncomingSms(query)).toMatchObject(expected));

	it('takes a keyword without a text for what the person said', () => {
		const of = (text: string) => readIncomingSms(`numero=33600123456&keyword=STOP&message=${text}`);
		expect(of('')).toMatchObject({
			text: '',
			chatInput: 'STOP',
			sessionId: 'sms:+33600123456',
			optOut: true,
		});
		expect(of('+')).toMatchObject({ chatInput: 'STOP' });
		expect(of('please')).toMatchObject({ chatInput: 'please' });
	});

	it.each([
		['charset=ISO-8859-1&message=caf%E9', 'café'],
		['message=caf%E9&charset=iso-8859-1', 'café'],
		['charset=ISO-8859-15&message=5+%A4', '5 €'],
		['charset=UTF-8&message=5+%E2%82%AC+%F0%9F%98%80', '5 € 😀'],
		['charset=ISO-8859-1&message=%80', '€'],
		['message=caf%C3%A9', 'café'],
		['message=caf%E9', 'café'],
		['charset=&message=caf%E9', 'café'],
		// None of it is in the declared character set.
		['charset=UTF-8&message=caf%E9', 'café'],
		['charset=klingon&message=caf%C3%A9', 'café'],
		['charset=klingon&message=caf%E9', 'café'],
		// In this one, the bytes of ASCII mean something else.
		['charset=UTF-16BE&message=N-N0', '中丰'],
		['message=+a%0D%0Ab+', ' a\r\nb '],
		['message=', ''],
	])('decodes the text of %j as declared, and keeps its blanks', (query, text) =>
		expect(textOf(query)).toBe(text),
	);

	it('passes on parameters that nobody declared', () => {
		const { additionalFields = {} } = readIncomingSms('message=Hi&operator=1&operator=2&__proto__=x') ?? {};
		expect(Object.entries(additionalFields)).toEqual([
			['operator', ['1', '2']],
			['__proto__', 'x'],
		]);
	});

	it('reads numbers and references in plain ASCII, whatever the character set of the text is', () => {
		const utf16 = Buffer.from('Été à 5 €', 'utf16le').toString('hex').replace(/../g, '%$&');
		const query = `numero=336001234567&modem=361800&reference=12345678&ts=1705326600&link_reference=87654321&charset=UTF-16LE&message=${utf16}&operator=12`;
		expect(readIncomingSms(query)).toMatchObject({
			from: '336001234567',
			to: '361800',
			reference: '12345678',
			lastSentReference: '87654321',
			text: 'Été à 5 €',
			additionalFields: { operator: '12' },
		});
	});

	const bigEndian = (text: string): string =>
		Buffer.from(text, 'utf16le').swap16().toString('hex').replace(/../g, '%$&');
	it.each([
		['with an accent', 'Été', bigEndian('Été')],
		['of ASCII letters', 'abc', bigEndian('abc')],
		['with a byte that is no sign of ASCII', '\u417f', '%41%7F'],
		['with spaces', 'a b', 'a+b'],
		['in ASCII, up to its last sign', '~ ~!', '~%20~!'],
	])(
		'reads another value %s in the declared character set unless all of it is ASCII',
		(_, value, encoded) => {
			const read = readIncomingSms(`numero=336001234567&charset=UTF-16BE&operator=${encoded}&message=%00A`);
			expect(read?.additionalFields).toEqual({ operator: value });
		},
	);

	it.each(['', 'a=1', 'text=Hello'])('recognizes no message in %j', (query) => {
		expect(readIncomingSms(query)).toBeUndefined();
	});

	it('recognizes no message in a delivery report', () => {
		const report = 'numero=33600123456&reference=1&accuse=0&ts=1';
		expect(readIncomingSms(report)).toBeUndefined();
		expect(readIncomingSms(`${report}&message=A-1001`)).toBeUndefined();
		expect(readIncomingSms(`${report}&modem=1&charset=2`)).toBeUndefined();
	});

	it.each(['modem=36180', 'charset=utf-8'])('recognizes a message with accuse by its %s', (parameter) =>
		expect(readIncomingSms(`numero=33600123456&accuse=0&message=Hi&${parameter}`)?.text).toBe('Hi'),
	);

	it('has an id that does not change from one version of this package to the next', () => {
		expect(readIncomingSms(sample)?.eventId).toBe('df81294f95cd12ca5c05fa544c574dc4');
	});

	it('has another id than a delivery report of the same parameters', () => {
		const query = 'numero=33600123456&reference=1&ts=1';
		expect(readIncomingSms(query)?.eventId).not.toBe(readDeliveryReport(query)?.eventId);
	});

	it('never throws', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter }), fc.string(), (query, charset) => {
				readIncomingSms(query);
				const event = readIncomingSms(`message=%E9&charset=${charset}&${query}`);
				expect(typeof event?.text).toBe('string');
			}),
		);
	});
});

describe('optOut', () => {
	it.each([
		['an unsubscribing text', 'STOP au 36111', '', true],
		['an unsubscribing keyword, whatever the text', 'please', 'stop', true],
		['another keyword', 'please', 'PROMO', false],
		['the word behind the keyword', 'Promo stop', 'PROMO', true],
		...['\n', '\u00a0', '\t', ', ', ': ', '-', '.', '  '].map(
			(separator): [string, string, string, boolean] => [
				`the word behind the keyword and ${JSON.stringify(separator)}`,
				`Promo${separator}stop`,
				'PROMO',
				true,
			],
		),
		['the word behind a keyword in full width', 'ＰＲＯＭＯ stop', 'promo', true],
		...['"Promo" stop', '#PROMO stop', '(promo) stop', '\u200bPromo stop'].map(
			(text): [string, string, string, boolean] => [
				`the word behind a marked keyword: ${text}`,
				text,
				'PROMO',
				true,
			],
		),
		['the word behind a keyword with an accent', 'Été stop', 'ETE', true],
		['a longer word than the keyword', 'Promostop', 'PROMO', false],
		['another word behind the keyword', 'Promo please stop', 'PROMO', false],
		['the word behind another word', 'Pizza stop', 'PROMO', false],
		['a keyword that is another word', 'please', 'STOPOVER', false],
		['no text and no keyword', '', '', false],
	])('%s', (_name, text, keyword, expected) => expect(optOut(text, keyword)).toBe(expected));
});
