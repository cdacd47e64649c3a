import fc from 'fast-check';
import { getBalance, transferCredit } from '../../protocol/account/credit';
import { createSubAccount } from '../../protocol/account/subAccounts';
import type { Exchange } from '../../protocol/exchange';
import {
	addNumbersToGroup,
	createGroup,
	deleteGroup,
	listGroups,
	updateGroup,
} from '../../protocol/sms/groups';
import { countHistory, listHistory } from '../../protocol/sms/history';
import { countScheduled, deleteScheduled, listScheduled } from '../../protocol/sms/scheduled';
import { planSms, planSmsToGroup } from '../../protocol/sms/send';
import { getDefaultSenderId, listSenderIds, setDefaultSenderId } from '../../protocol/sms/senderIds';
import { reply, resultOrProtocolError, unexpectedReply } from './helpers';
import { now, only, options } from './sms/sending';

const page = { from: 0, count: 10 };
const numbers = ['33600123401'];

/** All operations of the Account and SMS API, each with an answer that is a success. */
const operations: [name: string, exchangeOf: () => Exchange<unknown>, success: string][] = [
	['send', () => only(planSms({ ...options, recipients: [{ to: '33600123401' }] }, now)), 'OK 123456789012'],
	['send to group', () => only(planSmsToGroup({ ...options, groupId: '1' }, now)), 'OK'],
	['default sender', () => getDefaultSenderId(), 'MyShop'],
	['senders', () => listSenderIds(), 'MyShop\nOther'],
	['set sender', () => setDefaultSenderId('MyShop'), 'MyShop'],
	['groups', () => listGroups({ includeNumbers: true }), '1;VIP;33600123401,33600123402'],
	['group counts', () => listGroups({ includeNumbers: false }), '1;VIP;2'],
	['create group', () => createGroup({ name: 'VIP', numbers }), 'OK'],
	['update group', () => updateGroup({ id: '1', name: 'VIP', numbers }), 'OK'],
	['add numbers', () => addNumbersToGroup({ id: '1', numbers }), 'OK'],
	['delete group', () => deleteGroup('1'), 'OK'],
	['history count', () => countHistory(), 'HISTORIQUE 12'],
	['history', () => listHistory(page), '20/10/2024 18:15:00;123456789012;33600123456;MyCompany;0;1;0'],
	['scheduled count', () => countScheduled(), 'DIFFERES 3'],
	['scheduled', () => listScheduled(page), '6408047;123456789012;33612345678;;0;12/11/2024 16:30:00;Hello'],
	['delete scheduled', () => deleteScheduled('123456789012'), 'OK'],
	['balance', () => getBalance(), 'CREDIT 12.5'],
	['transfer', () => transferCredit({ subAccount: 'shop', credit: 5 }), 'OK'],
	[
		'sub-account',
		() => createSubAccount({ username: 'shop', password: 'geheim', useMainBalance: true }),
		'OK',
	],
];

it('only sends reach a person, and what only reads can be repeated', () => {
	const namesOf = (effect: string) =>
		operations.filter(([, exchangeOf]) => exchangeOf().effect === effect).map(([name]) => name);
	const sends = ['send', 'send to group'];
	const changes = ['set sender', 'create group', 'update group', 'add numbers', 'delete group'];
	const others = ['delete scheduled', 'transfer', 'sub-account'];
	expect([namesOf('send'), namesOf('change')]).toEqual([sends, [...changes, ...others]]);
	expect(namesOf('read')).toHaveLength(operations.length - 10);
});

const page502 = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx</body>\r\n</html>';

describe.each(operations)('%s', (_, exchangeOf, success) => {
	const { request, parse } = exchangeOf();

	it('is a POST to the one script, in plain ASCII', () => {
		expect(request).toMatchObject({ api: 'sms', method: 'POST' });
		expect(request.path).toMatch(/^\/1\.1\/api\.php(\?action=[a-z]+(&[a-z_]+=\w+)?)?$/);
		expect(request.body ?? '').toMatch(/^[\x21-\x7e]*$/);
		expect('body' in request).toBe('content-type' in request.headers);
	});

	it('takes its success for one, with blanks around it', () =>
		expect(parse(reply(` ${success}\r\n`))).toEqual(parse(reply(success))));

	it('takes its success for none with another status', () => {
		fc.assert(
			fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
				fc.pre(status !== 200);
				expect(unexpectedReply(() => parse(reply(success, status))).status).toBe(status);
			}),
		);
	});

	it('takes neither a page of a proxy nor JSON nor a failure for a success', () => {
		for (const body of [page502, '{"error":"no"}', `<!-- -->${success}`])
			expect(unexpectedReply(() => parse(reply(body, 200, 'text/html'))).status).toBe(200);
		for (const body of ['ERREUR', 'ERROR', 'ERROR 01', 'ERROR 99', 'ERROR whatever'])
			expect(resultOrProtocolError(() => parse(reply(body)))).toBeUndefined();
	});

	it('throws nothing but the errors of the protocol, whatever comes back', () => {
		const mutated = fc
			.tuple(fc.nat(success.length), fc.nat(success.length), fc.string())
			.map(([from, to, text]) => success.slice(0, from) + text + success.slice(to));
		const bytes = fc.oneof(
			fc.uint8Array(),
			mutated.map((text) => new TextEncoder().encode(text)),
		);
		fc.assert(
			fc.property(bytes, fc.constantFrom(200, 200, 404), fc.string(), (body, status, contentType) => {
				resultOrProtocolError(() => parse(reply(body, status, contentType)));
			}),
			{ numRuns: 300 },
		);
	});
});
