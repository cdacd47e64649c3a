/** A date alone is an error that says how to format it. Among words, in a row, or put together by code, it is none other. */
import type { INodeParameters } from 'n8n-workflow';
import { inLists } from '../../support/inLists';
import { agent, runRcs, runWaba } from '../../support/runChannels';
import { sendParameters, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
/** As Postgres and MySQL return one: see test/nodes/sms/dates.test.ts. */
const date = new Date('2026-12-24T09:00:00Z');
const items = [
	{ ...agent, date, text: '2026-12-24T09:00:00Z', at: '2026-11-24T09:00:00.000Z', ean: 1234567890123 },
];
const problem = 'is a date instead of a text';
const row = (value: string): INodeParameters => ({
	text: 'RDV le %1%',
	...inLists({ variables: { variable: [{ value }] } }),
});
const send = async (parameters: INodeParameters) =>
	await server.run({ parameters: { ...sendParameters, ...parameters }, items, timezone: 'Europe/Paris' });

it.each<[string, INodeParameters]>([
	['of a database among words', { text: '=Votre RDV du {{ $json.date }} est confirmé.' }],
	['of a database behind a text of the code', { text: "={{ 'Votre RDV du ' + $json.date }}" }],
	['of Luxon among words', { text: '=Votre RDV du {{ $now.plus(1, "day") }} est confirmé.' }],
	['of Luxon behind a text of the code', { text: "={{ 'Votre RDV du ' + $json.text.toDateTime() }}" }],
	['of Luxon in a template', { text: '={{ `Votre RDV du ${$json.text.toDateTime()}` }}' }],
	['of Luxon in a row of Variables', row('={{ $now.plus(1, "day") }}')],
	['of a database among words in a row of Variables', row('=le {{ $json.date }}')],
	['of Luxon in a variable of To', { to: '={{ [{ to: "33600123456", variables: ["le " + $json.date] }] }}' }],
])('a date %s is not sent', async (_what, parameters) => {
	const { error } = await send({ text: 'RDV %1%', ...parameters });
	expect(server.requests).toEqual([]);
	expect(error?.message).toContain(`A value in it ${problem}`);
	expect(error?.description).toContain('.format("dd/MM/yyyy")');
});

const template = {
	...{ operation: 'sendTemplate', language: 'fr', specifyContent: 'fields' },
	template: { __rl: true, mode: 'list', value: 'rappel/fr' },
};

it.each(['={{ $now }}', '=le {{ $json.date }}'])('nor is one in a row of a template: %s', async (value) => {
	const variables = { variable: [{ value }] };
	const { error } = await runWaba(server.url, { ...template, variables }, { items });
	expect(server.requests).toEqual([]);
	expect(error?.message).toContain(problem);
});

it.each(['={{ { text: $now } }}', '={{ { text: "RDV le " + $now } }}', '={"text":"RDV le {{ $now }}"}'])(
	'nor is one in an RCS message as JSON: %s',
	async (contentMessage) => {
		const { error } = await runRcs(server.url, { specifyContent: 'json', contentMessage }, { items });
		expect(server.requests).toEqual([]);
		expect(error?.message).toContain(problem);
	},
);

it.each([
	['that the data has as text', '=RDV le {{ $json.at }}'],
	['that the data has as text, joined by code', "={{ 'RDV le ' + $json.at.trim() }}"],
	['that code writes for machines', "={{ 'Depuis ' + $json.date.toISOString() }}"],
	['in milliseconds on purpose', "={{ 'Depuis ' + $json.date.toDateTime().toMillis() }}"],
	['in an address', '=https://example.com/?depuis={{ $json.text.toDateTime() }}'],
	['that is none, but a number of the data', "={{ $now.year + ' ' + $json.ean }}"],
	['that is formatted', '=RDV le {{ $json.date.format("dd/MM/yyyy") }}'],
])('a date %s is sent', async (_what, text) => {
	const { error } = await send({ text });
	expect(error?.message).toBeUndefined();
	expect(server.requests).toHaveLength(1);
});

it('a date in what nobody reads is sent: callback data, a key, a button, and a time of JSON', async () => {
	const value = '={{ $json.text.toDateTime() }}';
	const among = '=on {{ $json.text.toDateTime() }}';
	for (const stored of [value, among]) {
		const callbackData = { entry: [{ name: 'at', value: stored }] };
		const { error } = await server.run({
			parameters: {
				...sendPerItem,
				to: '33600123456',
				...inLists({ deduplicationKey: stored, callbackData }),
			},
			items,
		});
		expect(error?.message).toBeUndefined();
	}
	const suggestion = [{ type: 'reply', text: 'Oui', postbackData: among }];
	const calendar = `={{ { text: 'RDV', suggestions: [{ action: { text: 'Ok', postbackData: 'a', createCalendarEventAction: {
		startTime: $json.text.toDateTime(), endTime: $json.text.toDateTime().plus(1, 'hour'), title: 'RDV', description: '' } } }] } }}`;
	const results = [
		await runRcs(server.url, { text: 'Ok?', suggestions: { suggestion } }, { items }),
		await runRcs(server.url, { specifyContent: 'json', contentMessage: calendar }, { items }),
	];
	expect(results.map(({ error }) => error?.message)).toEqual([undefined, undefined]);
	expect(server.requests).toHaveLength(4);
});
