import { jsonOf } from '../support/engine';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const name = 'low-credit-transfer';
const start = 'Every hour';

describe('the example "low credit transfer"', () => {
	const at = setUpExample(name);

	/** A main account, and what the sub-account's own key is told: the simulator has one key, that of the account. */
	async function accounts({ main, sub }: { main: number; sub: number }): Promise<void> {
		await at.harness.configure({ balance: main });
		await at.harness.createSubAccount('shop-paris');
		await at.harness.break({
			on: 'request',
			kind: 'body',
			body: `CREDIT ${sub}`,
			match: { action: 'credit' },
		});
	}

	const balanceAsked = 'account.credit.getBalance';
	const transferAsked = 'account.credit.transfer';
	/** Without the one that makes the sub-account. */
	const asked = async () => (await at.harness.asked()).slice(1);

	it.each([
		{ sub: 99, moved: 201 },
		{ sub: 99.9, moved: 201 },
		{ sub: 0.05, moved: 300 },
		{ sub: 0, moved: 300 },
	])('fills up a sub-account that has $sub credits', async ({ sub, moved }) => {
		await accounts({ main: 1000, sub });
		const result = await at.run({}, start);
		expect(jsonOf(result, 'Transfer')).toEqual([
			{ transferred: true, subAccount: 'shop-paris', direction: 'toSubAccount', amount: moved },
		]);
		expect(await at.harness.credits()).toEqual({
			balance: 1000 - moved,
			subAccounts: [{ pseudo: 'shop-paris', nolimit: false, credits: moved }],
		});
		expect(await asked()).toEqual([balanceAsked, balanceAsked, transferAsked]);
	});

	it.each([
		['limit', '"value": 100,', '""'],
		['limit', '"value": 100,', 'null'],
		['limit', '"value": 100,', '0'],
		['fillUpTo', '"value": 300,', '""'],
		['keep', '"value": 200,', '""'],
		['keep', '"value": 200,', 'null'],
		['keep', '"value": 200,', '0'],
	])('ends with an error, and moves nothing, where %s (%s) is %s', async (_field, entered, cleared) => {
		await accounts({ main: 1000, sub: 5 });
		const result = await at.harness.run(readExample(name, { [entered]: `"value": ${cleared},` }), start);
		expect(result.status).toBe('error');
		expect(await at.harness.credits()).toMatchObject({ balance: 1000 });
	});

	it.each([0, 99])(
		'ends with an error where fillUpTo is %d, with little in the main account, too',
		async (to) => {
			await accounts({ main: 100, sub: 70 });
			const result = await at.harness.run(readExample(name, { '"value": 300,': `"value": ${to},` }), start);
			expect(result.status).toBe('error');
			expect(await at.harness.credits()).toMatchObject({ balance: 100 });
		},
	);

	it('moves nothing while there is enough, and does not ask for more than that', async () => {
		await accounts({ main: 1000, sub: 100 });
		await at.run({}, start);
		expect(await asked()).toEqual([balanceAsked]);
	});

	it('leaves the main account what it is to keep, to the credit', async () => {
		await accounts({ main: 450, sub: 50 });
		await at.harness.run(readExample(name), start);
		expect(await at.harness.credits()).toMatchObject({ balance: 200 });
	});

	it('moves nothing where less would be left, and says why', async () => {
		await accounts({ main: 449.95, sub: 50 });
		const result = await at.run({}, start);
		expect(jsonOf(result, 'Not enough')).toEqual([
			{
				subAccount: 'shop-paris',
				balance: 449.95,
				why: 'The sub-account lacks 250 credits, and the main account has 449.95, of which it keeps 200.',
			},
		]);
		expect(await asked()).toEqual([balanceAsked, balanceAsked]);
	});

	it('fails visibly where the outcome of a transfer is not known, and moves nothing twice', async () => {
		await accounts({ main: 1000, sub: 50 });
		await at.harness.break(
			{ on: 'request', kind: 'body', body: 'CREDIT 50', match: { action: 'credit' } },
			{ on: 'request', kind: 'cut-after', match: { to: 'shop-paris' } },
		);
		const result = await at.harness.run(readExample(name), start);
		expect(result.status).toBe('error');
		expect(result.error?.message).toMatch(/^May have been carried out/);
		expect(await asked()).toEqual([balanceAsked, balanceAsked, transferAsked]);
		expect(await at.harness.credits()).toMatchObject({ balance: 750 });
	});
});
