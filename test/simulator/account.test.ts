import { SEND, act, list, post, start, state, type FormValues } from './support';

const create = (values: FormValues = {}): Promise<string> =>
	act('utilisateur', { do: 'add', pseudo: 'shop', mdp: 'secret', ...values });
const transfer = (values: FormValues, action = 'credit'): Promise<string> => act(action, values);
const balance = (): Promise<string> => act('credit');

describe('the older address', () => {
	const older = { path: '/api.php' };

	it('takes the action in the body or in the query', async () => {
		await start({ balance: 12.5 });
		await create();
		expect((await post({ action: 'credit' }, older)).text).toBe('CREDIT 12.5');
		expect((await post(null, { ...older, query: 'action=credit' })).text).toBe('CREDIT 12.5');
		expect((await post({ action: 'credit', to: 'shop', credit: 2 }, older)).text).toBe('OK');
		expect((await post({ ...SEND, id: 1 }, older)).text).toMatch(/^OK \d{12}$/);
		expect((await post({ action: 'nothing' }, older)).text).toBe('ERREUR');
		expect(await list('undeclared')).toEqual([]);
	});

	it('is the only one that looks for the action in the body', async () => {
		expect((await post({ action: 'credit' })).text).toBe('ERROR 01');
		expect(await list('undeclared')).toMatchObject([{ operation: 'sms.message.send' }]);
	});
});

describe('a sub-account', () => {
	it('is created once, and its password is never shown', async () => {
		expect(await create({ nolimit: 'yes', mdp: 'hunter2' })).toBe('OK');
		expect(await create()).toBe('ERREUR');
		const shown = await state();
		expect(shown).toMatchObject({ subAccounts: [{ pseudo: 'shop', nolimit: true, credits: 0 }] });
		expect(JSON.stringify(shown)).not.toContain('hunter2');
	});

	it('is one of 500 at most', async () => {
		for (let index = 0; index < 500; index++) expect(await create({ pseudo: `shop${index}` })).toBe('OK');
		expect(await create({ pseudo: 'one too many' })).toBe('ERREUR');
	});

	it.each<FormValues>([
		{ do: 'remove' },
		{ do: '' },
		{ pseudo: '' },
		{ mdp: '' },
		{ pseudo: 'x'.repeat(51) },
		{ mdp: 'x'.repeat(51) },
		{ nolimit: 'maybe' },
		{ nolimit: 'YES' },
		{ nolimit: '' },
	])('is not created with %j', async (values) => {
		expect(await create(values)).toBe('ERREUR');
		expect(await state()).toMatchObject({ subAccounts: [] });
	});

	it('may have a name of 50 characters, counted as such', async () =>
		expect(await create({ pseudo: 'é'.repeat(50), charset: 'utf-8' })).toBe('OK'));
});

describe('credit', () => {
	it('goes to a sub-account and back', async () => {
		await start({ balance: 100 });
		await create();
		expect(await transfer({ to: 'shop', credit: 40 })).toBe('OK');
		expect(await balance()).toBe('CREDIT 60');
		expect(await transfer({ to: 'shop', credit: -15 }, 'credit&do=manage')).toBe('OK');
		expect(await transfer({ to: 'shop', credit: -5, do: 'manage' })).toBe('OK');
		expect(await balance()).toBe('CREDIT 80');
		expect(await state()).toMatchObject({ balance: 80, subAccounts: [{ credits: 20 }] });
		expect(await list('undeclared')).toEqual([]);
	});

	it.each<FormValues>([
		{ to: 'shop', credit: 101 },
		{ to: 'shop', credit: -41 },
		{ to: 'shop', credit: 0 },
		{ to: 'shop', credit: 1.5 },
		{ to: 'shop', credit: 'ten' },
		{ to: 'shop', credit: '' },
		{ to: 'shop' },
		{ credit: 10 },
		{ to: 'nobody', credit: 10 },
	])('is not moved by %j', async (values) => {
		await start({ balance: 140 });
		await create();
		await transfer({ to: 'shop', credit: 40 });
		expect(await transfer(values)).toBe('ERREUR');
		expect(await state()).toMatchObject({ balance: 100, subAccounts: [{ credits: 40 }] });
	});
});
