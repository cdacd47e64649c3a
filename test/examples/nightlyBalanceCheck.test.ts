import { jsonOf } from '../support/engine';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const name = 'nightly-balance-check';
const start = 'Every night';

describe('the example "nightly balance check"', () => {
	const at = setUpExample(name);

	it('warns by SMS in the morning when the balance is low', async () => {
		await at.harness.configure({ balance: 99.5 });
		const result = await at.run({}, start);
		expect(jsonOf(result, 'Get the balance')).toEqual([{ balance: 99.5 }]);
		const fields = await at.harness.sendFields();
		expect(fields).toEqual([
			expect.objectContaining({
				dest: '33600123456',
				msg: 'Your SMSBOX account has 99.5 credits left.',
				heure: '08:30',
				strategy: '2',
				callback: '0',
			}),
		]);
	});

	it.each(['""', 'null', '0'])('ends with an error where the limit is %s', async (limit) => {
		await at.harness.configure({ balance: 5 });
		const result = await at.harness.run(readExample(name, { '"value": 100,': `"value": ${limit},` }), start);
		expect(result.status).toBe('error');
	});

	it('is silent when there is enough', async () => {
		await at.harness.configure({ balance: 100 });
		const result = await at.run({}, start);
		expect(jsonOf(result, 'Low?', 1)).toHaveLength(1);
		expect(await at.harness.sendFields()).toEqual([]);
	});
});
