/** By what a message is recognized when its item comes back, or a model calls again. */
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { identityOf } from '../../../nodes/engine/execution/identity';
import { noDefaults } from '../../../nodes/engine/http/credential';
import type { Transport } from '../../../nodes/engine/http/transport';
import type { Prepared } from '../../../nodes/engine/operations/operation';
import { type MessageIdentity, noInput } from '../../../nodes/engine/sending/messageIdentity';
import type { Effect } from '../../../protocol/exchange';
import { asContext } from './sending/fakeExecution';
import { exchange } from './sending/exchanges';

interface Given {
	json?: IDataObject;
	type?: string;
	parameters?: INodeParameters;
	countryCode?: string;
	effect?: Effect;
	body?: string;
	to?: string[];
	question?: { nonce: string; title: string };
	key?: string;
	account?: string;
}

/** The identity of one item's message. */
async function identify({
	json = {},
	type = 'smsTool',
	parameters = { text: '={{ $json + $now }}' },
	countryCode = '33',
	effect = 'send',
	body = 'a',
	to,
	question,
	key,
	account = 'a',
}: Given): Promise<MessageIdentity | undefined> {
	const context: IExecuteFunctions = asContext({
		getInputData: () => [{ json }],
		getNode: () => ({ type, parameters }),
	});
	const page = { title: question?.title ?? '', message: '', submitLabel: '', closing: '' };
	const transport: Transport = async () => await Promise.reject(new Error('Nothing is sent'));
	const work: Prepared = {
		resolve: async () => await Promise.resolve(),
		run: async () => await Promise.resolve({}),
		firstExchange: async () => await Promise.resolve(exchange(effect, { body, ...(to && { to }) })),
		partitionKeys: to,
		personal: undefined,
		question: question && { nonce: question.nonce, responseType: 'approval', choices: [], page, until: 0 },
		keepRecipients: undefined,
		preview: undefined,
		sharing: undefined,
		groupInfo: undefined,
	};
	return await identityOf(
		{
			item: 0,
			work,
			unfiltered: work,
			account: {
				id: 0,
				keyHash: account,
				defaults: { ...noDefaults, countryCode },
				transport,
				reads: transport,
			},
			deduplicationKey: key,
		},
		context,
	);
}

describe("a model's input", () => {
	const inputOf = async (json: IDataObject, more: Given = {}): Promise<string | undefined> =>
		(await identify({ json, to: people, ...more }))?.input;
	const people = ['33600123456', '33600123457'];
	const asked = { to: '0600123456,+33 6 00 12 34 57', text: 'Hi' };

	it.each<IDataObject>([
		{ to: '+33600123456, 0033600123457', text: 'Hi' },
		{ to: '33600123456;06.00.12.34.57', text: 'Hi' },
		{ to: '06 00 12 34 56\n06 00 12 34 57', text: 'Hi' },
		{ ...asked, toolCallId: 'call_2' },
		{ to: '0600123457,0600123456', text: 'Hi' },
		{ to: '["+33600123457","+33600123456"]', text: 'Hi' },
		{ to: ['+33600123457', '+33600123456', '0600123456'], text: ' Hi\n' },
		{ text: 'Hi', to: [33600123457, 33600123456] },
	])('is the same however it is written: %j', async (json) => {
		expect(await inputOf(json)).toBe(await inputOf(asked));
	});

	/** By what a message to a number is recognized, besides its content. */
	const messageTo = async (to: string): Promise<unknown> => {
		const { input, recipients } = (await identify({ json: { to }, to: [to.replace(/\D/g, '')] })) ?? {};
		return [input, recipients];
	};

	it.each([
		['+5215512345678', '52 55 1234 5678'],
		['+551161234567', '5511961234567'],
		['+541123456789', '+54 9 11 2345-6789'],
	])('is the same for both forms of a number: %s and %s', async (to, other) =>
		expect(await messageTo(to)).toEqual(await messageTo(other)),
	);

	it.each([
		// The second is a landline in São Paulo.
		['+5511932345678', '+551132345678'],
		['+33612345678', '+3361234567'],
		['+5491123456789', '+5491123456788'],
	])('is another for the numbers of two people: %s and %s', async (to, other) =>
		expect(await messageTo(to)).not.toEqual(await messageTo(other)),
	);

	it.each<IDataObject>([
		{ to: '0600123456', text: 'Hi' },
		{ to: '0600123456,0600123457,Ana', text: 'Hi' },
		{ to: '0600123456,0600123457', text: 'Ho' },
		{ to: '0600123456,0600123457', text: 42 },
	])('is another with %j', async (json) => expect(await inputOf(json)).not.toBe(await inputOf(asked)));

	it.each<[IDataObject, IDataObject]>([
		[{ text: 'Hi', to: asked.to }, asked],
		[
			{ to: asked.to, card: { title: 'A', text: 'B' } },
			{ card: { text: ' B', title: 'A' }, to: asked.to },
		],
	])('is the same in another order: %j and %j', async (json, other) =>
		expect(await inputOf(json)).toBe(await inputOf(other)),
	);

	it.each<[IDataObject, IDataObject]>([
		[{ cards: [{ title: 'Shoes' }, { title: 'Boots' }] }, { cards: [{ title: 'Hats' }, { title: 'Caps' }] }],
		[
			{ cards: [{ title: 'Shoes' }, { title: 'Boots' }] },
			{ cards: [{ title: 'Boots' }, { title: 'Shoes' }] },
		],
		[{ dates: ['20261224', '20261231'] }, { dates: ['20261231', '20261224'] }],
		[{ names: ['Ana', 'Ben'] }, { names: ['Ana,Ben'] }],
		[
			{ a: 'x', b: 'y' },
			{ a: 'y', b: 'x' },
		],
	])('is another for other values: %j and %j', async (json, other) =>
		expect(await inputOf(json)).not.toBe(await inputOf(other)),
	);

	it('may refer to itself', async () => {
		const json: IDataObject = { text: 'Hi' };
		json.self = json;
		expect(await inputOf(json)).toBe(await inputOf({ text: 'Hi', self: '[Circular Reference]' }));
	});

	it.each<IDataObject>([{}, { toolCallId: 'call_1' }, { input: '' }, { input: null, query: '' }])(
		'is none where the tool has no values from the model: %j',
		async (json) => expect(await inputOf(json)).toBe(noInput),
	);

	it.each<[boolean, INodeParameters]>([
		[true, { text: "={{ $fromAI('text') + $today }}" }],
		[true, { deliveryOptions: { scheduleAt: '={{ DateTime.now() }}' } }],
		[true, { buttons: { button: [{ id: '={{ crypto.randomUUID() }}' }] } }],
		[true, { text: '={{ Math.random() }}' }],
		[false, { text: "={{ $fromAI('text') }} $now" }],
		[false, { text: 'Date: $now', safetyOptions: { deduplicationKey: '={{ $now }}' } }],
		[false, { text: '={{ $json.updated }}', options: { timeout: '={{ $now.second }}' } }],
	])('counts only where an expression changes by itself: %s for %j', async (counts, parameters) => {
		expect((await inputOf(asked, { parameters })) !== undefined).toBe(counts);
		expect(await inputOf(asked, { parameters, effect: 'change' })).toBeUndefined();
	});

	it.each(['sms', 'smsHitlTool'])('counts in tools only: %s', async (type) => {
		expect(await identify({ json: asked, type, to: ['1'] })).toEqual({
			effect: 'send',
			content: expect.stringMatching(/^[\w+/]{22}$/),
			exact: expect.stringMatching(/^[\w+/]{22}$/),
			recipients: [expect.stringMatching(/^[\w+/]{8}$/)],
		});
	});
});

it('recipients count once, in any order, and are none of a change', async () => {
	const recipientsOf = async (effect: Effect, to?: string[]): Promise<readonly string[] | undefined> =>
		(await identify({ effect, ...(to && { to }) }))?.recipients;
	expect(await recipientsOf('send', ['2', '1', '2'])).toEqual(await recipientsOf('send', ['1', '2']));
	expect(await recipientsOf('send')).toEqual([]);
	expect(await recipientsOf('change', ['1'])).toBeUndefined();
});

it('of more recipients than a request takes, none is remembered: they may be anybody', async () => {
	const all = Array.from({ length: 5_001 }, (_, index) => String(index));
	for (const [to, remembered] of [
		[all.slice(1), 5_000],
		[all, 0],
	] as const)
		expect((await identify({ to: [...to] }))?.recipients).toHaveLength(remembered);
});

it('content is what goes out, and what it does', async () => {
	const contentOf = async (given: Given): Promise<string | undefined> => (await identify(given))?.content;
	expect(await contentOf({ body: 'a' })).toBe(await contentOf({ body: 'a' }));
	expect(await contentOf({ body: 'b' })).not.toBe(await contentOf({ body: 'a' }));
	expect(await contentOf({ effect: 'change' })).not.toBe(await contentOf({ effect: 'send' }));
});

it('another deduplication key is another message, except in a tool, whose model may make it up', async () => {
	for (const [type, isOther] of [
		['sms', true],
		['smsHitlTool', true],
		['smsTool', false],
	] as const) {
		const [a, b] = [await identify({ type, key: 'a' }), await identify({ type, key: 'b' })];
		expect([a?.content !== b?.content, a?.exact !== b?.exact]).toEqual([isOther, isOther]);
	}
});

it('another account does not continue a message, but what may have been sent stays the same', async () => {
	const [a, b] = [
		await identify({ type: 'sms', account: 'a' }),
		await identify({ type: 'sms', account: 'b' }),
	];
	expect(a?.content).toBe(b?.content);
	expect(a?.exact).not.toBe(b?.exact);
});

it('other recipients do not continue a message, in a tool they make another one', async () => {
	for (const type of ['sms', 'smsTool']) {
		const [a, b] = [await identify({ type, to: ['1'] }), await identify({ type, to: ['2'] })];
		expect(a?.content).toBe(b?.content);
		expect(a?.recipients).not.toEqual(b?.recipients);
		expect(a?.exact === b?.exact).toBe(type !== 'sms');
	}
});

it.each<Effect>(['read', 'repeatable'])('what may be repeated has no identity: %s', async (effect) => {
	expect(await identify({ effect })).toBeUndefined();
});

it('a question is identified by its words, as its token differs each time', async () => {
	const ask = async (nonce: string, title: string): Promise<string | undefined> =>
		(await identify({ to: ['1'], body: nonce, question: { nonce, title } }))?.content;
	expect(await ask('a', 'Pay?')).toBe(await ask('b', 'Pay?'));
	expect(await ask('a', 'Pay?')).not.toBe(await ask('a', 'Refund?'));
});
