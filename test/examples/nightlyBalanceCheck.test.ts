import { jsonOf } from '../support/engine';
import { ExampleBed, readExample } from './exampleBed';

const name = 'nightly-balance-check';
const start = 'Every night';

/** Today in Paris as the service writes it. */
const today = () => new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/Paris' });

describe('the example "nightly balance check"', () => {
	let bed: ExampleBed;
	afterEach(async () => await bed.close());

	it('warns by SMS in the morning when the balance is low', async () => {
		bed = await ExampleBed.start({ balance: 99.5 });
		// Late in the evening it is ahead at almost any hour at which this runs; the example says 8:30, checked at 2.
		const days = [today()];
		const result = await bed.run(readExample(name, { 'hour: 8, minute: 30': 'hour: 23, minute: 59' }), start);
		days.push(today());
		expect(result.status).toBe('success');
		expect(jsonOf(result, 'Get the balance')).toEqual([{ balance: 99.5 }]);
		const fields = await bed.sendFields();
		expect(fields).toEqual([
			expect.objectContaining({
				dest: '33600123456',
				msg: 'Your SMSBOX account has 99.5 credits left.',
				heure: '23:59',
				strategy: '2',
				callback: '0',
			}),
		]);
		expect(days).toContain(fields[0]?.['date']);
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
