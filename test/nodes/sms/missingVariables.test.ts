/** A variable in To whose field the item doesn't have: an error names the field. */
import { clearProcessedData } from '../../support/processedData';
import { formOf, nodeName, sendPersonalized } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(clearProcessedData);

it.each([
	['text', '=[{ "to": "{{ $json.to }}", "variables": ["{{ $json.name }}"] }]'],
	['expression', '={{ [{ to: $json.to, variables: [$json.name] }] }}'],
	['template literal', '={{ JSON.stringify([{ to: $json.to, variables: [`${$json.name}`] }]) }}'],
	['template literal, list', '={{ [{ to: $json.to, variables: [`${$json.name}`] }] }}'],
])('To as %s', async (_what, to) => {
	const result = await server.run({
		parameters: { ...sendPersonalized, to },
		items: [{ to: '+33600123456' }],
	});
	expect(server.requests.map((request) => formOf(request).get('dest'))).toEqual([]);
	expect(result.runData[nodeName]?.[0]?.error?.message).toMatch(/name|value/);
});
