import type { Exchange } from '../../../protocol/exchange';
import { planCapabilities } from '../../../protocol/rcs/capabilities';
import { planRcsEvent } from '../../../protocol/rcs/event';
import { planRevoke } from '../../../protocol/rcs/revoke';
import { addTesters } from '../../../protocol/rcs/testers';
import { refusal, reply, unexpectedReply } from '../helpers';
import { agentId, documentedFailures, failed, json, only, plan } from './wire';

const to = ['33600123401'];
const operations: [name: string, exchange: Exchange<unknown>][] = [
	['a send', only(plan())],
	['a revocation', only(planRevoke(agentId, to, '123456789012'))],
	['adding testers', addTesters(agentId, to)],
	['a recipient check', only(planCapabilities(agentId, to))],
	['an event', only(planRcsEvent(agentId, to, 'READ'))],
];

describe.each(operations)('%s', (_, { parse }) => {
	it.each(documentedFailures)('with %i is refused, in words', (status, desc, error) => {
		const refused = refusal(() => parse(json(failed(String(status), desc, error), status)));
		expect(refused.code).toBe(String(status));
		expect(refused.message).toMatch(/^[A-Z].* .*\.$/);
		expect(refused.remediation).toContain(error.replace(/\d/g, '#'));
	});

	it.each([
		[400, 'remediation', /recipients.*international/],
		[402, 'message', /balance is too low/],
		[403, 'remediation', /API key/],
		[404, 'remediation', /Agent ID/],
		[413, 'remediation', /fewer recipients/],
		[503, 'remediation', /Try again later/],
	] as const)('with %i says what to do', (status, member, words) => {
		const refused = refusal(() => parse(json(failed(String(status), 'x', 'y'), status)));
		expect(refused[member]).toMatch(words);
	});

	it.each([408, 499, 500, 502, 504])('is not known to be refused by %i', (status) => {
		const body = failed(String(status), 'Internal error', 'Oops');
		expect(unexpectedReply(() => parse(json(body, status))).excerpt).toContain('Internal error');
	});

	it.each([
		['a code of another failure', json(failed('402', 'x', 'y'), 403)],
		['a failure with the status of a success', json(failed('402', 'x', 'y'), 200)],
		['a page of a proxy', reply('<html>403 Forbidden</html>', 403, 'text/html')],
		['nothing', reply('', 503)],
	])('is neither refused nor a success with %s', (_name, answer) => {
		expect(unexpectedReply(() => parse(answer)).status).toBe(answer.status);
	});
});
