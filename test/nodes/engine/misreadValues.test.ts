/** What an expression makes of a value that is missing, or no number, reaches nobody: neither as a word nor as a gap that nobody sees. */
import type { IDataObject } from 'n8n-workflow';
import { inLists } from '../../support/inLists';
import { hintsOf, sendParameters, sendPerItem } from '../../support/runNode';
import { agent, runRcs, runWaba } from '../../support/runChannels';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();

const noNumber = "A value in it isn't a valid number or date.";
const rounded = 'A value in it is a number that is too long, and was rounded.';
const tooExact = 'A value in it is a number with more than 15 digits.';
const fieldWith = (value: string): string =>
	`The field “name” contains “${value}”: a value is missing or invalid.`;
const word = (missing: string): string => `The text contains “${missing}”: a value is missing or invalid.`;

const boolean = 'A value in it is false instead of a text.';
const object = 'A value in it is a list or an object instead of a text.';
const date = 'A value in it is a date instead of a text.';
const format = 'A date format in it has letters that no date has.';
const xmas = { date: '2026-12-24' };

const template = { operation: 'sendTemplate', template: { __rl: true, mode: 'name', value: 'invoice' } };

describe('a text is not sent', () => {
	it.each<[string, IDataObject, string]>([
		['=Montant : {{ $json.price * 1.2 }} €, merci.', {}, noNumber],
		['=Montant : {{ $json.price * 1.2 }} €, merci.', { price: '12,50' }, noNumber],
		['=Montant : {{ $json.order?.price * 1.2 }} €', {}, noNumber],
		['=Par personne : {{ $json.total / $json.people }} €', { total: 100, people: '' }, noNumber],
		['=Montant : {{ ($json.price * 1.2).toFixed(2) }} €', { price: '12,50' }, word('NaN')],
		['=Montant : {{ Number($json.price).toLocaleString("fr-FR") }} €', {}, word('NaN')],
		["={{ 'Montant : ' + $json.price * 1.2 + ' €' }}", { price: '12,50' }, word('NaN')],
		["={{ 'Par personne : ' + 100 / $json.people }}", { people: 0 }, word('Infinity')],
		["={{ 'Bonjour ' + $json.name + ', à demain' }}", { name: null }, word('null')],
		['={{ `Bonjour ${$json.name}, à demain` }}', { name: null }, word('null')],
		["=Bonjour {{ $json.title + ' ' + $json.name }}", { title: 'Mme', name: null }, word('null')],
		["={{ ($json.name ?? 'undefined') + $json.customer }}", { name: '', customer: null }, word('null')],
		['={{ $json.a !== null ? $json.a + " " + $json.b : "" }}', { a: 'Ana', b: null }, word('null')],
		['={{ $json.a === undefined ? "" : $json.a + " " + $json.b }}', { a: 'Ana' }, word('undefined')],
		[
			'=Montant : {{ isNaN($json.price) ? "" : ($json.price * $json.count).toFixed(2) }} €',
			{ price: 12, count: 'x' },
			word('NaN'),
		],
		[
			'=Bonjour {{ $json.nullable + " " + $json.b }}',
			{ nullable: 'A', b: null, note: 'nulle' },
			word('null'),
		],
		[
			'=Dans {{ DateTime.fromISO($json.date).diffNow(["days", "hours"]).toHuman() }}',
			{ date: 'bientôt' },
			word('Invalid Duration'),
		],
		['=Chacun : {{ ($json.sum / $json.n).toLocaleString("fr-FR") }} €', { sum: 100, n: 0 }, word('∞')],
		['=Votre colis {{ $json.parcel }} arrive demain.', { parcel: 2 ** 60 }, rounded],
		['=Votre colis {{ $json.parcel + 1 }} arrive demain.', { parcel: 2 ** 60 }, rounded],
		["={{ 'Colis ' + $json.parcel }}", { parcel: 2 ** 60 }, rounded],
		['={{ `Colis ${$json.order.parcel}` }}', { order: { parcel: 2 ** 60 } }, rounded],
		['=Colis {{ $json.parcel.toString() }}', { parcel: 2 ** 60 }, rounded],
		['=Colis {{ $json.parcels }}', { parcels: ['A', 2 ** 60] }, rounded],
		["={{ 'Colis ' + $json.parcels.join(', ') }}", { parcels: ['A', 2 ** 60] }, rounded],
		["={{ 'Colis ' + $('Start').first().json.parcel }}", { parcel: 2 ** 60 }, rounded],
		['=Total : {{ $json.price * 1.2 }} €', { price: 19.99 }, tooExact],
		['={{ $json.price * 1.2 }}', { price: 19.99 }, tooExact],
		['=Total : {{ $json.price * 1.2 }}. Merci.', { price: 19.99 }, tooExact],
		['=Poids : {{ $json.price * 1.2 }}kg', { price: 19.99 }, tooExact],
		["={{ 'Total : ' + $json.quantity * $json.price + ' €' }}", { quantity: 3, price: 1.1 }, tooExact],
		["={{ 'Bonjour ' + $json.name }}", { name: '#N/A' }, word('#N/A')],
		["={{ 'Bonjour ' + $json.name.trim() }}", { name: ' #NOM? ' }, word('#NOM?')],
		["=Bonjour {{ $if($json.vip, 'cher membre') }}, merci", { vip: false }, boolean],
		["=Bonjour {{ $json.vip && 'cher membre' }}, merci", { vip: false }, boolean],
		["=Vous avez {{ $json.n }} message{{ $json.n > 1 && 's' }}", { n: 1 }, boolean],
		["={{ 'Bonjour ' + ($json.vip && 'cher membre') }}", { vip: false }, boolean],
		["={{ 'Vous avez 1 message' + ($json.n > 1 && 's') }}", { n: 1 }, boolean],
		["={{ 'Bonjour ' + ($json.vip && 'cher ') + $json.name }}", { vip: false, name: 'Ana' }, boolean],
		["={{ $json.vip && 'Bonjour, votre offre vous attend' }}", { vip: false }, boolean],
		["=Dans {{ $json.date.toDateTime().diff('2026-12-01'.toDateTime(), 'days') }}", xmas, object],
		["={{ `Dans ${$json.date.toDateTime().diff('2026-12-01'.toDateTime(), 'days')}` }}", xmas, date],
		['=Bonjour {{ $json.name.trim().toUpperCase }}, merci', { name: 'Ana' }, object],
		['={{ $json.first + $json.name.trim }}', { first: 'Ana', name: 'Petit' }, object],
		['=Reçu : {{ new Set($json.tags) }}', { tags: ['a'] }, object],
		["=RDV le {{ $json.date.toDateTime().format('dd/MM/YYYY') }}", xmas, format],
		["={{ 'RDV le ' + $json.date.toDateTime().toFormat('JJ/MM/AAAA') }}", xmas, format],
		["=RDV le {{ $json.date.toDateTime().format('jj/MM/aaaa') }}", xmas, format],
		['=RDV le {{ $json.date.toDateTime().format("d \'h\' YYYY") }}', xmas, format],
	])('%s of %j', async (text, item, problem) => {
		const { error } = await server.run({ parameters: { ...sendParameters, text }, items: [item] });
		expect(server.sent('msg')).toEqual([]);
		expect(error?.message).toBe(`Text: ${problem}`);
	});

	it.each(['#N/A', '#REF!', '#VALUE!', '#VALEUR!', '#DIV/0!', '#NAME?', '#NUL!'])(
		'with %s of a spreadsheet, neither among words nor alone',
		async (name) => {
			for (const text of ['=Bonjour {{ $json.name }}, merci.', '={{ $json.name }}']) {
				const { error } = await server.run({ parameters: { ...sendParameters, text }, items: [{ name }] });
				expect(server.sent('msg')).toEqual([]);
				expect(error?.message).toBe(`Text: ${fieldWith(name)}`);
				expect(error?.description).toContain('remove items without a value');
			}
		},
	);

	it.each(['={{ [$json.name, $json.price * 1.2] }}', '=["{{ $json.name }}", {{ $json.price * 1.2 }}]'])(
		'as a number among the variables of a WhatsApp template as JSON: %s',
		async (variablesJson) => {
			const { error } = await runWaba(
				server.url,
				{ ...template, language: 'fr', specifyContent: 'json', variablesJson },
				{ items: [{ ...agent, name: 'Ana', price: 19.99 }] },
			);
			expect(server.requests).toEqual([]);
			expect(error?.message).toBe(`Variables (JSON): ${tooExact}`);
		},
	);

	it('as a variable of a WhatsApp template', async () => {
		const variables = { variable: [{ value: '={{ ($json.price * 1.2).toFixed(2) }}' }] };
		const { error } = await runWaba(
			server.url,
			{ ...template, language: 'fr', specifyContent: 'fields', variables },
			{ items: [{ ...agent, price: '12,50' }] },
		);
		expect(server.requests).toEqual([]);
		expect(error?.message).toBe(`Value: ${word('NaN').replace(/\.$/, ' (variable 1).')}`);
	});
});

it.each<[string, IDataObject, string]>([
	['=Total: {{ $json.price * 1.2 || "" }}', {}, 'Total: '],
	['={{ "Hello " + $json.name }}', { name: 'Infinity Pools' }, 'Hello Infinity Pools'],
	['={{ $json.name === null ? "Hello" : $json.name }}', { name: null }, 'Hello'],
	['={{ "Bonjour " + $json.name }}', { name: 'NaNa Nullement' }, 'Bonjour NaNa Nullement'],
	['=Bonjour {{ $json.name.toTitleCase() }}', { name: 'infinity spa' }, 'Bonjour Infinity Spa'],
	['=Alert: {{ JSON.stringify($json.a) }}', { a: { id: 1, note: null } }, 'Alert: {"id":1,"note":null}'],
	['={{ JSON.stringify($json.order) }}', { order: [null, { a: null, b: 1 }] }, '[null,{"a":null,"b":1}]'],
	['=Order {{ $json.order }}', { order: 2 ** 53 - 1 }, 'Order 9007199254740991'],
	["={{ 'Colis ' + $json.parcel }}", { parcel: '12345678901234567890' }, 'Colis 12345678901234567890'],
	['={{ $json.a + $json.b }}', { a: '12345678', b: '90123456' }, '1234567890123456'],
	['=Total : {{ ($json.price * 1.2).toFixed(2) }} €', { price: 19.99 }, 'Total : 23.99 €'],
	[
		'=Le {{ $json.on.toDateTime().format("dd/MM") }}, colis {{ $json.parcel.replaceAll(" ", "") }}',
		{ on: '2026-12-24', parcel: '1 234 567 890 123' },
		'Le 24/12, colis 1234567890123',
	],
	['=Alerte : {{ $json.celsius }} °C', { celsius: 21.299999237060547 }, 'Alerte : 21.299999237060547 °C'],
	['=Taux : {{ $json.rate }}', { rate: 0.123456789012345 }, 'Taux : 0.123456789012345'],
	['={{ "Valeur " + $json.text }}', { text: '3.14159265358979312' }, 'Valeur 3.14159265358979312'],
	[
		'=À {{ $json.lat }}, {{ $json.lng }}',
		{ lat: 48.85837009999999, lng: 2.294481 },
		'À 48.85837009999999, 2.294481',
	],
	['=https://a.fr/?r={{ $json.rate }}', { rate: 48.85837009999999 }, 'https://a.fr/?r=48.85837009999999'],
	['=Bonjour {{ $json.name }}', { name: 'les #N/A du tableau' }, 'Bonjour les #N/A du tableau'],
	['={{ $json.name + " #N/A" }}', { name: 'Cellule' }, 'Cellule #N/A'],
])('a text that means such words is sent: %s of %j', async (text, item, sent) => {
	await server.run({ parameters: { ...sendParameters, text }, items: [item] });
	expect(server.sent('msg')).toEqual([sent]);
});

describe('a gap is noted for texts of messages only', () => {
	const gap: unknown = expect.stringContaining('Check the texts for gaps');
	const noPhone = [
		{ to: '+33600000001', text: 'Bonjour Jean' },
		{ to: '', text: 'Bonjour Aline' },
	];
	const withSender = {
		senderType: 'senderId',
		senderId: { __rl: true, mode: 'name', value: '={{ $json.sender }}' },
	};

	it.each([
		['for a row without a phone number, in a dry run', inLists({ dryRun: true }), noPhone, {}],
		[
			'for an empty name of a recipient who is not allowed',
			{ text: '=Bonjour {{ $json.name }}', ...inLists({ allowedRecipients: '+33600000001' }) },
			[
				{ to: '+33600000001', name: 'Ana' },
				{ to: '+33600000002', name: '' },
			],
			{ onError: 'continueRegularOutput' as const },
		],
		['for a row without a phone number', {}, noPhone, { onError: 'continueRegularOutput' as const }],
		['for an empty sender', withSender, [{ ...noPhone[0], sender: '' }], {}],
	])('not %s', async (_what, parameters, items, settings) => {
		const result = await server.run({ parameters: { ...sendPerItem, ...parameters }, items, settings });
		expect(result.error).toBeUndefined();
		expect(hintsOf(result)).not.toContainEqual(gap);
	});
});

it('data that is no text for people may be JSON with null', async () => {
	const order = { id: 'A-1', coupon: null };
	const postbackData = '={{ JSON.stringify($json.order) }}';
	const suggestion = [{ type: 'reply', text: 'Oui', postbackData }];
	const result = await runRcs(
		server.url,
		{ text: 'Ok?', suggestions: { suggestion } },
		{ items: [{ order }] },
	);
	expect(result.error).toBeUndefined();
	expect(server.requests).toHaveLength(1);
});
