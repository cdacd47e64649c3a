import { jsonOf } from '../support/engine';
import { readExample } from './exampleHarness';
import { setUpExample } from './setUpExample';

const name = '../playground/workflows/2-delivery-report';

describe("the playground's workflow 2", () => {
	const at = setUpExample(name);

	it.each([
		[true, 'Delivered', 'delivered (status 10)'],
		[false, 'Not delivered', 'not delivered: Sent (status 10)'],
		[null, 'Not known', 'not known: Sent (status 10)'],
	])('says of an SMS whose "delivered" is %s: %s', async (delivered, node, outcome) => {
		const status = { code: '10', name: 'Sent', description: '', final: true, delivered };
		const items = [{ json: { status, reference: '1' } }];
		const result = await at.harness.run(readExample(name), 'Delivery report', items);
		expect(jsonOf(result, node)).toEqual([{ outcome, reference: '1' }]);
		const shown = ['Delivered', 'Not delivered', 'Not known'].flatMap((one) => jsonOf(result, one));
		expect(shown).toHaveLength(1);
	});
});
