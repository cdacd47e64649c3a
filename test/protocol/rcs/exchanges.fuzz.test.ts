import fc from 'fast-check';
import type { Exchange } from '../../../protocol/exchange';
import { planCapabilities } from '../../../protocol/rcs/capabilities';
import { sendRcsEvent } from '../../../protocol/rcs/event';
import { planRevoke } from '../../../protocol/rcs/revoke';
import { addTesters } from '../../../protocol/rcs/testers';
import { reply, resultOrProtocolError, unexpectedReply } from '../helpers';
import { agentId, alreadyAdded, checked, only, plan, queued } from './wire';

const to = ['33600123401'];
/** All operations of RCS, each with an answer that is a success. */
const operations: [name: string, exchange: Exchange<unknown>, success: unknown, status: number][] = [
	['send', only(plan()), queued, 202],
	['revoke', only(planRevoke(agentId, to, '123456789012')), queued, 202],
	['add testers', addTesters(agentId, to), alreadyAdded, 200],
	['check capabilities', only(planCapabilities(agentId, to)), checked, 200],
	['send event', sendRcsEvent(agentId, to, 'IS_TYPING'), queued, 202],
];

describe.each(operations)('%s', (_, { request, parse }, success, status) => {
	const body = JSON.stringify(success);

	it('is a POST in plain ASCII', () => {
		expect(request).toMatchObject({ api: 'rcs', method: 'POST' });
		expect(request.path).toMatch(/^\/rcs\/1\.0\/json\/\w+\/[a-z-]+$/);
		expect(request.body).toMatch(/^[\x20-\x7e]+$/);
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
			.map(([from, until, text]) => body.slice(0, from) + text + body.slice(until));
		const members = fc.constantFrom('reference', 'recipients', 'error', 'details');
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
