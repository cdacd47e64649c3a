import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RunResult } from '../../support/engine';
import { serviceForEachTest } from '../../support/service';
import { breakProcessedData } from '../../support/processedData';
import { goOn, hintsOf, type NodeRun, number, outputOf, plain, sendPerItem } from '../../support/runNode';
import { inLists } from '../../support/inLists';

const orders = [0, 1, 2].map((index) => ({
	to: number(index + 1),
	text: `Commande ${index} prête à 18 h €`,
	order: 1000 + index,
}));
const withKey = (deduplicationKey: string, more: INodeParameters = {}): INodeParameters => ({
	...sendPerItem,
	...inLists({ deduplicationKey, ...more }),
});
const ofOrder = '={{ $json.order }}';
const once = withKey(ofOrder);

const server = serviceForEachTest();

const run = async (given: Partial<NodeRun> = {}): Promise<RunResult> =>
	await server.run({ parameters: once, items: orders, ...given });

/** How often each order was in a request. */
const counts = (): number[] => orders.map(({ to }) => server.countOf(to));

const errorsOf = (result: RunResult): unknown[] => outputOf(result).map(({ error }) => error);

it('sends what no execution has sent before, and says no more than without the option', async () => {
	const result = await run();
	expect(counts()).toEqual([1, 1, 1]);
	const plainResult = await run({ parameters: sendPerItem });
	expect(outputOf(result)).toEqual(outputOf(plainResult));
});

it('a date can be a key', async () => {
	const parameters = withKey('={{ DateTime.fromISO("2026-12-24").plus({ days: $itemIndex }) }}');
	expect(outputOf(await run({ parameters }))).toMatchObject(orders.map(() => ({ accepted: true })));
	expect(outputOf(await run({ parameters }))).toMatchObject(orders.map(() => ({ alreadySent: true })));
});

it('does not send again in another execution, and says so, by item and in a hint', async () => {
	await run();
	const again = await run();
	expect(counts()).toEqual([1, 1, 1]);
	expect(outputOf(again)).toEqual(
		orders.map(({ order }) => ({ alreadySent: true, deduplicationKey: String(order) })),
	);
	expect(hintsOf(again)[0]).toMatch(/not sent again .*rejected or excluded: send one item per person/);
});

it.each([
	['batched', { batchItems: true }, 2],
	['held to Max Messages', { maxMessages: 2 }, 3],
])('of %s messages, the one that was sent before is not sent again', async (_, more, requests) => {
	await run({ items: orders.slice(1, 2) });
	const items = orders.map((order) => ({ ...order, text: 'Commande prête' }));
	const result = await run({ parameters: withKey(ofOrder, more), items });
	expect(outputOf(result)).toEqual([
		expect.objectContaining({ accepted: true }),
		{ alreadySent: true, deduplicationKey: '1001' },
		expect.objectContaining({ accepted: true }),
	]);
	expect(server.requests).toHaveLength(requests);
});

it('a key used while a recipient was excluded does not reach them later, and a hint says so', async () => {
	const [to = '', excluded = ''] = orders.map((order) => order.to);
	const both = `${to}, ${excluded}`;
	const items = orders.slice(0, 1);
	await run({ parameters: { ...withKey(ofOrder, { excludedRecipients: excluded }), to: both }, items });
	const again = await run({ parameters: { ...once, to: both }, items });
	expect(counts()).toEqual([1, 0, 0]);
	expect(outputOf(again)).toMatchObject([{ alreadySent: true }]);
	expect(hintsOf(again)[0]).toContain('recipients that were rejected or excluded');
});

it('a dry run does not give back the key of a message that may have been sent', async () => {
	server.scripts = { '33600000001': ['cut'] };
	const parameters = withKey('parcel', { dryRun: '={{ $json.order === 1001 }}' });
	await run({ parameters, items: orders.slice(0, 2), settings: goOn });
	expect(errorsOf(await run({ parameters, items: orders.slice(0, 1), settings: goOn }))).toEqual([
		expect.stringContaining('May have been sent'),
	]);
	expect(counts()).toEqual([1, 0, 0]);
});

it('never sends again what may have been sent: it stays an error in every later execution', async () => {
	server.scripts = { '33600000002': ['cut'] };
	await run({ settings: goOn });
	for (const attempt of [await run({ settings: goOn }), await run({ settings: goOn })])
		expect(errorsOf(attempt)[1]).toContain('May have been sent');
	expect(counts()).toEqual([1, 1, 1]);
});

it('sends again what the service refused, and what never left', async () => {
	server.scripts = { '33600000001': [plain('ERROR 03')] };
	await run({ settings: goOn });
	await run({ url: 'http://127.0.0.1:9', items: [{ ...orders[0] }], settings: goOn });
	const again = await run();
	expect(again.status).toBe('success');
	expect(counts()).toEqual([2, 1, 1]);
});

describe('a message over several requests', () => {
	const to = Array.from({ length: 6_000 }, (_, index) => number(index));
	const item: IDataObject = { to, text: 'Bonjour', order: 1 };
	const given = { parameters: { ...once, category: 'nonMarketingGroup' }, items: [item] };

	it('is neither sent again nor reported sent where only its first request was accepted', async () => {
		server.script = [plain('OK 123456789012'), plain('ERROR 03')];
		await run(given);
		const again = await run(given);
		expect(server.requests).toHaveLength(2);
		expect(again.error?.message).toContain('May have been sent');
	});
});

it('two items of the same name: nothing is sent, and the second one is named', async () => {
	const result = await run({ parameters: withKey('parcel') });
	expect(server.requests).toHaveLength(0);
	expect(result.error?.message).toContain('Deduplication Key: The first item has the same key');
});

it('holds over executions that run at the same time, whatever their names', async () => {
	await Promise.all(orders.map(async (order) => await run({ items: [order] })));
	await Promise.all([run(), run()]);
	expect(counts()).toEqual([1, 1, 1]);
});

it.each([
	['a fixed text with an expression', '{{ $json.order }}', 'A fixed text has an expression in it.'],
	['empty', '', 'The value is empty.'],
	['nothing', '={{ $json.missing }}', 'The expression returned no value.'],
	['null', '={{ null }}', 'The expression returned no value.'],
	['an object in a text', '={{ {} }}-ready', 'A value in it is a list or an object instead of a text.'],
	[
		'a number that JavaScript has rounded',
		"={{ 'order-' + $json.long }}",
		'A value in it is a number that is too long, and was rounded.',
	],
	['a word and null', "={{ 'parcel' + null }}", 'The text contains “null”: a value is missing or invalid.'],
	['a dash', '-', 'The key has no letter or digit.'],
	...['#N/A', 'NULL', 'nan', 'order-#REF!', 'order-#NOM?'].map((key) => [
		key,
		key,
		`The key contains “${key.replace('order-', '')}”: a value is missing or invalid.`,
	]),
	['blank', '={{ " " }}', 'The key is empty.'],
	['a list', '={{ [1, 2] }}', 'The value is a list or an object instead of a text.'],
	['true or false', '={{ $json.order > 0 }}', 'The key is true or false, the same for many messages.'],
])('a key that is %s sends nothing', async (_what, deduplicationKey, problem) => {
	const items = orders.map((order) => ({ ...order, long: 2 ** 60 + order.order * 1e3 }));
	const { error } = await run({ parameters: withKey(deduplicationKey), items });
	expect(error?.message).toBe(`Deduplication Key: ${problem}`);
	expect(server.requests).toEqual([]);
});

it('sends nothing where n8n cannot record the name', async () => {
	breakProcessedData();
	const result = await run({ parameters: withKey('parcel of Zoé'), items: orders.slice(0, 1) });
	expect(server.requests).toHaveLength(0);
	expect(result.error?.message).toContain('could not record');
	expect(JSON.stringify(result.logs)).not.toContain('Zoé');
});

it.each([
	['is missing', {}, 'The item has no field “order”.'],
	['is empty', { order: '' }, 'The field “order” is empty.'],
	['is null', { order: null }, 'The field “order” is empty.'],
])(
	'of a key with more in it, a field that %s is an error: the rest would be the key of everybody',
	async (_what, more, problem) => {
		const items = [{ to: number(1), text: 'Hello', ...more }];
		const { error } = await run({ parameters: withKey('=order-{{ $json.order }}'), items });
		expect(error?.message).toBe(`Deduplication Key: ${problem}`);
		expect(server.requests).toEqual([]);
		const withDefault = withKey('=order-{{ $json.order || "none" }}');
		expect((await run({ parameters: withDefault, items })).status).toBe('success');
	},
);
