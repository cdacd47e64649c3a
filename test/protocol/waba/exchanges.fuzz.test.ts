import fc from 'fast-check';
import type { Exchange } from '../../../protocol/exchange';
import { markAsRead } from '../../../protocol/waba/markAsRead';
import { listTemplates } from '../../../protocol/waba/templates';
import { reply, resultOrProtocolError, unexpectedReply } from '../helpers';
import { agent, only, plan, processed, queued } from './wire';

/** The operations of WABA (the file has tests of its own), each with an answer that is a success. */
const operations: [name: string, exchange: Exchange<unknown>, success: unknown, status: number][] = [
	['send', only(plan()), queued, 202],
	['mark as read', markAsRead(agent, 'wamid.abc'), queued, 202],
	['templates', listTemplates(agent), processed('Done.', [{ name: 'login', language: 'en' }]), 200],
];

describe.each(operations)('%s', (_, { request, parse }, success, status) => {
	const body = JSON.stringify(success);

	it('is a request in plain ASCII', () => {
		expect(request.path).toMatch(/^\/waba\/1\.1\/json\/\d+\/[a-z]+\/\d+$/);
		expect(request.body ?? '').toMatch(/^[\x20-\x7e]*$/);
		expect(request.method).toBe(request.body === undefined ? 'GET' : 'POST');
	});

	it('takes its success for one, whatever the content type and the blanks', () => {
		for (const contentType of ['application/json', 'text/html', '']) {
			expect(parse(reply(` ${body}\n`, status, contentType))).toEqual(parse(reply(body, status)));
		}
	});

	it('takes its success for none with a status that is none', () => {
		fc.assert(
			fc.property(fc.integer({ min: 100, max: 599 }), (other) => {
				fc.pre(other < 200 || other > 299);
				expect(unexpectedReply(() => parse(reply(body, other))).status).toBe(other);
			}),
		);
	});

	it('takes no part of its success for one', () => {
		for (let length = 0; length < body.length; length++) {
			expect(unexpectedReply(() => parse(reply(body.slice(0, length), status))).status).toBe(status);
		}
	});

	it('throws nothing but the errors of the protocol, whatever comes back', () => {
		const mutated = fc
			.tuple(fc.nat(body.length), fc.nat(body.length), fc.string())
			.map(([from, to, text]) => new TextEncoder().encode(body.slice(0, from) + text + body.slice(to)));
		const envelope = fc
			.dictionary(fc.constantFrom('reference', 'recipients', 'data', 'error', 'details'), fc.jsonValue())
			.map((others) => new TextEncoder().encode(JSON.stringify({ ...queued, ...others })));
		const bodies = fc.oneof(fc.uint8Array(), mutated, envelope);
		fc.assert(
			fc.property(bodies, fc.constantFrom(200, 202, 403, 503, 500), (bytes, other) => {
				resultOrProtocolError(() => parse(reply(bytes, other)));
			}),
			{ numRuns: 500 },
		);
	});
});
