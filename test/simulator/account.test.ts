import { SEND, closeAll, get, list, post, start, state } from './support';
import type { FormValues } from './support';
import type { Simulator } from '../../simulator/src';

afterEach(closeAll);

const create = async (simulator: Simulator, values: FormValues = {}): Promise<string> => {
	const body = { do: 'add', pseudo: 'shop', mdp: 'secret', ...values };
	return (await post(simulator, body, { query: 'action=utilisateur' })).text;
};
const transfer = async (simulator: Simulator, values: FormValues, query = 'action=credit'): Promise<string> =>
	(await post(simulator, values, { query })).text;
const balance = async (simulator: Simulator): Promise<string> => (await get(simulator, 'action=credit')).text;

describe('the balance', () => {
	it('is read by POST and by GET, with the label or without', async () => {
		const simulator = await start({ balance: 12.5 });
		expect((await post(simulator, null, { query: 'action=credit' })).text).toBe('CREDIT 12.5');
		expect((await get(simulator, 'action=credit')).text).toBe('CREDIT 12.5');
		expect((await get(simulator, 'action=credit&do=manage')).text).toBe('CREDIT 12.5');
		expect(await list(simulator, 'undeclared')).toEqual([]);
	});
});

describe('the older address', () => {
	const older = { path: '/api.php' };

	it('takes the action in the body or in the query', async () => {
		const simulator = await start({ balance: 12.5 });
		await create(simulator);
		expect((await post(simulator, { action: 'credit' }, older)).text).toBe('CREDIT 12.5');
		expect((await post(simulator, null, { ...older, query: 'action=credit' })).text).toBe('CREDIT 12.5');
		const moved = await post(simulator, { action: 'credit', to: 'shop', credit: 2 }, older);
		expect(moved.text).toBe('OK');
		expect((await post(simulator, { ...SEND, id: 1 }, older)).text).toMatch(/^OK \d{12}$/);
		expect((await post(simulator, { action: 'nothing' }, older)).text).toBe('ERREUR');
		expect(await list(simulator, 'undeclared')).toEqual([]);
	});

	it('is the only one that looks for the action in the body', async () => {
		const simulator = await start();
		expect((await post(simulator, { action: 'credit' })).text).toBe('ERROR 01');
		expect(await list(simulator, 'undeclared')).toMatchObject([{ operation: 'sms.message.send' }]);
	});
});

describe('a sub-account', () => {
	it('is created once', async () => {
		const simulator = await start();
		expect(await create(simulator, { nolimit: 'yes' })).toBe('OK');
		expect(await create(simulator)).toBe('ERREUR');
		expect(await state(simulator)).toMatchObject({
			subAccounts: [{ pseudo: 'shop', nolimit: true, credits: 0 }],
		});
	});

	it('never shows its password in the state', async () => {
		const simulator = await start();
		await create(simulator, { mdp: 'hunter2' });
		expect(JSON.stringify(await state(simulator))).not.toContain('hunter2');
	});

	it('is one of 500 at most', async () => {
		const simulator = await start();
		for (let index = 0; index < 500; index++)
			expect(await create(simulator, { pseudo: `shop${index}` })).toBe('OK');
		expect(await create(simulator, { pseudo: 'one too many' })).toBe('ERREUR');
	});

	it.each<FormValues>([
		{ do: 'remove' },
		{ do: '' },
		{ pseudo: '' },
		{ mdp: '' },
		{ pseudo: 'x'.repeat(51) },
		{ mdp: 'x'.repeat(51) },
		{ nolimit: 'maybe' },
		{ nolimit: '' },
	])('is not created with %j', async (values) => {
		const simulator = await start();
		expect(await create(simulator, values)).toBe('ERREUR');
		expect(await state(simulator)).toMatchObject({ subAccounts: [] });
	});

	it('may have a name of 50 characters, counted as such', async () =>
		expect(await create(await start(), { pseudo: 'é'.repeat(50), charset: 'utf-8' })).toBe('OK'));
});

describe('credit', () => {
	it('goes to a sub-account and back', async () => {
		const simulator = await start({ balance: 100 });
		await create(simulator);
		expect(await transfer(simulator, { to: 'shop', credit: 40 })).toBe('OK');
		expect(await balance(simulator)).toBe('CREDIT 60');
		expect(await transfer(simulator, { to: 'shop', credit: -15 }, 'action=credit&do=manage')).toBe('OK');
		expect(await transfer(simulator, { to: 'shop', credit: -5, do: 'manage' })).toBe('OK');
		expect(await balance(simulator)).toBe('CREDIT 80');
		expect(await state(simulator)).toMatchObject({ balance: 80, subAccounts: [{ credits: 20 }] });
		expect(await list(simulator, 'undeclared')).toEqual([]);
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
		const simulator = await start({ balance: 140 });
		await create(simulator);
		await transfer(simulator, { to: 'shop', credit: 40 });
		expect(await transfer(simulator, values)).toBe('ERREUR');
		expect(await state(simulator)).toMatchObject({ balance: 100, subAccounts: [{ credits: 40 }] });
	});
});
