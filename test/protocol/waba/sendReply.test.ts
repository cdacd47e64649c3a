import { wabaTextContent } from '../../../protocol/waba/message';
import { reply, unexpectedReply } from '../helpers';
import { json, only, plan, queued, queuedResult } from './wire';

const parse = (body: unknown, status = 202) => only(plan()).parse(json(body, status));
const [recipient] = queued.recipients;

describe('the answer of a send', () => {
	it('gives the details where they say more than that it was accepted', () => {
		expect(parse({ ...queued, details: ' Accepted, two hours late. ' })).toEqual({
			...queuedResult,
			details: 'Accepted, two hours late.',
		});
	});

	it.each([
		['ACCEPTED', true],
		['accepted', true],
		['REJECTED', false],
		['FAILED', false],
		['REFUSED', false],
		['INVALID', false],
		['DELETED', null],
		['SUCCESS', null],
		['', null],
		['toString', null],
	])('a recipient in the state %j counts as accepted: %j', (state, accepted) => {
		const { recipients } = parse({ ...queued, recipients: [{ ...recipient, state }] });
		expect(recipients).toMatchObject([{ state, accepted }]);
	});

	it.each([undefined, null, ''])(
		'names a recipient whose number is rewritten to %j as it was sent',
		(rewrited) => {
			const { recipients } = parse({
				...queued,
				recipients: [{ ...recipient, rewrited, state: 'REJECTED' }],
			});
			expect(recipients).toMatchObject([
				{ submitted: '+33600123401', number: '+33600123401', accepted: false },
			]);
		},
	);

	it('names a recipient by the number that the service made of it', () => {
		const changes = { submitted: '+330600123401', rewrited: '33600123401' };
		const { recipients } = parse({ ...queued, recipients: [{ ...recipient, ...changes }] });
		expect(recipients).toMatchObject([{ submitted: '+330600123401', number: '+33600123401' }]);
	});

	it('passes on what nobody documented', () => {
		const { recipients } = parse({
			...queued,
			cost: 2,
			recipients: [{ ...recipient, country: 'FR', extra: { a: [1] } }, {}],
		});
		expect(recipients).toMatchObject([
			{ additionalFields: { country: 'FR', extra: { a: [1] } } },
			{ submitted: '', number: '', state: '', reasonCode: '', accepted: null },
		]);
		expect(recipients[1]).not.toHaveProperty('additionalFields');
	});

	it.each([
		['"123456789012"', '123456789012'],
		['123456789012', '123456789012'],
		['12345678901234567890', '12345678901234567890'],
		['" 12 "', '12'],
	])('a reference of %s is the text %j', (wire, reference) => {
		const body = JSON.stringify(queued).replace('"123456789012"', wire);
		expect(only(plan()).parse(reply(body, 202)).reference).toBe(reference);
	});

	it('is quoted without the text and the numbers, escaped or not', () => {
		const message = wabaTextContent({ text: 'Bonjour Marguerite, examen confirmé\ndemain:\t您的包裹' });
		const exchange = only(plan(['33600123401'], message));
		const body = exchange.request.body ?? '';
		for (const echo of [body, JSON.stringify(body), JSON.stringify(message.json), 'Marguerite 您的包裹']) {
			const { excerpt } = unexpectedReply(() => exchange.parse(reply(`Upstream failed: ${echo}`, 500)));
			expect(excerpt).toContain('Upstream failed');
			expect(excerpt).not.toMatch(/33600|bonjour|marguerite|examen|confirm|demain|[您的包裹]/i);
		}
	});

	it('is quoted in readable words, though they were escaped', () => {
		const escaped = String.raw`{"detail":"d\u00e9lai d\u00C9pass\u00e9\nici"}`;
		const { excerpt } = unexpectedReply(() => only(plan()).parse(reply(escaped, 500)));
		expect(excerpt).toBe('{"detail":"délai dÉpassé ici"}');
	});

	it('is quoted though it was cut within a character, far from its beginning', () => {
		const message = wabaTextContent({ text: '您的包裹' });
		const text = `Upstream ${'您的包裹 '.repeat(10_000)}`;
		for (const shift of ['', 'x', 'xx']) {
			const { excerpt } = unexpectedReply(() =>
				only(plan(['33600123401'], message)).parse(reply(shift + text, 500)),
			);
			expect(excerpt).toMatch(/^x*Upstream( #)+ ?…$/);
		}
	});
});
