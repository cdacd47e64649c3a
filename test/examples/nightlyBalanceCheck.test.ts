import { jsonOf } from '../support/engine';
import { ExampleBed, readExample } from './exampleBed';

const name = 'nightly-balance-check';
const start = 'Every night';

describe('the example "nightly balance check"', () => {
	let bed: ExampleBed;
	afterEach(async () => await bed.close());

	it('warns by SMS in the morning when the balance is low', async () => {
		bed = await ExampleBed.start({ balance: 99.5 });
		const result = await bed.run(readExample(name), start);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'Get the balance')).toEqual([{ balance: 99.5 }]);
		const fields = await bed.sendFields();
		expect(fields).toEqual([
			expect.objectContaining({
				dest: '33600123456',
				msg: 'Your SMSBOX account has 99.5 credits left.',
				heure: '08:30',
				strategy: '2',
				callback: '0',
			}),
		]);
		expect(await bed.undeclared()).toEqual([]);
	});

	it('is silent when there is enough', async () => {
		bed = await ExampleBed.start({ balance: 100 });
		const result = await bed.run(readExample(name), start);
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'Low?', 1)).toHaveLength(1);
		expect(await bed.sendFields()).toEqual([]);
	});
});
