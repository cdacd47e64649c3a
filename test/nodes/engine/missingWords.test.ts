/** Words that JavaScript makes of a missing value are never sent; the same words in what people have written are. */
import type { IDataObject } from 'n8n-workflow';
import { createFieldCheck } from '../../../nodes/engine/operations/expressions/fieldCheck';
import { runAgent, sendByModel } from '../../support/agentHarness';
import { runWorkflow } from '../../support/engine';
import { agentId, runRcs } from '../../support/runChannels';
import { goOn, number, sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../../support/smsbox';
import { chain } from '../../support/workflowJson';

const server = serviceForEachTest();

const address = "={{ $json.street + ', ' + $json.zip + ', ' + $json.city }}";
const guarded =
	"={{ typeof $json.name !== 'undefined' ? 'Bonjour ' + $json.name + ' ' + $json.last : 'Bonjour' }}";

it.each<[string, string, IDataObject]>([
	['null between commas', address, { street: '1 rue A', zip: null, city: 'Paris' }],
	['null after a greeting', "={{ 'Bonjour, ' + $json.name + ', à demain' }}", { name: null }],
	[
		'null between a colon and a comma',
		'={{ `À : ${$json.street}, ${$json.city}` }}',
		{ street: null, city: 'A' },
	],
	['null at the end', "={{ 'Nom : ' + $json.name }}", { name: null }],
	['null in brackets', "={{ 'Commande [' + $json.number + ']' }}", { number: null }],
	['a word that the code compares with', guarded, { name: 'Ana' }],
	['undefined that the code compares with', "={{ $json.a !== 'undefined' ? 'Hi ' + $json.a : 'Hi' }}", {}],
	['null that the code compares with', "={{ 'null' != $json.a ? 'Hi ' + $json.a : 'Hi' }}", { a: null }],
	['NaN with a unit', "={{ Math.round($json.min / 60) + 'h' + ($json.min % 60) + 'min' }}", { min: 'x' }],
	['null behind a letter', "={{ 'Colis n°FR' + $json.parcel }}", { parcel: null }],
	['null before a name', '=Bonjour {{ $json.title + $json.name }}', { title: null, name: 'Dupont' }],
	['null in a time', "=RDV à {{ $json.hour + 'h' + $json.minute }}", { hour: 14, minute: null }],
	['NaN before a currency', "=Total : {{ $json.amount * 1.2 + 'EUR' }}", { amount: '12,50' }],
	[
		'undefined behind a token',
		"={{ 'https://pay.example/' + $json.token + $json.sig }}",
		{ token: 'a8f3c2d1e4b5a6978877' },
	],
	['what is replaced once', "={{ ('Hi ' + $json.a + $json.b).replace('undefined', '') }}", {}],
	['null behind a word of the code', "={{ 'rdv' + $json.id }}", { id: null }],
	['a method that is not called', '=Bonjour {{ $json.name.trim }}, merci', { name: 'Ana' }],
])('%s is not sent', async (_what, text, item) => {
	const { error } = await server.run({ parameters: { ...sendParameters, text }, items: [item] });
	expect(server.sent('msg')).toEqual([]);
	expect(error?.message).toMatch(/^Text: The (?:text contains “(?:undefined|null|NaN)”|item has no field)/);
});

it.each([
	['NaN behind a line break', '={{ { text: "Montant :\\n" + $json.price * 1.2 + " €" } }}', { price: 'x' }],
	['null behind a line break', '={{ { text: "Bonjour\\n" + $json.name } }}', { name: null }],
	['null between commas', '={{ { text: "Bonjour, " + $json.name + ", merci" } }}', { name: null }],
])('%s is not sent in a message as JSON', async (_what, contentMessage, item) => {
	await runRcs(server.url, { specifyContent: 'json', contentMessage }, { items: [item] });
	expect(server.requests).toEqual([]);
});

it.each<[string, string, IDataObject]>([
	['a line break before it', '={{ $json.text.trim() }}', { text: 'Bonjour,\nInfinity Spa vous attend' }],
	['a tab before it', '={{ $json.text.trim() }}', { text: 'Client:\tInfinity Spa' }],
	['a line of a mail', "=Film : {{ $json.body.split('\\n')[1] }}", { body: 'Titre\nInfinity War\n20h' }],
	['a line break before it in the code', "={{ $json.name + ',\\nInfinity Spa' }}", { name: 'Ana' }],
	['a poem', '={{ $json.text + "" }}', { text: 'O Infinity,\nnull and void' }],
	['JSON among the data', '={{ JSON.parse($json.raw).text }}', { raw: '{"text":"Salut,\\nInfinity Spa"}' }],
	['a longer word', '={{ $json.text.trim() }}', { text: 'Erreur : variable undefinedName' }],
	['another case', '={{ $json.subject.toTitleCase() }}', { subject: 'invalid date on your order' }],
	['quotes', "={{ 'Note : ' + $json.note }}", { note: 'il a dit "null" hier' }],
	['a template', '={{ `Infinity Spa : bonjour ${$json.name}` }}', { name: 'Ana' }],
	['a token', '={{ "Code " + $json.id.repeat(4) }}', { id: 'aNaNb' }],
])('%s is sent where such a word is meant', async (_what, text, item) => {
	const { error } = await server.run({ parameters: { ...sendParameters, text }, items: [item] });
	expect(error?.message).toBeUndefined();
	expect(server.sent('msg')).toHaveLength(1);
});

const order = { id: 7, note: null, items: [{ sku: 'A', gift: null }] };

it.each<[string, IDataObject]>([
	['=[PROD] {{ JSON.stringify($json.order) }}', { order }],
	['=Avant {{ JSON.stringify($json.order) }}, après {{ JSON.stringify($json.order) }} [1/2]', { order }],
	["={{ 'Bloc {a} : ' + JSON.stringify($json.order) }}", { order }],
	["={{ $json.name.replace(/'/g, ' ') + ': appuntamento annullato' }}", { name: 'Ana' }],
	["={{ $json.text.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '') }}", { text: 'nullité' }],
	['={{ $json.word.base64Decode() }}', { word: Buffer.from('annullato').toString('base64') }],
	["={{ $items()[0].json.text + '' }}", { text: 'annullato' }],
])('null in JSON and in ordinary words is sent: %s', async (text, item) => {
	const { error } = await server.run({ parameters: { ...sendParameters, text }, items: [item] });
	expect(error?.message).toBeUndefined();
	expect(server.sent('msg')).toHaveLength(1);
});

it('looks through an item once for thousands of texts', async () => {
	let reads = 0;
	const rows = Array.from({ length: 500 }, (_, index) => ({ phone: number(index), status: 'Annullato' }));
	const json = new Proxy<IDataObject>(
		{ rows },
		{ ownKeys: (object) => ((reads += 1), Reflect.ownKeys(object)) },
	);
	const { missingValue } = createFieldCheck({ evaluateExpression: () => null }, [{ json }]);
	for (const { status } of rows)
		expect(missingValue('={{ $json.rows.map((r) => r) }}', status, 0, 'structured')).toBeUndefined();
	expect(reads).toBe(1);
});

const films: IDataObject[] = [{ title: 'Avatar' }, { title: 'Infinity War' }];

it.each([false, true])('reads other items, with Execute Once: %s', async (executeOnce) => {
	const text = "={{ 'Films : ' + $input.all().map((item) => item.json.title).join(', ') }}";
	await server.run({ parameters: { ...sendParameters, text }, items: films, settings: { executeOnce } });
	expect(server.sent('msg')).toEqual(
		Array.from({ length: executeOnce ? 1 : 2 }, () => 'Films : Avatar, Infinity War'),
	);
});

it('reads other items for a message as JSON', async () => {
	const contentMessage = "={{ { text: 'Film : ' + $items()[1].json.title } }}";
	await runRcs(server.url, { specifyContent: 'json', contentMessage }, { items: films });
	expect(server.requests).toHaveLength(2);
});

const set = (name: string, jsonOutput: string): object => ({
	...{ name, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
	parameters: { mode: 'raw', jsonOutput, options: {} },
});
const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };
const main = (node: string) => [{ node, type: 'main' as const, index: 0 }];
const sms = (text: string): object => ({
	...{ name: 'SMSBOX', type: `${PACKAGE}.smsboxSms`, ...goOn },
	parameters: { ...sendParameters, text },
});
const access = () => ({ nodeTypes: smsboxNodes, ...smsboxAccess(server.url) });

it.each([
	['Client', "={{ $('Client').item.json.name + ' !' }}"],
	['Client', "={{ $items('Client')[0].json.name + ' !' }}"],
	['Client', '={{ $(`Client`).item.json.name + " !" }}'],
	['Client', '={{ $node.Client.json.name + " !" }}'],
	["L'adresse", "={{ $('L\\'adresse').item.json.name }} !"],
])('reads the node %s: %s', async (name, text) => {
	const nodes = [start, set(name, '{"name":"Infinity Spa"}'), set('Other', '{"x":1}'), sms(text)];
	await runWorkflow({ nodes, connections: chain('Start', name, 'Other', 'SMSBOX') }, access());
	expect(server.sent('msg')).toEqual(['Infinity Spa !']);
});

it.each([
	[
		'smsboxSms',
		{
			...sendParameters,
			text: 'Bonjour %1%',
			to: "={{ $('Sheet').all().map(({ json }) => ({ to: json.to, variables: [json.first + ' ' + json.last] })) }}",
		},
	],
	[
		'smsboxRcs',
		{
			...{ resource: 'message', operation: 'send', agentId, to: '+33600123456', specifyContent: 'json' },
			contentMessage: "={{ { text: 'Bonjour ' + $('Sheet').item.json.last } }}",
		},
	],
])('a missing value of another node is not sent by %s in a list or in JSON', async (type, parameters) => {
	const node = { name: 'SMSBOX', type: `${PACKAGE}.${type}`, ...goOn, parameters };
	const nodes = [start, set('Sheet', '{"to":"+33600123456","first":"Ana"}'), set('Other', '{"x":1}'), node];
	await runWorkflow({ nodes, connections: chain('Start', 'Sheet', 'Other', 'SMSBOX') }, access());
	expect(server.requests).toEqual([]);
});

it('reads the second output of a node', async () => {
	const operator = { type: 'string', operation: 'equals' };
	const conditions = [{ leftValue: '={{ $json.title }}', rightValue: 'Avatar', operator }];
	const isAvatar = {
		conditions: { options: { version: 2, typeValidation: 'loose' }, combinator: 'and', conditions },
	};
	const decide = { name: 'If', type: 'n8n-nodes-base.if', typeVersion: 2.2, parameters: isAvatar };
	const nodes = [start, decide, set('Other', '{"x":1}'), sms("={{ 'Film : ' + $('If').item.json.title }}")];
	const connections = {
		Start: { main: [main('If')] },
		If: { main: [main('Other'), main('Other')] },
		Other: { main: [main('SMSBOX')] },
	};
	await runWorkflow({ nodes, connections }, { ...access(), input: films.map((json) => ({ json })) });
	expect(server.sent('msg')).toContain('Film : Infinity War');
});

it('reads earlier rounds of a loop', async () => {
	const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 };
	const text = "={{ 'Film : ' + $('Fetch').item.json.title }}";
	const connections = {
		Start: { main: [main('Loop')] },
		Loop: { main: [main('SMSBOX'), main('Fetch')] },
		Fetch: { main: [main('Other')] },
		Other: { main: [main('Loop')] },
	};
	const nodes = [start, loop, set('Fetch', '={{ $json }}'), set('Other', '={{ { x: 1 } }}'), sms(text)];
	const input = [...films, { title: 'Dune' }].map((json) => ({ json }));
	await runWorkflow({ nodes, connections }, { ...access(), input });
	expect(server.sent('msg')).toEqual(['Film : Avatar', 'Film : Infinity War', 'Film : Dune']);
});

it.each([
	['engine', 'Bonjour,\nInfinity Spa vous attend'],
	['engine', 'La valeur est :\nnull'],
	['direct', 'Infinity War'],
] as const)('takes it from a model, %s: %j', async (agent, text) => {
	const script = [[{ to: '+33600123456', text }]];
	const { told } = await runAgent({ url: server.url, agent, parameters: sendByModel, script });
	expect(told.join()).toContain('"accepted":true');
});

type Context = Parameters<typeof createFieldCheck>[0];

describe('for code that n8n evaluates once', () => {
	const read: string[] = [];
	const values: Record<string, ReturnType<Context['evaluateExpression']>> = {
		'$vars.shop': { name: 'Infinity Spa' },
		'$env.SHOP': 'Infinity Spa',
		'$("Client").item.json': { to: number(1) },
		'$("Client").all()': [{ json: { name: 'Infinity Spa' } }],
	};
	const evaluateExpression: (expression: string) => ReturnType<Context['evaluateExpression']> = (
		expression,
	) => {
		const code = expression.slice(3, -3);
		read.push(code);
		if (!(code in values)) throw new Error('n8n cannot tell');
		return values[code] ?? null;
	};
	const context = { evaluateExpression };
	const items = Array.from({ length: 50 }, () => ({ json: {} }));

	it.each(['$vars.shop', '$env.SHOP', '$vars["shop"] ?? $vars.shop'])('takes it from %s', (code) => {
		const { missingValue } = createFieldCheck(context, items);
		expect(missingValue(`=Merci, {{ ${code} }}`, 'Merci, Infinity Spa', 0, 'message')).toBeUndefined();
		expect(missingValue('=Merci, {{ $now.shop }}', 'Merci, Infinity Spa', 0, 'message')).toBeDefined();
	});

	it('reads all of a node once for all items', () => {
		const { missingValue } = createFieldCheck(context, items);
		const text = "={{ $('Client').first().json.name.trim() }}";
		items.forEach((_item, index) =>
			expect(missingValue(text, 'Infinity Spa', index, 'message')).toBeUndefined(),
		);
		expect(read.filter((code) => code.endsWith('.all()'))).toHaveLength(1);
	});

	it('takes it from a node that cannot be read', () => {
		const { missingValue } = createFieldCheck(context, items);
		expect(
			missingValue("={{ $('Gone').first().json.a + '' }}", 'Infinity Spa', 0, 'message'),
		).toBeUndefined();
	});
});
