import { getBalance, transferCredit } from '../../../protocol/account/credit';
import { invalidInput, refusal, reply, unexpectedReply } from '../helpers';

describe('getBalance', () => {
	it.each([
		['CREDIT 1000', 1000],
		['CREDIT 999.95\n', 999.95],
		['CREDIT 0', 0],
		['CREDIT 49.999999999998', 49.999999999998],
		['CREDIT  7', 7],
		['CREDIT -12.5', -12.5],
		['CREDIT 12,5', 12.5],
	])('reads %j', (body, balance) => expect(getBalance().parse(reply(body))).toBe(balance));

	it.each([
		...['', 'CREDIT', 'CREDIT x', '1000', 'CREDIT 1,000', 'CREDIT 1.', 'CREDIT 1 2', 'CREDIT NaN'],
		...['CREDIT 1e3', '<p>CREDIT 1</p>', 'NO CREDIT 1', 'credit 1'],
	])('does not take %j for a balance', (body) => {
		expect(unexpectedReply(() => getBalance().parse(reply(body))).status).toBe(200);
	});

	it('is refused with a word about the key', () => {
		const { message, remediation } = refusal(() => getBalance().parse(reply('ERREUR')));
		expect([message, remediation]).toEqual([
			'SMSBOX did not return the balance.',
			'Check the API key in the credential.',
		]);
		expect(refusal(() => getBalance().parse(reply('ERROR 02'))).remediation).toContain('API key');
	});
});

describe('transferCredit', () => {
	it.each([100, -100])('moves %i credits', (credit) => {
		const { request, parse } = transferCredit({ subAccount: 'café', credit });
		expect(request.body).toBe(`to=caf%E9&credit=${credit}`);
		expect(parse(reply('OK'))).toBe(true);
		expect(unexpectedReply(() => parse(reply('CREDIT 100'))).status).toBe(200);
		expect(refusal(() => parse(reply('ERREUR'))).remediation).toContain('sub-account');
	});

	it.each([
		['credit', 'shop', 0],
		['credit', 'shop', 1.5],
		['credit', 'shop', Number.NaN],
		['subAccount', ' ', 1],
		['subAccount', 'x'.repeat(51), 1],
		['subAccount', '€', 1],
	])('names %s for %j and %d', (field, subAccount, credit) => {
		expect(invalidInput(() => transferCredit({ subAccount, credit })).field).toBe(field);
	});
});
