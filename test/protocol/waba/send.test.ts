import fc from 'fast-check';
import { wabaTextContent } from '../../../protocol/waba/message';
import { planWaba } from '../../../protocol/waba/send';
import { invalidInput, refusal, resultOrProtocolError, unexpectedReply } from '../helpers';
import { bodyOf, content, json, numbers, only, plan } from './wire';

describe('planWaba: what goes over the wire', () => {
	it('posts recipients and content to the messages of the agent', () => {
		const { request, effect } = only(plan());
		expect(effect).toBe('send');
		expect(request).toMatchObject({
			api: 'waba',
			method: 'POST',
			path: '/waba/1.1/json/10000001/message/20000002',
			headers: { 'content-type': 'application/json' },
		});
		expect(bodyOf(request)).toEqual({
			recipients: ['+33600123401'],
			contentMessage: { type: 'text', text: { body: 'Your parcel has arrived.' } },
		});
	});

	it('is ASCII, whatever the text', () => {
		const text = 'Café 5€ 😀 مرحبا \u2028 \u007f "\\"';
		const { request } = only(plan(['33600123401'], wabaTextContent({ text })));
		expect(request.body).toMatch(/^[\x20-\x7e]*$/);
		expect(request.body).toContain('Caf\\u00e9 5\\u20ac \\ud83d\\ude00');
		expect(bodyOf(request)).toMatchObject({ contentMessage: { text: { body: text } } });
	});

	it('carries any text unchanged', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (text) => {
				fc.pre(text.trim() !== '');
				const { request } = only(plan(['33600123401'], wabaTextContent({ text })));
				expect(request.body).toMatch(/^[\x20-\x7e]*$/);
				expect(bodyOf(request)).toMatchObject({ contentMessage: { text: { body: text } } });
			}),
		);
	});

	it('splits at 5,000 recipients, and says which request covers whom', () => {
		const { exchanges, to } = plan(numbers(12_000));
		expect(exchanges.map(({ covers }) => covers)).toEqual([
			'recipients 1 to 5,000',
			'recipients 5,001 to 10,000',
			'recipients 10,001 to 12,000',
		]);
		const all = numbers(12_000);
		expect(exchanges.map(({ request }) => bodyOf(request))).toMatchObject([
			{ recipients: all.slice(0, 5_000).map((number) => `+${number}`) },
			{ recipients: all.slice(5_000, 10_000).map((number) => `+${number}`) },
			{ recipients: all.slice(10_000).map((number) => `+${number}`) },
		]);
		expect(to).toEqual(all);
		expect(only(plan(numbers(5_000))).covers).toBeUndefined();
	});

	it('sends to nobody twice', () => {
		const { to, duplicatesRemoved, exchanges } = plan(['+33 6 00 12 34 01', '33600123402', '0033600123401']);
		expect(to).toEqual(['33600123401', '33600123402']);
		expect(duplicatesRemoved).toBe(1);
		expect(exchanges).toHaveLength(1);
	});

	it.each(['0600123401', 'hello', '', 'FR.1234567890'])(
		'sends to nobody but international numbers: %j',
		(number) => {
			expect(invalidInput(() => plan(['33600123401', number])).field).toBe('to');
			expect(invalidInput(() => plan([])).field).toBe('to');
		},
	);
});

describe('planWaba: the agent', () => {
	const path = (wabaId: string, phoneId = '2') =>
		only(planWaba({ wabaId, phoneId }, ['33600123401'], content)).request.path;

	it('is trimmed, and escaped where it has to be', () => {
		expect(path(' 12 ')).toBe('/waba/1.1/json/12/message/2');
		expect(path('a&é%2fb')).toBe('/waba/1.1/json/a%26%C3%A9%252fb/message/2');
	});

	it.each(['', ' ', 'a/b', '..', '.', 'a?b', 'a#b', 'a b', 'a\nb', 'a\\b', 'https://x', '\ud800'])(
		'%j is none',
		(identifier) => {
			expect(invalidInput(() => path(identifier)).field).toBe('wabaId');
			expect(invalidInput(() => path('1', identifier)).field).toBe('phoneId');
		},
	);

	it('never leaves its place in the path', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (identifier) => {
				const made = resultOrProtocolError(() => path(identifier));
				if (made === undefined) return;
				expect(made).toMatch(/^\/waba\/1\.1\/json\/[\w.~%-]+\/message\/2$/);
				expect(new URL(made, 'http://localhost').pathname).toBe(made);
			}),
		);
	});
});

describe('planWaba: a failure', () => {
	const response = { response_code: '503', response_desc: 'Busy' };
	const { parse } = only(plan());

	it.each([
		['without more', {}],
		['with an empty reference', { reference: '' }],
		['with rejected recipients', { recipients: [{ submitted: '+33600123401', state: 'REJECTED' }] }],
		['with recipients that are no list', { recipients: 'ACCEPTED' }],
		['with a recipient that is no object', { recipients: ['ACCEPTED'] }],
	])('%s is a rejection', (_what, more) => {
		expect(refusal(() => parse(json({ response, ...more }, 503))).code).toBe('503');
	});

	it.each([
		['a reference', { reference: '7001' }],
		[
			'one accepted recipient',
			{
				recipients: [
					{ submitted: '+33600123400', state: 'REJECTED' },
					{ submitted: '+33600123401', state: 'ACCEPTED' },
				],
			},
		],
	])('with %s may have been sent', (_what, more) => {
		expect(unexpectedReply(() => parse(json({ response, ...more }, 503))).status).toBe(503);
	});
});
