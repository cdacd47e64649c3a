/** One number a line, by expressions: the field of one line is missing. */
import { inLists } from '../../support/inLists';
import { clearProcessedData } from '../../support/processedData';
import { formOf, nodeName, sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(clearProcessedData);
const dests = () => server.requests.map((request) => formOf(request).get('dest'));
const separators: Array<[string, string]> = [
	['comma', ', '],
	['line break', '\n'],
	['comma and line break', ',\n'],
];

it.each(separators)('To: a missing recipient is an error (%s)', async (_what, separator) => {
	const result = await server.run({
		parameters: { ...sendParameters, to: `={{ $json.phone }}${separator}{{ $json.partner }}` },
		items: [{ phone: '+33600123456', partnr: '+33600123457' }],
	});
	expect([dests(), result.status]).toEqual([[], 'error']);
	expect(result.runData[nodeName]?.[0]?.error?.message).toBeDefined();
});

it.each(separators)(
	'Excluded Recipients: a missing entry is an error, so that no one is forgotten (%s)',
	async (_what, separator) => {
		await server.run({
			parameters: {
				...sendParameters,
				to: '+33600123457',
				...inLists({ excludedRecipients: `={{ $json.first }}${separator}{{ $json.second }}` }),
			},
			items: [{ first: '+33600123456', scond: '+33600123457' }],
		});
		expect(dests()).toEqual([]);
	},
);

it.each(separators)('Add Numbers, Update: a missing number is an error (%s)', async (_what, separator) => {
	await server.run({
		parameters: {
			resource: 'group',
			operation: 'update',
			group: { __rl: true, mode: 'id', value: '1' },
			name: 'Staff',
			numbers: `={{ $json.first }}${separator}{{ $json.second }}`,
		},
		items: [{ first: '+33600123456', scond: '+33600123457' }],
	});
	expect(server.requests).toHaveLength(0);
});
