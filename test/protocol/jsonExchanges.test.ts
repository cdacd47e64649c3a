import fc from 'fast-check';
import { reply, resultOrProtocolError, unexpectedReply } from './helpers';
import { jsonChannels } from './jsonChannels';
import { checked, queued } from './rcs/wire';

const paths = { waba: /^\/waba\/1\.1\/json\/\d+\/[a-z]+\/\d+$/, rcs: /^\/rcs\/1\.0\/json\/\w+\/[a-z-]+$/ };

/** All operations but the file, which has tests of its own. */
const rows = jsonChannels.flatMap(({ api, operations }) =>
	operations.flatMap(([name, exchange, success]) =>
		success === undefined ? [] : [{ api, name, exchange, success }],
	),
);

it.each([
	['waba', 'send', 'send'],
	['waba', 'mark as read', 'repeatable'],
	['waba', 'a file', 'read'],
	['waba', 'templates', 'read'],
	['rcs', 'send', 'send'],
	['rcs', 'revoke', 'repeatable'],
	['rcs', 'add testers', 'repeatable'],
	['rcs', 'check capabilities', 'read'],
	['rcs', 'send event', 'repeatable'],
])('%s: %s is a %s request', (of, name, effect) => {
	const { operations = [] } = jsonChannels.find(({ api }) => api === of) ?? {};
	expect(operations.find(([one]) => one === name)?.[1].effect).toBe(effect);
});

describe.each(rows)('$api: $name', ({ api, exchange, success }) => {
	const { request, parse } = exchange;
	const body = JSON.stringify(success);
	const status = Number(success.response.response_code);

	it('is a request in plain ASCII', () => {
		expect(request.api).toBe(api);
		expect(request.path).toMatch(paths[api]);
		expect(request.body ?? '').toMatch(/^[\x20-\x7e]*$/);
	});

	it('takes its success for one, whatever the content type and the blanks', () => {
		for (const contentType of ['application/json', 'text/html', ''])
			expect(parse(reply(` ${body}\n`, status, contentType))).toEqual(parse(reply(body, status)));
	});

	it('takes its success for none with a status that is none', () => {
		fc.assert(
			fc.property(fc.integer({ min: 100, max: 599 }), (other) => {
				fc.pre(other < 200 || other > 299);
				const { status: given, excerpt } = unexpectedReply(() => parse(reply(body, other)));
				expect([given, excerpt]).toEqual([other, expect.stringContaining('Request successfully')]);
			}),
		);
	});

	it('takes no part of its success for one', () => {
		for (let length = 0; length < body.length; length++)
			expect(unexpectedReply(() => parse(reply(body.slice(0, length), status))).status).toBe(status);
	});

	it('throws nothing but the errors of the protocol, whatever comes back', () => {
		const mutated = fc
			.tuple(fc.nat(body.length), fc.nat(body.length), fc.string())
			.map(([from, until, text]) => body.slice(0, from) + text + body.slice(until));
		const members = fc.constantFrom('reference', 'recipients', 'data', 'error', 'details');
		const envelope = fc
			.dictionary(members, fc.jsonValue())
			.map((others) => JSON.stringify({ ...queued, ...others }));
		const entry = fc
			.dictionary(fc.constantFrom('submitted', 'rewrited', 'state', 'capabilities'), fc.jsonValue())
			.map((others) => JSON.stringify({ ...checked, recipients: [{ ...checked.recipients[0], ...others }] }));
		const bodies = fc.oneof(fc.uint8Array(), mutated, envelope, entry);
		fc.assert(
			fc.property(bodies, fc.constantFrom(200, 202, 403, 503, 500), (answer, other) => {
				resultOrProtocolError(() => parse(reply(answer, other)));
			}),
			{ numRuns: 500 },
		);
	});
});
