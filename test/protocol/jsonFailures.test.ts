import { refusal, reply, unexpectedReply } from './helpers';
import { jsonChannels } from './jsonChannels';
import { failed, json, only } from './jsonWire';

const operations = jsonChannels.flatMap(({ operations: own, api, ...channel }) =>
	own.map(([name, { parse }]) => ({ ...channel, api, name, parse })),
);

describe.each(operations)('$api, $name', ({ parse, remediations }) => {
	const refusedWith = (status: number, desc = 'x', error = 'Invalid wabaId 7.') =>
		refusal(() => parse(json(failed(String(status), desc, error), status)));

	it.each([
		[400, 'remediation', remediations[400]],
		[402, 'message', /balance is too low/],
		[403, 'remediation', /API key/],
		[404, 'remediation', remediations[404]],
		[413, 'remediation', /fewer recipients/],
		[503, 'remediation', /Try again later/],
	] as const)('with %i says what to do', (status, member, words) => {
		expect(refusedWith(status)[member]).toMatch(words);
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
	])(
		'with %i is rejected in words, and %j is whether every further request would be',
		(status, isAccountLevel) => {
			const { code, message, remediation, ...refused } = refusedWith(status);
			expect([code, refused.isAccountLevel]).toEqual([String(status), isAccountLevel]);
			expect(message).toMatch(/^[A-Z].* .*\.$/);
			expect(remediation).toMatch(/^\S.*“Invalid wabaId #\.”$/);
		},
	);

	it('is rejected by a code that is not documented, if it says that the request is wrong', () => {
		const { code, message, remediation } = refusedWith(429, 'Slow down', 'Too fast');
		expect([code, message]).toEqual(['429', 'The reason is not documented.']);
		expect(remediation).toContain('Too fast');
	});

	it('quotes nothing if the service gives no reason', () => {
		const { remediation } = refusal(() => parse(json({ response: { response_code: 403 } }, 403)));
		expect(remediation).toMatch(/\.$/);
		expect(remediation).not.toContain('says');
	});

	it.each([408, 499, 500, 502, 504])('may have been carried out before %i', (status) => {
		const body = failed(String(status), 'Internal error', 'Oops');
		expect(unexpectedReply(() => parse(json(body, status))).excerpt).toContain('Internal error');
	});

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
	])('is neither rejected nor a success with %s', (_name, answer) => {
		expect(unexpectedReply(() => parse(answer)).status).toBe(answer.status);
	});
});

it.each(jsonChannels)('a rejected send of $api repeats neither text nor number', ({ plan }) => {
	const body = failed('400', 'x', 'Invalid: 33600123401 "Your parcel has arrived."');
	const { message, remediation } = refusal(() => only(plan()).parse(json(body, 400)));
	expect(`${message} ${remediation}`).toContain('Invalid');
	expect(`${message} ${remediation}`).not.toMatch(/33600|parcel|arrived/);
});
