import fc from 'fast-check';
import { formOf } from '../helpers';
import { form, numbers, plan, recipientsOf, rejected } from './sending';

describe('planSms: many recipients', () => {
	it('takes 5,000 recipients in one request, and splits more', () => {
		expect(recipientsOf(plan({ recipients: numbers(5000) }))).toEqual([5000]);
		const whole = plan({ recipients: numbers(12_000) });
		expect(recipientsOf(whole)).toEqual([5000, 5000, 2000]);
		const sent = whole.exchanges.flatMap(({ request }) => formOf(request).dest?.split(',') ?? []);
		expect(sent).toEqual(numbers(12_000).map((recipient) => recipient.to));
		expect(whole.to).toEqual(sent);
	});

	it('sends the same options in every request', () => {
		const [first, ...others] = plan({ recipients: numbers(12_000), senderId: 'MyShop' }).exchanges.map(
			({ request }) => ({ ...formOf(request), dest: '' }),
		);
		expect(others).toEqual([first, first]);
	});

	it.each(['private', 'alert'] as const)(
		'takes 50 recipients for the category %s, and never splits more',
		(category) => {
			expect(recipientsOf(plan({ category, recipients: numbers(50) }))).toEqual([50]);
			const { field, message } = rejected({ category, recipients: numbers(51) });
			expect([field, message]).toEqual([
				'category',
				'There are 51 recipients, but this category allows only 50.',
			]);
			expect(rejected({ category, recipients: numbers(10_001) }).field).toBe('category');
		},
	);

	it('sends to nobody twice, and says how many it left out', () => {
		const recipients = ['33600123401', '33600123402', '+33600123401', '33600123401'].map((to) => ({ to }));
		const { to, duplicatesRemoved } = plan({ recipients });
		expect({ to, duplicatesRemoved }).toEqual({ to: ['33600123401', '33600123402'], duplicatesRemoved: 2 });
		expect(form({ recipients }).dest).toBe('33600123401,33600123402');
	});

	it('loses nobody and repeats nobody, whatever the list', () => {
		const number = fc.integer({ min: 33600000000, max: 33600000300 }).map(String);
		fc.assert(
			fc.property(fc.array(number, { minLength: 1, maxLength: 400 }), (list) => {
				const { to, duplicatesRemoved } = plan({ recipients: list.map((one) => ({ to: one })) });
				expect(to).toEqual(Array.from(new Set(list)));
				expect(to.length + duplicatesRemoved).toBe(list.length);
			}),
			{ numRuns: 50 },
		);
	});
});
