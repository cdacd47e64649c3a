import fc from 'fast-check';
import { rcsPath } from '../../../protocol/rcs/agent';
import { rcsContent } from '../../../protocol/rcs/message';
import { planRcs } from '../../../protocol/rcs/send';
import { invalidInput, unexpectedReply } from '../helpers';
import { agentId, bodyOf, content, json, numbers, only, plan, queued, queuedResult } from './wire';

describe('planRcs: what goes over the wire', () => {
	it('posts recipients and content to the messages of the agent', () => {
		const { request, effect } = only(plan(['+33 6 00 12 34 01']));
		expect(effect).toBe('send');
		expect(request).toMatchObject({
			api: 'rcs',
			method: 'POST',
			path: '/rcs/1.0/json/my_company_agent/message',
			headers: { 'content-type': 'application/json' },
		});
		expect(bodyOf(request)).toEqual({
			recipients: ['+33600123401'],
			contentMessage: { text: 'Your parcel has arrived.' },
		});
	});

	it('carries any text unchanged, in ASCII', () => {
		const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
		fc.assert(
			fc.property(fc.oneof(text, fc.constant('Café 5€ 😀 \u2028 "\\"')), (said) => {
				fc.pre(said.trim() !== '');
				const { request } = only(
					plan(['33600123401'], rcsContent({ type: 'text', text: said, suggestions: [] })),
				);
				expect(request.body).toMatch(/^[\x20-\x7e]*$/);
				expect(bodyOf(request)).toMatchObject({ contentMessage: { text: said } });
			}),
		);
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

	it('sends to nobody twice', () => {
		const { to, duplicatesRemoved } = plan(['+33600123401', '33600123402', '0033600123401']);
		expect(to).toEqual(['33600123401', '33600123402']);
		expect(duplicatesRemoved).toBe(1);
	});

	it.each([['0600123401'], ['hello'], ['']])('sends to nobody but international numbers: %j', (number) => {
		expect(invalidInput(() => plan(['+33600123401', number])).field).toBe('to');
		expect(invalidInput(() => plan([])).field).toBe('to');
	});
});

describe('planRcs: the validity', () => {
	const bodyWith = (validity?: number) =>
		bodyOf(only(planRcs(agentId, ['33600123401'], content, validity)).request);

	it('goes out only if it is set', () => {
		expect(bodyWith()).not.toHaveProperty('validity');
		for (const validity of [1, 60, 10_080]) expect(bodyWith(validity)).toMatchObject({ validity });
	});

	it.each([0, -1, 10_081, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('cannot be %p minutes', (validity) => {
		const { field, message } = invalidInput(() => bodyWith(validity));
		expect([field, message]).toEqual(['validityPeriod', 'The value must be a whole number from 1 to 10080.']);
	});
});

describe('rcsPath: the agent', () => {
	it('is trimmed, and escaped where it has to be', () => {
		expect(rcsPath(' my-agent_1 ', 'revoke')).toBe('/rcs/1.0/json/my-agent_1/revoke');
		expect(rcsPath('.my.agent.', 'event')).toBe('/rcs/1.0/json/.my.agent./event');
		expect(rcsPath('a&é', 'add-testers')).toBe('/rcs/1.0/json/a%26%C3%A9/add-testers');
	});

	it.each(['', ' ', 'a/b', '..', 'a?b', 'a b', '\ud800'])('%j is none', (identifier) => {
		expect(invalidInput(() => rcsPath(identifier, 'event')).field).toBe('agentId');
	});
});

describe('the answer of a send', () => {
	it('gives the reference, and of each recipient what became of it', () => {
		expect(only(plan()).parse(json(queued, 202))).toEqual(queuedResult);
	});

	it.each([
		['no reference', { ...queued, reference: undefined }],
		['no recipients', { ...queued, recipients: [] }],
		['recipients without a number', { ...queued, recipients: [{ state: 'ACCEPTED' }] }],
		['no envelope', { reference: '1', recipients: queued.recipients }],
	])('with %s it is no success', (_, body) => {
		expect(unexpectedReply(() => only(plan()).parse(json(body, 202))).status).toBe(202);
	});

	it('is quoted without anything of the content', () => {
		const message = rcsContent({
			type: 'text',
			text: 'Bonjour Marguerite',
			suggestions: [
				{ type: 'openUrl', text: 'Examen', postbackData: 'rendezvous', url: 'https://clinique.example/x' },
			],
		});
		const exchange = only(plan(['33600123401'], message));
		const echo = `Upstream failed: ${exchange.request.body ?? ''}`;
		const { excerpt } = unexpectedReply(() => exchange.parse({ ...json(echo, 500) }));
		expect(excerpt).toContain('Upstream failed');
		expect(excerpt).not.toMatch(/33600|bonjour|marguerite|examen|rendezvous|clinique/i);
	});
});
