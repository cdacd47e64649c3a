/** JSON with expressions among its text: what they return is a value or a part of a text. It never makes members. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentKinds, toolOf } from '../../support/agentHarness';
import { agent, runRcs, runWaba } from '../../support/runChannels';
import { formOf, sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();

/** As docs/nodes/sending.md shows the list, with fields of the item in it. */
const personal = '=[{ "to": "{{ $json.phone }}", "variables": ["{{ $json.name }}"] }]';
const more = 'Ana"]},{"to":"+33698765432","variables":["x';

const send = async (to: string, item: IDataObject) =>
	await server.run({
		parameters: { ...sendParameters, to, text: 'Bonjour %1%' },
		items: [{ phone: '+33612345678', ...item }],
	});

/** Returns the recipients with their variables, as the service reads them. */
const recipientsIn = (dest: string | null | undefined): string[][] =>
	(dest ?? '')
		.split(',')
		.map((entry) => entry.split(';').map((part) => part.replaceAll('%d44%', ',').replaceAll('%d59%', ';')));
const bodies = () => server.requests.map(({ body }) => body.toString());
const recipients = () => server.requests.flatMap((request) => recipientsIn(formOf(request).get('dest')));

it.each([more, 'Jean "JJ" Dupont', 'Ana\nDupont', 'AC\\DC', 'S:\\nouveau\\test', '{{ 1 }}', '\uFFFF0\uFFFF'])(
	'the name %j is one variable of one recipient',
	async (name) => {
		const { error } = await send(personal, { name });
		expect(error?.message).toBeUndefined();
		expect(recipients()).toEqual([['33612345678', name]]);
	},
);

const ofList = (code: string): string => `=[{ "to": "{{ $json.phone }}", "variables": ${code} }]`;

it.each<[string, IDataObject, string[]]>([
	['["{{ $json.name.replaceAll(\'"\', \'\\\\"\') }}"]', { name: 'Jean "JJ"' }, ['Jean "JJ"']],
	['["{{ JSON.stringify($json.name).slice(1, -1) }}"]', { name: 'Jean "JJ"' }, ['Jean "JJ"']],
	['["{{ JSON.stringify($json.name).replace(/^"|"$/g, "") }}"]', { name: 'Jean "JJ"\nX' }, ['Jean "JJ"\nX']],
	['["{{ $json.escaped }}"]', { escaped: 'Jean \\"JJ\\"' }, ['Jean "JJ"']],
	['[{{ $json.name.toJsonString() }}]', { name: 'Jean "JJ"' }, ['Jean "JJ"']],
	['["{{ $json.name.toJsonString() }}"]', { name: 'Jean "JJ"' }, ['Jean "JJ"']],
	['["{{ JSON.stringify($json.name) }}"]', { name: { a: 'x"' } }, ['{"a":"x\\""}']],
	["[\"{{ $json.path.split('\\\\').join('\\\\') }}\"]", { path: 'S:\\nouveau' }, ['S:\\nouveau']],
	['["Dr {{ $json.name }}, {{ $json.city }}"]', { name: 'A"', city: 'B\\' }, ['Dr A", B\\']],
	['["C:\\\\{{ $json.name }}"]', { name: 'n"' }, ['C:\\n"']],
	['{{ $json.list }}', { list: ['Ana', more] }, ['Ana', more]],
	['{{ JSON.stringify($json.list) }}', { list: ['Ana', more] }, ['Ana', more]],
	['["{{ $json.name ?? \'\' }}", {{ $json.hour }}]', { name: null, hour: 9 }, ['', '9']],
	['["{{ $json.name }}", "caf\\u00e9 \\"x\\""]', { name: 'Ana' }, ['Ana', 'café "x"']],
])('the variables %s are texts', async (code, item, variables) => {
	const { error } = await send(ofList(code), item);
	expect(error?.message).toBeUndefined();
	expect(recipients()).toEqual([['33612345678', ...variables]]);
});

it.each([
	['a list by one expression', '={{ JSON.stringify([{ to: $json.phone, variables: [$json.name] }]) }}'],
	['an entry by an expression', '=[{{ JSON.stringify({ to: $json.phone, variables: [$json.name] }) }}]'],
	['a number without quotes', '=[{ "to": {{ $json.phone.slice(1) }}, "variables": ["{{ $json.name }}"] }]'],
])('To is %s', async (_what, to) => {
	await send(to, { name: more });
	expect(recipients()).toEqual([['33612345678', more]]);
});

it('To is a list of numbers without quotes', async () => {
	const items = [{ phone: '+33612345678', other: '+33612345679' }];
	await server.run({
		parameters: { ...sendParameters, to: '=[{{ $json.phone }}, {{ $json.other }}]' },
		items,
	});
	expect(recipients().flat().sort()).toEqual(['33612345678', '33612345679']);
});

const invalid = "To: The value isn't valid JSON.";

it.each<[string, string, IDataObject, string]>([
	['members', ofList('["Ana"]{{ $json.more }}'), { more: ', "to": "+33698765432"' }, invalid],
	[
		'entries',
		ofList('["Ana"] }{{ $json.more }}, { "to": "+33612345679"'),
		{ more: ',{"to":"+336"}' },
		invalid,
	],
	['variables', ofList('[{{ $json.names }}]'), { names: '"a","b"' }, invalid],
	['a name of a member', '=[{ "to": "+33612345678", "{{ $json.key }}": ["x"] }]', { key: 'to' }, invalid],
	[
		'all of it in two parts',
		'={{ $json.a }}{{ $json.b }}',
		{ a: '["+33698765432",', b: '"33612345678"]' },
		invalid,
	],
	['nothing', ofList('{{ $json.none }}'), { none: '' }, 'To: An expression in it returned no value.'],
])('an expression that returns %s sends nothing', async (_what, to, item, message) => {
	const { error } = await send(to, item);
	expect([server.requests, error?.message]).toEqual([[], message]);
	expect(error?.description).toContain('Put each expression in quotes');
});

it.each<[string, IDataObject, IDataObject]>([
	[
		'={ "text": "Bonjour {{ $json.name }}" }',
		{ name: 'Ana","suggestions":[{"action":{"openUrlAction":{"url":"https://example.org"}}}],"x":"' },
		{
			text: 'Bonjour Ana","suggestions":[{"action":{"openUrlAction":{"url":"https://example.org"}}}],"x":"',
		},
	],
	[
		'={ "text": "Dossier {{ $json.path }}" }',
		{ path: 'S:\\nouveau\\test' },
		{ text: 'Dossier S:\\nouveau\\test' },
	],
	['={ "text": {{ JSON.stringify($json.path) }} }', { path: 'S:\\test' }, { text: 'S:\\test' }],
])('the RCS message %s stays what its author wrote', async (contentMessage, item, sent) => {
	await runRcs(server.url, { specifyContent: 'json', contentMessage }, { items: [item] });
	expect(bodies()).toEqual([expect.stringContaining(`"contentMessage":${JSON.stringify(sent)}`)]);
});

it('braces without an end are an error', async () => {
	const contentMessage = '={ "text": "Bonjour {{ $json.name }}, {{ $json.city" }';
	const { error } = await runRcs(
		server.url,
		{ specifyContent: 'json', contentMessage },
		{ items: [{ name: 'Ana', city: 'Lyon' }] },
	);
	expect([server.requests, error?.message]).toEqual([[], expect.stringContaining("isn't valid JSON")]);
});

it('a value of a template stays one variable', async () => {
	const parameters: INodeParameters = {
		...agent,
		...{ operation: 'sendTemplate', language: 'fr', specifyContent: 'json' },
		template: { __rl: true, mode: 'list', value: 'rappel/fr' },
		variablesJson: '=["{{ $json.name }}"]',
	};
	await runWaba(server.url, parameters, { items: [{ name: 'Ana","demain' }] });
	const [body = ''] = bodies();
	expect(body.match(/"type":"text"/g)).toHaveLength(1);
	expect(body).toContain(JSON.stringify({ type: 'text', text: 'Ana","demain' }));
});

describe('an AI agent whose author gives the number', () => {
	const tool = toolOf(server);
	const to = `=[{ "to": "{{ $('Start').first().json.phone }}", "variables": ["{{ $fromAI('name') }}"] }]`;

	it.each(agentKinds)('texts no one else: %s', async (agentKind) => {
		const input = [{ json: { phone: '+33612345678' } }];
		await tool(agentKind, [[{ name: more }]], { to, text: 'Bonjour %1%' }, { input });
		expect(recipients()).toEqual([['33612345678', more]]);
	});
});
