/** Dates of a database are JavaScript dates in n8n, which the editor shows as texts; expressions have Luxon's, too. */
import type { INodeParameters } from 'n8n-workflow';
import { sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
const items = [{ date: new Date('2026-12-24T09:00:00Z') }];

const withVariable = (value: string): INodeParameters => ({
	text: 'On %1%',
	contentOptions: { variables: { variable: [{ value }] } },
});

it.each<[what: string, asIs: INodeParameters, formatted: INodeParameters]>([
	['in a text', { text: '={{ $json.date }}' }, { text: '={{ $json.date.format("dd/MM") }}' }],
	['in a variable', withVariable('={{ $json.date }}'), withVariable('={{ $json.date.format("dd/MM") }}')],
	['of Luxon', { text: '={{ $now }}' }, { text: '={{ $now.format("dd/MM/yyyy") }}' }],
])('a date %s has to be formatted', async (_what, asIs, formatted) => {
	const { error } = await server.run({ parameters: { ...sendParameters, ...asIs }, items });
	expect(error?.message).toMatch(/^\w+: The value is a date instead of a text/);
	expect(error?.description).toContain('$json.date.format("dd/MM/yyyy")');
	const sent = await server.run({ parameters: { ...sendParameters, ...formatted }, items });
	expect(sent.error).toBeUndefined();
	expect(server.requests).toHaveLength(1);
});
