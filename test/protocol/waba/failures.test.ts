import type { Exchange } from '../../../protocol/exchange';
import { retrieveFile } from '../../../protocol/waba/file';
import { markAsRead } from '../../../protocol/waba/markAsRead';
import { listTemplates } from '../../../protocol/waba/templates';
import { refusal, reply, unexpectedReply } from '../helpers';
import { agent, documentedFailures, failed, json, only, plan } from './wire';

const operations: [name: string, exchange: Exchange<unknown>][] = [
	['a send', only(plan())],
	['mark as read', markAsRead(agent, 'wamid.abc')],
	['a file', retrieveFile(agent, '123')],
	['the templates', listTemplates(agent)],
];

describe.each(operations)('%s', (_, { parse }) => {
	it.each(documentedFailures)('with %i is refused, in words', (status, desc, error) => {
		const refused = refusal(() => parse(json(failed(String(status), desc, error), status)));
		expect(refused.code).toBe(String(status));
		expect(refused.message).toMatch(/^[A-Z].* .*\.$/);
		expect(refused.remediation).toMatch(/^\S.*”$/);
		expect(refused.remediation).toContain(error.replace(/\d/g, '#'));
	});

	it.each([
		[402, 'message', /balance is too low/],
		[403, 'remediation', /API key/],
		[404, 'remediation', /WABA ID.*Phone Number ID/],
		[413, 'remediation', /fewer recipients/],
		[503, 'remediation', /Try again later/],
	] as const)('with %i says what to do', (status, member, words) => {
		const refused = refusal(() => parse(json(failed(String(status), 'x', 'y'), status)));
		expect(refused[member]).toMatch(words);
	});

	it.each<[status: number, isAccountLevel: boolean]>([
		[400, false],
		[402, true],
		[403, true],
		[404, false],
		[405, false],
		[413, false],
		[429, false],
		[503, false],
		[509, false],
	])('with %i says of every further request that it would be refused, too: %j', (status, isAccountLevel) => {
		const refused = refusal(() => parse(json(failed(String(status), 'x', 'y'), status)));
		expect(refused.isAccountLevel).toBe(isAccountLevel);
	});

	it('is refused by a code that is not documented, if it says that the request is wrong', () => {
		const refused = refusal(() => parse(json(failed('429', 'Slow down', 'Too fast'), 429)));
		expect(refused.code).toBe('429');
		expect(refused.message).toBe('The reason is not documented.');
		expect(refused.remediation).toContain('Too fast');
	});

	it('is refused without a word of its own', () => {
		const { remediation } = refusal(() => parse(json({ response: { response_code: 403 } }, 403)));
		expect(remediation).toMatch(/\.$/);
		expect(remediation).not.toContain('says');
	});

	it.each([408, 499, 500, 502, 504])(
		'is not known to be refused by %i: it may have been carried out first',
		(status) => {
			const body = failed(String(status), 'Internal error', 'Oops');
			expect(unexpectedReply(() => parse(json(body, status))).excerpt).toContain('Internal error');
		},
	);

	it.each([
		['a code of another failure', json(failed('402', 'x', 'y'), 403)],
		['a failure with the status of a success', json(failed('402', 'x', 'y'), 200)],
		['the code of a success', json(failed('202', 'x', 'y'), 403)],
		['a redirect', json(failed('307', 'x', 'y'), 307)],
		['no code', json({ response: {}, error: 'y' }, 403)],
		['no envelope', json({ error: 'y' }, 403)],
		['a list', json([failed('403', 'x', 'y')], 403)],
		['a page of a proxy', reply('<html>403 Forbidden</html>', 403, 'text/html')],
		['nothing', reply('', 503)],
		['half an envelope', reply('{"response":{"response_code":"503"', 503)],
	])('is neither refused nor a success with %s', (_name, answer) => {
		expect(unexpectedReply(() => parse(answer)).status).toBe(answer.status);
	});
});

describe('a refusal of a send', () => {
	it('repeats neither text nor number', () => {
		const body = failed('400', 'x', 'Invalid: 33600123401 "Your parcel has arrived."');
		const { message, remediation } = refusal(() => only(plan()).parse(json(body, 400)));
		expect(`${message} ${remediation}`).toContain('Invalid');
		expect(`${message} ${remediation}`).not.toMatch(/33600|parcel|arrived/);
	});
});
