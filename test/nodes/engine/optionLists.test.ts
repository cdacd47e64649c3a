/** Each list of options is read for each item, whichever of them holds the expression. */
import type { INodeParameters } from 'n8n-workflow';
import { goOn, number, outputOf, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();

const fixed: Readonly<Record<string, INodeParameters>> = {
	deliveryOptions: { validityPeriod: 60 },
	contentOptions: { maxSegments: 3 },
	safetyOptions: { allowedRecipients: '+33*' },
	options: { maxConcurrentRequests: 1 },
};
const items = [1, 2, 3].map((order) => ({ to: number(order), text: 'Hello', order }));

it.each<[string, INodeParameters, string]>([
	['deliveryOptions', { validityPeriod: '={{ $json.order + 9 }}' }, 'validity'],
	['contentOptions', { maxSegments: '={{ $json.order }}' }, 'max_parts'],
	['safetyOptions', { blockDuplicatesFor: '={{ $json.order }}' }, 'uniq_period'],
])('%s', async (list, expression, field) => {
	const lists = { ...fixed, [list]: { ...fixed[list], ...expression } };
	await server.run({ parameters: { ...sendPerItem, ...lists }, items });
	const first = list === 'deliveryOptions' ? 10 : 1;
	expect(server.sent(field)).toEqual([first, first + 1, first + 2].map(String));
});

it('options: a wrong value of one item concerns this item only', async () => {
	const options = { timeout: '={{ $json.order === 2 ? 999 : 5 }}' };
	const result = await server.run({
		parameters: { ...sendPerItem, ...fixed, options },
		items,
		settings: goOn,
	});
	expect(outputOf(result).map(({ error, accepted }) => error ?? accepted)).toEqual([
		true,
		expect.stringContaining('Timeout (Seconds)'),
		true,
	]);
});
