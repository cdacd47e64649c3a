/** What only looks like a mistake is sent: true and false that are meant, codes like durations, signs of prices. A key with a false isn't. */
import type { IDataObject } from 'n8n-workflow';
import { inLists } from '../../support/inLists';
import { outputOf, sendParameters, sendPerItem } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();

it.each<[string, string, IDataObject, string]>([
	[
		'in a link',
		'=Payez : https://a.fr/p?id={{ $json.id }}&new={{ $json.visits === 0 }}',
		{ id: 'A1', visits: 0 },
		'Payez : https://a.fr/p?id=A1&new=true',
	],
	[
		'in a link, encoded by n8n',
		"={{ 'Payez : https://a.fr/?' + $json.query.urlEncode() }}",
		{ query: { id: 'A1', gift: true } },
		'Payez : https://a.fr/?id=A1&gift=true',
	],
	[
		'in JSON behind a mark',
		'=[Alerte] {{ JSON.stringify($json.c) }}',
		{ c: { on: true } },
		'[Alerte] {"on":true}',
	],
	[
		'in two pieces of JSON',
		'=Old: {{ JSON.stringify($json.a) }} new: {{ JSON.stringify($json.b) }}',
		{ a: { on: true }, b: { on: false } },
		'Old: {"on":true} new: {"on":false}',
	],
	[
		'in the fields of a form',
		'={{ Object.entries($json).map(([name, value]) => name + ": " + value).join("\\n") }}',
		{ name: 'Ana', newsletter: true },
		'name: Ana\nnewsletter: true',
	],
	[
		'with a chain',
		'=Newsletter: {{ $json.form?.newsletter }}',
		{ form: { newsletter: true } },
		'Newsletter: true',
	],
	['in a list', '=Tests : {{ $json.results.join(", ") }}', { results: [true, false] }, 'Tests : true, false'],
])('true and false are sent %s', async (_what, text, item, sent) => {
	const { error } = await server.run({ parameters: { ...sendParameters, text }, items: [item] });
	expect([error?.message, server.sent('msg')]).toEqual([undefined, [sent]]);
});

it('true is sent after the advice about a field that is missing was followed', async () => {
	const send = async (text: string, item: IDataObject) =>
		await server.run({ parameters: { ...sendParameters, text }, items: [item] });
	expect((await send('=Newsletter : {{ $json.newsletter }}', { newsletter: true })).error).toBeUndefined();
	const { error } = await send('=Newsletter : {{ $json.newsletter }}', {});
	expect(error?.description).toContain('$json.newsletter ?? ""');
	const advised = await send('=Newsletter : {{ $json.newsletter ?? "" }}', { newsletter: true });
	expect(advised.error?.message).toBeUndefined();
});

it.each([
	'=order-{{ $json.id }}-{{ $json.isReminder ?? false }}',
	'=order-{{ $json.id }}-{{ $json.stage === 2 }}',
])('true and false are a part of a key of each order: %s', async (deduplicationKey) => {
	const parameters = { ...sendPerItem, ...inLists({ deduplicationKey }) };
	const items = [{ to: '33600000001', id: 'A1', stage: 2, text: 'Rappel' }];
	expect((await server.run({ parameters, items })).error?.message).toBeUndefined();
});

it.each<[string, IDataObject, string]>([
	['=Votre voiture : place P{{ $json.place }}D', { place: 12 }, 'Votre voiture : place P12D'],
	['=Ampoule P{{ $json.watts }}W prête', { watts: 40 }, 'Ampoule P40W prête'],
	[
		"={{ 'Réf. ' + $json.type + $json.no + $json.suffix }}",
		{ type: 'P', no: 240, suffix: 'M' },
		'Réf. P240M',
	],
	["={{ 'Code ' + $json.code.replaceAll('-', '') }}", { code: 'P-12-D' }, 'Code P12D'],
	["=Total ${{ $json.price }}('incl. VAT')", { price: 5 }, "Total $5('incl. VAT')"],
	['=Total ${{ $json.price }}("best price")', { price: 5 }, 'Total $5("best price")'],
	['Save 20$today. Reply STOP', {}, 'Save 20$today. Reply STOP'],
	['=Only {{ $json.price }}$now. Hurry', { price: 5 }, 'Only 5$now. Hurry'],
])('lookalikes are sent: %s of %j', async (text, item, sent) => {
	const { error } = await server.run({ parameters: { ...sendParameters, text }, items: [item] });
	expect([error?.message, server.sent('msg')]).toEqual([undefined, [sent]]);
});

it.each([
	"={{ 'order-' + ($json.paid && $json.id) }}",
	'={{ `order-${$json.paid && $json.id}` }}',
	'={{ String($json.paid && $json.id) }}',
	"={{ 'order-' + $if($json.paid, $json.id) }}",
])('the second person is not dropped as already sent: %s', async (deduplicationKey) => {
	const parameters = { ...sendPerItem, ...inLists({ deduplicationKey }) };
	const send = async (to: string, id: string) =>
		await server.run({ parameters, items: [{ to, id, text: 'Commande prête', paid: false }] });
	await send('33600000001', 'a');
	const second = await send('33600000002', 'b');
	expect([second.error?.message, second.status === 'success' && outputOf(second)]).not.toEqual([
		undefined,
		[expect.objectContaining({ alreadySent: true })],
	]);
});
