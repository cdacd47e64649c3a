import { jsonOf } from '../support/engine';
import { ExampleHarness, readExample } from './exampleHarness';

const name = 'nightly-balance-check';
const start = 'Every night';

describe('the example "nightly balance check"', () => {
	let harness: ExampleHarness;
	afterEach(async () => await harness.close());

	it('warns by SMS in the morning when the balance is low', async () => {
		harness = await ExampleHarness.start({ balance: 99.5 });
		const result = await harness.run(readExample(name), start);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'Get the balance')).toEqual([{ balance: 99.5 }]);
		const fields = await harness.sendFields();
		expect(fields).toEqual([
			expect.objectContaining({
				dest: '33600123456',
				msg: 'Your SMSBOX account has 99.5 credits left.',
				heure: '08:30',
				strategy: '2',
				callback: '0',
			}),
		]);
		expect(await harness.undeclared()).toEqual([]);
	});

	it('is silent when there is enough', async () => {
		harness = await ExampleHarness.start({ balance: 100 });
		const result = await harness.run(readExample(name), start);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'Low?', 1)).toHaveLength(1);
		expect(await harness.sendFields()).toEqual([]);
	});
});
