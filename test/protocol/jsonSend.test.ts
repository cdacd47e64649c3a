import fc from 'fast-check';
import { invalidInput, refusal, resultOrProtocolError, unexpectedReply } from './helpers';
import { jsonChannels } from './jsonChannels';
import { bodyOf, json, numbers, only, queued, queuedResult } from './jsonWire';
import { anyCharacter } from '../support/characters';

describe.each(jsonChannels)('a send of $api', ({ plan, planText, contentOf, longestText }) => {
	it('carries any text unchanged, in ASCII', () => {
		const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
		const special = fc.constant('Café 5€ 😀 مرحبا \u2028 \u007f "\\"');
		fc.assert(
			fc.property(fc.oneof(text, special), (said) => {
				fc.pre(said.trim() !== '');
				const { request } = only(planText(said));
				expect(request.body).toMatch(/^[\x20-\x7e]*$/);
				expect(bodyOf(request)).toMatchObject({ contentMessage: contentOf(said) });
			}),
		);
		expect(only(planText('Café 5€ 😀')).request.body).toContain('Caf\\u00e9 5\\u20ac \\ud83d\\ude00');
	});

	it('has a text with a limit in characters, however many bytes they take', () => {
		const text = '😀'.repeat(longestText);
		expect(bodyOf(only(planText(text)).request)).toMatchObject({ contentMessage: contentOf(text) });
		const { field, message } = invalidInput(() => planText(`${text}x`));
		const [count, limit] = [longestText + 1, longestText].map((length) => length.toLocaleString('en'));
		expect([field, message]).toEqual(['text', `The text has ${count} characters (limit: ${limit}).`]);
	});

	it.each([
		['', 'The text is empty.'],
		[' \n', 'The text is empty.'],
		['\u200b\ufeff', 'The text is empty.'],
		['Hi \ud83d', 'The character U+D83D at position 4 of the text does not exist in UTF-8.'],
	])('has no text that is %j', (text, message) => {
		expect(invalidInput(() => planText(text)).message).toBe(message);
	});

	it('splits at 5,000 recipients, and says which request covers whom', () => {
		const all = numbers(10_001);
		const submitted = all.map((number) => `+${number}`);
		const { exchanges, to } = plan(all);
		expect(exchanges.map(({ covers }) => covers)).toEqual([
			'recipients 1 to 5,000',
			'recipients 5,001 to 10,000',
			'recipient 10,001',
		]);
		expect(exchanges.map(({ request }) => bodyOf(request))).toMatchObject([
			{ recipients: submitted.slice(0, 5_000) },
			{ recipients: submitted.slice(5_000, 10_000) },
			{ recipients: submitted.slice(10_000) },
		]);
		expect(to).toEqual(all);
		expect(only(plan(numbers(5_000))).covers).toBeUndefined();
	});

	it('goes to nobody twice', () => {
		const { to, duplicatesRemoved, exchanges } = plan(['+33 6 00 12 34 01', '33600123402', '0033600123401']);
		expect(to).toEqual(['33600123401', '33600123402']);
		expect([duplicatesRemoved, exchanges.length]).toEqual([1, 1]);
	});

	it.each(['0600123401', 'hello', '', 'FR.1234567890'])(
		'goes to nobody but international numbers: %j',
		(number) => {
			expect(invalidInput(() => plan(['33600123401', number])).field).toBe('to');
			expect(invalidInput(() => plan([])).field).toBe('to');
		},
	);

	it('returns the reference and the result for each recipient', () =>
		expect(only(plan()).parse(json(queued, 202))).toEqual(queuedResult));

	const { parse } = only(plan());
	it.each([
		['no reference', { ...queued, reference: undefined }],
		['an empty reference', { ...queued, reference: '' }],
		['a blank reference', { ...queued, reference: ' ' }],
		['a reference of null', { ...queued, reference: null }],
		['a reference that is a list', { ...queued, reference: ['1'] }],
		['no recipients', { ...queued, recipients: undefined }],
		['an empty list of recipients', { ...queued, recipients: [] }],
		['recipients that are no list', { ...queued, recipients: {} }],
		['recipients without a number', { ...queued, recipients: [{ state: 'ACCEPTED' }] }],
		['a recipient that is no object', { ...queued, recipients: ['33600123401'] }],
		[
			'one recipient of two that is no object',
			{ ...queued, recipients: [...queued.recipients, '33600123402'] },
		],
		['no response', { ...queued, response: undefined }],
		['a response that is a text', { ...queued, response: 'ok' }],
		['no code', { ...queued, response: {} }],
		['the code of a failure', { ...queued, response: { response_code: '402' } }],
		['a code that is no code', { ...queued, response: { response_code: '2020' } }],
		['a code that ends like one', { ...queued, response: { response_code: '4202' } }],
		['a failure as body', { response: { response_code: '402' }, error: 'No credit or insufficient.' }],
		['a list', [queued]],
		['null', null],
		['a number', 202],
		['a text', 'OK'],
		['an empty object', {}],
	])('with %s is no success', (_, body) =>
		expect(unexpectedReply(() => parse(json(body, 202))).status).toBe(202),
	);

	const response = { response_code: '503', response_desc: 'Busy' };
	it.each([
		['without more', {}],
		['with an empty reference', { reference: '' }],
		['with rejected recipients', { recipients: [{ submitted: '+33600123401', state: 'REJECTED' }] }],
		['with recipients that are no list', { recipients: 'ACCEPTED' }],
		['with a recipient that is no object', { recipients: ['ACCEPTED'] }],
	])('that fails %s is rejected', (_what, more) => {
		expect(refusal(() => parse(json({ response, ...more }, 503))).code).toBe('503');
	});

	const rejected = { submitted: '+33600123400', state: 'REJECTED' };
	it.each([
		['a reference', { reference: '7001' }],
		['an accepted recipient', { recipients: [rejected, { submitted: '+33600123401', state: 'ACCEPTED' }] }],
		['a recipient in an unknown state', { recipients: [{ submitted: '+33600123401', state: 'QUEUED' }] }],
	])('that fails with %s may have been sent', (_what, more) => {
		expect(unexpectedReply(() => parse(json({ response, ...more }, 503))).status).toBe(503);
	});
});

describe.each(jsonChannels.flatMap(({ identifiers }) => identifiers))(
	'the identifier %s of an agent',
	(field, pathOf, expected) => {
		it.each([
			[' my-agent_1 ', 'my-agent_1'],
			['.my.agent.', '.my.agent.'],
			['a&é%2fb', 'a%26%C3%A9%252fb'],
		])('%j is in the path as %s', (identifier, escaped) => {
			expect(pathOf(identifier)).toBe(expected(escaped));
		});

		it.each(['', ' ', 'a/b', '..', '.', 'a?b', 'a#b', 'a b', 'a\nb', 'a\\b', 'https://x', '\ud800'])(
			'%j is none',
			(identifier) => expect(invalidInput(() => pathOf(identifier)).field).toBe(field),
		);

		it('never leaves its place in the path', () => {
			fc.assert(
				fc.property(fc.string({ unit: anyCharacter }), (identifier) => {
					const made = resultOrProtocolError(() => pathOf(identifier));
					if (made === undefined) return;
					expect(made.split('/')).toHaveLength(expected('1').split('/').length);
					expect(made).toMatch(/^[\w./~%-]+$/);
					expect(new URL(made, 'http://localhost').pathname).toBe(made);
				}),
			);
		});
	},
);
