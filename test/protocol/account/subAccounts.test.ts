import { createSubAccount } from '../../../protocol/account/subAccounts';
import { formOf, invalidInput, refusal, reply, unexpectedReply } from '../helpers';

const account = { username: 'shop-lyon', password: 'Tr0ub4dor&3 x', useMainBalance: false };

describe('createSubAccount', () => {
	it('sends all fields in the form, and always whether it is useMainBalance', () => {
		const { request, parse } = createSubAccount(account);
		expect(formOf(request)).toEqual({ do: 'add', pseudo: 'shop-lyon', mdp: 'Tr0ub4dor&3 x', nolimit: 'no' });
		expect(parse(reply('OK'))).toBe(true);
	});

	it('takes 50 characters, and not more', () => {
		const long = 'é'.repeat(50);
		expect(createSubAccount({ ...account, username: long, password: long }).request.body).toContain('%E9');
		expect(invalidInput(() => createSubAccount({ ...account, username: `${long}x` })).field).toBe('username');
		expect(invalidInput(() => createSubAccount({ ...account, password: `${long}x` })).field).toBe('password');
		expect(invalidInput(() => createSubAccount({ ...account, username: '' })).field).toBe('username');
		expect(invalidInput(() => createSubAccount({ ...account, password: '' })).field).toBe('password');
	});

	it('shows the password in no error, not even one character of it', () => {
		const badCharacter = invalidInput(() => createSubAccount({ ...account, password: 'geheim€' }));
		expect(badCharacter.field).toBe('password');
		expect(`${badCharacter.message} ${badCharacter.remediation}`).not.toMatch(/geheim|€|20AC/);
		const { parse } = createSubAccount(account);
		for (const echo of ['Tr0ub4dor&3 x', 'Tr0ub4dor%263%20x', 'Tr0ub4dor&amp;3 x', 'TR0UB4DOR']) {
			const { excerpt } = unexpectedReply(() => parse(reply(`<p>rejected: mdp=${echo}</p>`, 500)));
			expect(excerpt).toBe('(not shown, because it may contain the password)');
		}
	});

	it('names the username for a character that cannot be sent', () =>
		expect(invalidInput(() => createSubAccount({ ...account, username: 'shop €' })).field).toBe('username'));

	it('says what a refusal can mean', () => {
		const { code, remediation } = refusal(() => createSubAccount(account).parse(reply('ERREUR')));
		expect(code).toBe('ERREUR');
		expect(remediation).toMatch(/username.*500/);
	});
});
