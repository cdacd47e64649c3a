/** What the clock or chance changes is the same message for a tool. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { changesByItself, withClockStopped } from '../../../nodes/engine/operations/expressions/stoppedClock';
import { agentKinds, toolOf } from '../../support/agentHarness';
import { inLists } from '../../support/inLists';
import { formOf, sendParameters, sendToGroup } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
beforeEach(() => {
	server.groups = '1;VIP Clients;2';
	// A second message leaves later.
	server.freeze('2026-01-05T12:00:30+01:00', 3_601_000);
});

const texts = () => server.sends().map((request) => formOf(request).get('msg'));
const ana = '+33600123456';
const ben = '+33600123457';
const clock = "{{ $now.toFormat('HH:mm') }}";

describe.each(agentKinds)('as a tool, run by the agent %s', (agent) => {
	const callTwice = async (
		parameters: INodeParameters,
		first: IDataObject = { text: 'Hi' },
		second = first,
	): Promise<string[]> =>
		await toolOf(server)(agent, [[first], [second]], { ...sendParameters, to: ana, ...parameters });

	it.each([
		['the time', `=${clock}: {{ $fromAI('text') }}`],
		['the time, and nothing by the model', `=Alarm at ${clock}`],
		['the time since', "={{ '2026-01-05T18:00:00+01:00'.toDateTime().toRelative() }}: {{ $fromAI('text') }}"],
		[
			'the minutes until',
			"={{ '2026-01-05T18:00:00+01:00'.toDateTime().diffToNow('minutes').round() }}: {{ $fromAI('text') }}",
		],
		[
			'a date of JavaScript',
			"={{ new Date().toISOString() + Date.now() + DateTime.now().toISO() }}: {{ $fromAI('text') }}",
		],
		['chance', "={{ Math.random().toFixed(9) + [1, 2, 3, 4, 5].randomItem() }}: {{ $fromAI('text') }}"],
		['the number of the call', '=Lead: {{ JSON.stringify($json) }}'],
		['the number of the call, by n8n', '=Lead: {{ $json.toJsonString() }}'],
		['the time in a zone', "=Now {{ DateTime.local({ zone: 'Europe/Paris' }).toISO() }}"],
		['the seconds until', "=In {{ DateTime.fromISO('2026-02-05').diffNow('seconds').seconds }} seconds"],
	])('a message that the model repeats goes out once, though its text has %s', async (_what, text) => {
		const told = await callTwice({ text });
		expect(texts()).toHaveLength(1);
		expect(told[1]).toContain('has sent the same message');
	});

	const withCallbackData = (value: string): INodeParameters =>
		inLists({ callbackData: { entry: [{ name: 'call', value }] } });
	const text = `=Closed from ${clock}`;

	it.each<[string, INodeParameters]>([
		[
			'a time to send it',
			inLists({ scheduleAt: "={{ DateTime.local({ zone: 'Europe/Paris' }).plus({ hours: 1 }).toISO() }}" }),
		],
		['the input in its callback data', withCallbackData('={{ JSON.stringify($input.item.json) }}')],
		['its JSON in its callback data', withCallbackData('={{ JSON.stringify($json) }}')],
		['the time, to a group by its ID', { ...sendToGroup('1'), text }],
		['the time, to a group by its name', { ...sendToGroup('VIP Clients', 'name'), text }],
	])('a message without values of the model goes out once, though it has %s', async (_what, parameters) => {
		const told = await callTwice({ text: 'Hi', ...parameters }, {});
		expect(texts()).toHaveLength(1);
		expect(told[1]).toContain('has sent the same message');
	});

	const person = (to: string, ...variables: string[]): IDataObject => ({ to, variables });
	it.each<[string, string, IDataObject[], string | IDataObject[]]>([
		[
			'people in another order, one in another form',
			'Hello %1%',
			[person(ana, 'Ana'), person(ben, 'Ben')],
			[person(ben, 'Ben'), person('0033600123456', 'Ana')],
		],
		['a list as text', 'Hello %1%', [person(ana, 'Ana')], JSON.stringify([person(ana, 'Ana')])],
		['an unused variable', 'Hello %1%', [person(ana, 'Ana')], [person(ana, 'Ana', '17:30')]],
		['no variables, of which the text uses none', 'Hello', [person(ana, 'Ana')], [{ to: ana }]],
	])('nor does another form of the same make it another message: %s', async (_what, words, first, second) => {
		const parameters = { to: "={{ $fromAI('to', '', 'json') }}", text: `=${words}, ${clock}` };
		await callTwice(parameters, { to: first }, { to: second });
		expect(texts()).toHaveLength(1);
	});
});

const at = new Date(1_767_610_830_000);
it.each([
	[
		'{{ $now }} {{ $today.year }}',
		'{{ DateTime.fromMillis(1767610830000) }} {{ DateTime.fromMillis(1767610830000).year }}',
	],
	['{{ DateTime.utc() }}', '{{ DateTime.fromMillis(1767610830000) }}'],
	['{{ new Date() - Date.now( ) }}', '{{ new Date(1767610830000) - 1767610830000 }}'],
	['{{ $json.at.toRelativeCalendar({ locale: "fr" }) }}', '{{ $json.at.toISO({ locale: "fr" }) }}'],
	['{{ $json.at.diffToNow() }}', '{{ $json.at.diffTo(DateTime.fromMillis(1767610830000), ) }}'],
	['{{ $json.list.randomItem() + Math.random() }}', '{{ $json.list.first() + 0.5 }}'],
	['{{ Object.keys($json) }}', "{{ Object.keys($json.removeField('toolCallId')) }}"],
])('stops the clock in %s', (text, stopped) => {
	expect(withClockStopped(text, at)).toBe(stopped);
	expect([changesByItself({ a: [`=${text}`] }), changesByItself(text)]).toEqual([true, false]);
});

it.each([
	'{{ $json.now }} {{ $json.text.trim() }} {{ $json["a b"] }} {{ $json?.a }}',
	'{{ DateTime.fromISO($json.date) }} {{ DateTime.local(2026) }} {{ new Date($json.date) }}',
	"{{ $fromAI('date') }} {{ $nowhere }} {{ $json.random }}",
])('leaves %s as it is', (text) => {
	expect(withClockStopped(text, at)).toBe(text);
	expect(changesByItself(`=${text}`)).toBe(false);
});
