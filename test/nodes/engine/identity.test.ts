/** By what a message is recognized when its item comes back, or a model calls again. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { identityOf } from '../../../nodes/engine/execution/identity';
import { noDefaults } from '../../../nodes/engine/http/transport';
import type { MessageIdentity } from '../../../nodes/engine/sending/messageIdentity';
import type { Effect } from '../../../protocol/exchange';
import { accountWith, preparedWith, readyItem } from './prepared';
import { asContext } from './sending/fakeExecution';
import { exchange } from './sending/exchanges';

interface Given {
	type?: string;
	countryCode?: string;
	effect?: Effect;
	body?: string;
	to?: string[];
	question?: { nonce: string; title: string };
	key?: string;
	account?: string;
	/** Of what is stored: how many requests have left. */
	requestCount?: number;
}

/** The identity of one item's message. */
async function identify({
	type = 'smsTool',
	countryCode = '33',
	effect = 'send',
	body = 'a',
	to,
	question,
	key,
	account = 'a',
	requestCount,
}: Given): Promise<MessageIdentity | undefined> {
	const context: IExecuteFunctions = asContext({
		getNode: () => ({ type, parameters: {} }),
	});
	const page = { title: question?.title ?? '', message: '', submitLabel: '', closing: '' };
	const work = preparedWith({
		firstExchange: async () => await Promise.resolve(exchange(effect, { body, ...(to && { to }) })),
		partitionKeys: to,
		question: question && { nonce: question.nonce, responseType: 'approval', choices: [], page, until: 0 },
	});
	const ready = readyItem(0, work, {
		account: accountWith({ keyHash: account, defaults: { ...noDefaults, countryCode } }),
		deduplicationKey: key,
	});
	return await identityOf(ready, context, requestCount);
}

describe('a recipient', () => {
	const recipientsOf = async (to: string): Promise<unknown> =>
		(await identify({ to: [to.replace(/\D/g, '')] }))?.recipients;

	it.each([
		['+5215512345678', '52 55 1234 5678'],
		['+551161234567', '5511961234567'],
		['+541123456789', '+54 9 11 2345-6789'],
	])('is the same for both forms of a number: %s and %s', async (to, other) =>
		expect(await recipientsOf(to)).toEqual(await recipientsOf(other)),
	);

	it.each([
		// The second is a landline in São Paulo.
		['+5511932345678', '+551132345678'],
		['+33612345678', '+3361234567'],
		['+5491123456789', '+5491123456788'],
	])('is another for the numbers of two people: %s and %s', async (to, other) =>
		expect(await recipientsOf(to)).not.toEqual(await recipientsOf(other)),
	);
});

it.each(['sms', 'smsHitlTool'])('outside of tools, it has no options and no people: %s', async (type) => {
	expect(await identify({ type, to: ['1'] })).toEqual({
		content: expect.stringMatching(/^[\w+/]{22}$/),
		exact: expect.stringMatching(/^[\w+/]{22}$/),
		recipients: [expect.stringMatching(/^[\w+/]{8}$/)],
		otherForms: [expect.stringMatching(/^[\w+/]{8}$/)],
		anyText: { content: expect.stringMatching(/^[\w+/]{22}$/) },
	});
});

it.each<[string, Given, string[] | undefined]>([
	['stored', { type: 'sms', requestCount: Infinity }, undefined],
	['in tools', {}, []],
])('%s, it has a limited number of recipients: more may be anybody', async (_what, given, otherForms) => {
	const all = Array.from({ length: 50_001 }, (_, index) => String(index));
	const identities = [await identify({ ...given, to: all.slice(1) }), await identify({ ...given, to: all })];
	expect(identities.map((identity) => identity?.recipients?.length)).toEqual([50_000, 0]);
	expect(identities[0]?.otherForms).toEqual(otherForms);
});

it('recipients count once, and are none of a change', async () => {
	const recipientsOf = async (effect: Effect, to?: string[]): Promise<readonly string[] | undefined> =>
		(await identify({ effect, ...(to && { to }) }))?.recipients;
	expect(await recipientsOf('send', ['1', '2', '1'])).toEqual(await recipientsOf('send', ['1', '2']));
	expect(await recipientsOf('send')).toEqual([]);
	expect(await recipientsOf('change', ['1'])).toBeUndefined();
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
