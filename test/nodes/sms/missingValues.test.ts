/** A value made of several fields, one of which the item does not have. Nobody gets a message, or is forgotten. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { inLists } from '../../support/inLists';
import { sendParameters, sendPersonalized } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();

/** Returns the error of a run that sends nothing. */
async function errorOf(parameters: INodeParameters, item: IDataObject): Promise<string | undefined> {
	const given = { ...sendParameters, ...parameters };
	const result = await server.run({ parameters: given, items: [item], timezone: 'Europe/Paris' });
	expect([server.requests, result.status]).toEqual([[], 'error']);
	return result.error?.message;
}

const group = { resource: 'group', operation: 'update', group: { __rl: true, mode: 'id', value: '1' } };

describe.each([
	['comma', ', '],
	['line break', '\n'],
	['comma and line break', ',\n'],
])('one number a line, by expressions, after a %s', (_what, separator) => {
	const numbers = `={{ $json.first }}${separator}{{ $json.second }}`;

	it.each<[string, INodeParameters]>([
		['To: a missing recipient', { to: numbers }],
		['Excluded Recipients: a missing entry', inLists({ excludedRecipients: numbers })],
		['Add Numbers, Update: a missing number', { ...group, name: 'Staff', numbers }],
	])('%s is an error', async (_field, parameters) => {
		const item = { first: '+33600123456', scond: '+33600123457' };
		const error = await errorOf({ to: '+33600123457', ...parameters }, item);
		expect(error).toMatch(/^(To|Excluded Recipients|Numbers): .*(“second”|Entry 2)/);
	});
});

describe('a number made of two fields', () => {
	it.each<[string, string, IDataObject]>([
		['country code missing', '=+{{ $json.country }}{{ $json.phone }}', { phone: '15112345678' }],
		['country code null', '=+{{ $json.country }}{{ $json.phone }}', { country: null, phone: '15112345678' }],
		['00, country code missing', '=00{{ $json.country }}{{ $json.phone }}', { phone: '15112345678' }],
		['French mobile', '=+{{ $json.country }}{{ $json.phone }}', { phone: '612345678' }],
	])('%s', async (_what, to, item) => {
		expect(await errorOf({ to }, item)).toMatch(/country|area|field/);
	});

	it.each<[string, INodeParameters, IDataObject]>([
		[
			'Excluded Recipients: the person whose country code is missing is not forgotten',
			{
				to: '+4915112345678',
				...inLists({ excludedRecipients: '=+{{ $json.country }}{{ $json.optedOut }}' }),
			},
			{ optedOut: '15112345678' },
		],
		[
			'Allowed Recipients: a missing area does not allow the whole country',
			inLists({ allowedRecipients: '=+33{{ $json.area }}*' }),
			{ aera: '262' },
		],
	])('%s', async (_what, parameters, item) => {
		expect(await errorOf(parameters, item)).toMatch(/^(Excluded|Allowed) Recipients: /);
	});
});

it.each([[{ date: '2026-01-06', tiem: '18:00' }], [{ date: '2026-01-06' }]])(
	'Send At out of a date and a time, where the item has no time: %j',
	async (item) => {
		server.freeze('2026-01-05T10:00:00+01:00');
		const scheduleAt = '={{ $json.date }} {{ $json.time }}';
		expect(await errorOf(inLists({ scheduleAt }), item)).toMatch(/^Send At: /);
	},
);

it.each([
	['text', '=[{ "to": "{{ $json.to }}", "variables": ["{{ $json.name }}"] }]'],
	['expression', '={{ [{ to: $json.to, variables: [$json.name] }] }}'],
	['template literal', '={{ JSON.stringify([{ to: $json.to, variables: [`${$json.name}`] }]) }}'],
	['template literal, list', '={{ [{ to: $json.to, variables: [`${$json.name}`] }] }}'],
])('a variable in To as %s', async (_what, to) => {
	expect(await errorOf({ ...sendPersonalized, to }, { to: '+33600123456' })).toMatch(/name|value/);
});
