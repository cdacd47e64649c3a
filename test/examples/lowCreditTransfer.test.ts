import { jsonOf } from '../support/engine';
import type { Fault } from './exampleHarness';
import { cut } from './faults';
import { setUpExample } from './setUpExample';

const balanceAsked = 'account.credit.getBalance';
const transferAsked = 'account.credit.transfer';

describe('the example "low credit transfer"', () => {
	const at = setUpExample('low-credit-transfer', { start: 'Every hour' });

	/** A main account, and what the sub-account's own key is told: the simulator has one key, that of the account. */
	async function accounts({ main, sub }: { main: number; sub: number }, ...more: Fault[]): Promise<void> {
		await at.harness.configure({ balance: main });
		await at.harness.createSubAccount('shop-paris');
		const body = `CREDIT ${sub}`;
		await at.harness.break({ on: 'request', kind: 'body', body, match: { action: 'credit' } }, ...more);
	}
	/** Without the one that makes the sub-account. */
	const asked = async () => (await at.harness.asked()).slice(1);
	const balance = async () => (await at.harness.credits()).balance;

	it.each([
		{ sub: 99, moved: 201 },
		{ sub: 99.9, moved: 201 },
		{ sub: 0.05, moved: 300 },
		{ sub: 0, moved: 300 },
	])('fills up a sub-account that has $sub credits', async ({ sub, moved }) => {
		await accounts({ main: 1000, sub });
		expect(jsonOf(await at.run(), 'Transfer')).toEqual([
			{ transferred: true, subAccount: 'shop-paris', direction: 'toSubAccount', amount: moved },
		]);
		expect(await at.harness.credits()).toEqual({
			balance: 1000 - moved,
			subAccounts: [{ pseudo: 'shop-paris', nolimit: false, credits: moved }],
		});
		expect(await asked()).toEqual([balanceAsked, balanceAsked, transferAsked]);
	});

	it.each([
		['limit', 100, '""', { main: 1000, sub: 5 }],
		['limit', 100, 'null', { main: 1000, sub: 5 }],
		['limit', 100, '0', { main: 1000, sub: 5 }],
		['fillUpTo', 300, '""', { main: 1000, sub: 5 }],
		['fillUpTo', 300, '0', { main: 100, sub: 70 }],
		['fillUpTo', 300, '99', { main: 100, sub: 70 }],
		['keep', 200, '""', { main: 1000, sub: 5 }],
		['keep', 200, 'null', { main: 1000, sub: 5 }],
		['keep', 200, '0', { main: 1000, sub: 5 }],
	])('ends with an error, and moves nothing, where %s (%i) is %s', async (...row) => {
		const [, value, entered, credits] = row;
		await accounts(credits);
		await at.fail({ [`"value": ${value},`]: `"value": ${entered},` });
		expect(await balance()).toBe(credits.main);
	});

	it('moves nothing while there is enough, and does not ask for more than that', async () => {
		await accounts({ main: 1000, sub: 100 });
		await at.run();
		expect(await asked()).toEqual([balanceAsked]);
	});

	it('leaves the main account what it is to keep, to the credit', async () => {
		await accounts({ main: 450, sub: 50 });
		await at.run();
		expect(await balance()).toBe(200);
	});

	it('moves nothing where less would be left, and says why', async () => {
		await accounts({ main: 449.95, sub: 50 });
		const why = 'The sub-account lacks 250 credits, and the main account has 449.95, of which it keeps 200.';
		const output = { subAccount: 'shop-paris', balance: 449.95, why };
		expect(jsonOf(await at.run(), 'Not enough')).toEqual([output]);
		expect(await asked()).toEqual([balanceAsked, balanceAsked]);
	});

	it('fails visibly where the outcome of a transfer is not known, and moves nothing twice', async () => {
		await accounts({ main: 1000, sub: 50 }, cut(transferAsked));
		const { error } = await at.fail();
		expect(error?.message).toMatch(/^May have been carried out/);
		expect(await asked()).toEqual([balanceAsked, balanceAsked, transferAsked]);
		expect(await balance()).toBe(750);
	});
});
