import { jsonOf } from '../support/engine';
import { setUpExample } from './setUpExample';

describe('the example "nightly balance check"', () => {
	const at = setUpExample('nightly-balance-check', { start: 'Every night' });

	it('warns by SMS in the morning when the balance is low', async () => {
		await at.harness.configure({ balance: 99.5 });
		expect(jsonOf(await at.run(), 'Get the balance')).toEqual([{ balance: 99.5 }]);
		expect(await at.harness.sendFields()).toEqual([
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
		await at.fail({ '"value": 100,': `"value": ${limit},` });
	});

	it('is silent when there is enough', async () => {
		await at.harness.configure({ balance: 100 });
		expect(jsonOf(await at.run(), 'Low?', 1)).toHaveLength(1);
		expect(await at.harness.sendFields()).toEqual([]);
	});
});
