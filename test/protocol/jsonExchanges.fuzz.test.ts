import fc from 'fast-check';
import type { Exchange } from '../../protocol/exchange';
import { planCapabilities } from '../../protocol/rcs/capabilities';
import { planRcsEvent } from '../../protocol/rcs/event';
import { planRevoke } from '../../protocol/rcs/revoke';
import { addTesters } from '../../protocol/rcs/testers';
import { markAsRead } from '../../protocol/waba/markAsRead';
import { listTemplates } from '../../protocol/waba/templates';
import { reply, resultOrProtocolError, unexpectedReply } from './helpers';
import * as rcs from './rcs/wire';
import * as waba from './waba/wire';

const { agentId, alreadyAdded, checked, only, queued } = rcs;
const to = ['33600123401'];
const templates = waba.processed('Done.', [{ name: 'login', language: 'en' }]);

interface Operation {
	name: string;
	method: 'GET' | 'POST';
	exchange: Exchange<unknown>;
	/** An answer that is a success, and its status. */
	success: object;
	status: number;
}

/** All operations of WABA but the file, which has tests of its own. */
const wabaOperations: Operation[] = [
	{ name: 'send', method: 'POST', exchange: only(waba.plan()), success: queued, status: 202 },
	{
		name: 'mark as read',
		method: 'POST',
		exchange: markAsRead(waba.agent, 'wamid.abc'),
		success: queued,
		status: 202,
	},
	{ name: 'templates', method: 'GET', exchange: listTemplates(waba.agent), success: templates, status: 200 },
];
const revoke = only(planRevoke(agentId, to, '123456789012'));
const capabilities = only(planCapabilities(agentId, to));
const typing = only(planRcsEvent(agentId, to, 'IS_TYPING'));
const rcsOperations: Operation[] = [
	{ name: 'send', method: 'POST', exchange: only(rcs.plan()), success: queued, status: 202 },
	{ name: 'revoke', method: 'POST', exchange: revoke, success: queued, status: 202 },
	{
		name: 'add testers',
		method: 'POST',
		exchange: addTesters(agentId, to),
		success: alreadyAdded,
		status: 200,
	},
	{ name: 'check capabilities', method: 'POST', exchange: capabilities, success: checked, status: 200 },
	{ name: 'send event', method: 'POST', exchange: typing, success: queued, status: 202 },
];

const apis = {
	waba: { operations: wabaOperations, path: /^\/waba\/1\.1\/json\/\d+\/[a-z]+\/\d+$/ },
	rcs: { operations: rcsOperations, path: /^\/rcs\/1\.0\/json\/\w+\/[a-z-]+$/ },
};
const rows = Object.entries(apis).flatMap(([api, { operations, path }]) =>
	operations.map((operation) => ({ api, path, ...operation })),
);

const member = { recipients: ['+33600123401'] };
it.each<[api: string, name: string, effect: string, path: string, body: object]>([
	['waba', 'mark as read', 'repeatable', '/event/20000002', { message_id: 'wamid.abc', status: 'read' }],
	['waba', 'templates', 'read', '/template/20000002', {}],
	['rcs', 'revoke', 'repeatable', '/revoke', { ...member, reference: '123456789012' }],
	['rcs', 'add testers', 'repeatable', '/add-testers', member],
	['rcs', 'check capabilities', 'read', '/capabilities', member],
	['rcs', 'send event', 'repeatable', '/event', { ...member, event: 'IS_TYPING' }],
])('%s: %s: a %s request to %s with %j', (api, name, effect, path, body) => {
	const { exchange } = rows.find((row) => row.api === api && row.name === name) ?? {};
	const agent = api === 'waba' ? '/waba/1.1/json/10000001' : '/rcs/1.0/json/my_company_agent';
	const { headers, body: sent } = exchange?.request ?? {};
	expect([exchange?.effect, exchange?.request.path]).toEqual([effect, agent + path]);
	expect(JSON.parse(sent ?? '{}')).toEqual(body);
	expect(headers).toEqual(sent === undefined ? {} : { 'content-type': 'application/json' });
});

describe.each(rows)('$api: $name', ({ api, path, method, exchange, success, status }) => {
	const { request, parse } = exchange;
	const body = JSON.stringify(success);

	it('is a request in plain ASCII', () => {
		expect(request).toMatchObject({ api, method });
		expect(request.path).toMatch(path);
		expect(request.body ?? '').toMatch(method === 'GET' ? /^$/ : /^[\x20-\x7e]+$/);
	});

	it('takes its success for one, whatever the content type and the blanks', () => {
		for (const contentType of ['application/json', 'text/html', ''])
			expect(parse(reply(` ${body}\n`, status, contentType))).toEqual(parse(reply(body, status)));
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
