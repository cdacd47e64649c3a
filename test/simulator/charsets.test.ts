import fc from 'fast-check';

import { list, numbers, onlyMessage, post, start } from './support';

const form = (msg: string, charset?: string): string =>
	`dest=33600123456&mode=Expert&coding=unicode&msg=${msg}${charset === undefined ? '' : `&charset=${charset}`}`;

describe('the text of a send', () => {
	it.each([
		['in iso-8859-1', form('caf%E9+%FC', 'iso-8859-1'), 'café ü'],
		['in ISO-8859-1', form('caf%E9', 'ISO-8859-1'), 'café'],
		['in iso-8859-15', form('%A4+%A6+%A8+%B4+%B8+%BC+%BD+%BE', 'iso-8859-15'), '€ Š š Ž ž Œ œ Ÿ'],
		['in utf-8', form('caf%C3%A9+%E2%82%AC+%F0%9F%98%80', 'utf-8'), 'café € 😀'],
		['as ISO-8859-1 where nothing is declared', form('caf%E9'), 'café'],
		['as ISO-8859-1 even if its bytes are UTF-8', form('caf%C3%A9'), 'cafÃ©'],
		['from bytes that are not encoded', Buffer.from(form('d\u00e9j\u00e0 vu'), 'latin1'), 'déjà vu'],
		['with a percent sign that begins no byte', form('100%+s%C3%BBr+%1%+%', 'utf-8'), '100% sûr %1% %'],
	])('is read %s', async (_how, body, text) => {
		expect((await post(body)).text).toBe('OK');
		expect((await onlyMessage())['text']).toBe(text);
		expect(await list('undeclared')).toEqual([]);
	});

	it('is not what the query declares: that is for a GET', async () => {
		await post(form('caf%C3%A9'), { query: 'charset=utf-8' });
		expect((await onlyMessage())['text']).toBe('cafÃ©');
		expect(await list('undeclared')).toMatchObject([{ names: ['charset'] }]);
	});

	it.each([
		['a byte that is no UTF-8', 'utf-8', 'caf%E9'],
		['half a character in UTF-8', 'utf-8', '%E2%82'],
		['a surrogate in UTF-8', 'utf-8', '%ED%A0%80'],
		['an over-long form in UTF-8', 'utf-8', '%C0%AF'],
		['the euro sign of Windows-1252 in ISO-8859-1', 'iso-8859-1', '%80'],
		['the euro sign of Windows-1252 in ISO-8859-15', 'iso-8859-15', '%80'],
		['the euro sign of UTF-8 where nothing is declared', undefined, '5+%E2%82%AC'],
		['an unknown charset', 'windows-1252', 'x'],
		['an empty charset', '', 'x'],
		['a charset that is a word of JavaScript', 'constructor', 'x'],
		['another such word', '__proto__', 'x'],
	])('is refused for %s', async (_what, charset, msg) => {
		expect((await post(form(msg, charset))).text).toBe('ERROR 01');
		expect(await list('messages')).toEqual([]);
	});

	it('arrives as it left, whatever it is, in UTF-8', async () => {
		await start({ balance: 1_000_000 });
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), async (text) => {
				await post(form(encodeURIComponent(text), 'utf-8'));
				const messages = await list('messages');
				expect(messages.at(-1)?.['text']).toBe(text);
			}),
			{ numRuns: 50 },
		);
	});
});

describe('a form that is none', () => {
	it.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', ''])(
		'has no fields: %s',
		async (contentType) => expect((await post(form('x'), { contentType })).text).toBe('ERROR 01'),
	);

	it('is one with a charset in its content type', async () => {
		const contentType = 'application/x-www-form-urlencoded; charset=UTF-8';
		expect((await post(form('x'), { contentType })).text).toBe('OK');
	});

	it('is refused where a field is given twice', async () =>
		expect((await post(`${form('x')}&msg=y`)).text).toBe('ERROR 01'));

	it('is refused where it has more than a thousand fields', async () => {
		const more = numbers(997).map((name) => `&x${name}=`);
		expect((await post(form('x') + more.slice(1).join(''))).text).toBe('OK');
		expect((await post(form('x') + more.join(''))).text).toBe('ERROR 01');
	});
});
