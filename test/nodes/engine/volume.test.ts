import { setTimeout } from 'node:timers/promises';
import type { RunResult } from '../../support/engine';
import type { Reaction } from '../../support/httpServer';
import { serviceForEachTest } from '../../support/service';
import { acceptedAnswer, bodyOf, recipientsOf } from '../../support/jsonAnswers';
import {
	formOf,
	goOn,
	hintsOf,
	nodeName,
	type NodeRun,
	number,
	outputOf,
	plain,
	sendPerItem,
} from '../../support/runNode';
import { wabaPerItem } from '../../support/runChannels';

const server = serviceForEachTest();

const people = (count: number): Array<{ to: string; text: string; name: string }> =>
	Array.from({ length: count }, (_, index) => ({
		to: number(index),
		text: 'Réunion à 18 h €',
		name: `Zoé ${index}`,
	}));

const options = { batchItems: true };
const same = { ...sendPerItem, category: 'nonMarketingGroup', options };

const run = async (given: Partial<NodeRun>): Promise<RunResult> =>
	await server.run({ parameters: same, ...given });

const destOf = (index: number): string[] => formOf(server.requests[index]).get('dest')?.split(',') ?? [];

const sizes = (): number[] => server.requests.map((_, index) => destOf(index).length);

/** How often each number was in a request. */
function countOf(numbers: readonly unknown[]): number[] {
	const sent = server.sentTo();
	return numbers.map((wanted) => sent.filter((one) => one === wanted).length);
}

const errorsIn = (result: RunResult): string[] =>
	outputOf(result).map(({ error }) => (typeof error === 'string' ? error : ''));

const pairs = (result: RunResult) => result.data[nodeName]?.[0]?.map(({ pairedItem }) => pairedItem);

describe('items that say the same', () => {
	it('share requests of 5,000 recipients, each item with an output of its own', async () => {
		const items = people(5_001);
		const result = await run({ items });
		expect(sizes()).toEqual([5_000, 1]);
		const output = outputOf(result);
		expect(output.map(({ to }) => to)).toEqual(items.map(({ to }) => [`+${to}`]));
		expect(pairs(result)).toEqual(items.map((_, item) => ({ item })));
		expect(output[0]).toMatchObject({ accepted: true, batchSize: 5_000, requests: 1, recipientCount: 1 });
	});

	it('are told apart by nothing but what the service said: no reference is given to an item by guess', async () => {
		server.script = [plain('OK 123456789012,123456789013')];
		const [first, second] = outputOf(await run({ items: people(2) }));
		expect(first).toMatchObject({ references: [], requestReferences: ['123456789012', '123456789013'] });
		expect(second).toMatchObject({ references: [] });
		expect(second).not.toHaveProperty('requestReferences');
		expect(first).not.toHaveProperty('reference');
	});

	it('give the output that they would give alone, where there is one only', async () => {
		const batched = await run({ items: people(1) });
		const alone = await run({ items: people(1), parameters: { ...same, options: {} } });
		expect(outputOf(batched)).toEqual(outputOf(alone));
	});

	it('are batched where only their variables differ, 500 a request', async () => {
		const variables = { variable: [{ value: '={{ $json.name }}' }] };
		const parameters = { ...same, text: 'Bonjour %1%', contentOptions: { variables } };
		await run({ items: people(501), parameters });
		expect(sizes()).toEqual([500, 1]);
		expect(destOf(0)[1]).toBe('33600000001;Zoé 1');
	});

	it('stay apart from items that say something else', async () => {
		const items = people(6).map((item, index) => ({ ...item, text: index % 2 === 0 ? 'A' : 'B' }));
		await run({ items });
		expect(server.sent('msg').sort()).toEqual(['A', 'B']);
		expect(countOf(items.map(({ to }) => to))).toEqual([1, 1, 1, 1, 1, 1]);
	});

	it('are sent one by one where it is not asked for, and a hint says what batching would save', async () => {
		const result = await run({ items: people(25), parameters: { ...same, options: {} } });
		expect(server.requests).toHaveLength(25);
		expect(hintsOf(result)).toEqual([
			expect.stringMatching(/^This run takes 25 requests\. With Batch Items, it takes 1:/),
		]);
	});

	it.each([
		['were skipped', 'ERROR 02', 1],
		['were sent before', 'OK 1', 25],
	])('are no requests in that hint where they %s', async (_what, answer, requests) => {
		server.react = () => plain(answer);
		const once = { deduplicationKey: '={{ $json.to }}' };
		const parameters = { ...same, safetyOptions: once, options: { maxConcurrentRequests: 1 } };
		await run({ items: people(25), parameters, settings: goOn });
		const again = await run({ items: people(25), parameters, settings: goOn });
		expect(server.requests).toHaveLength(answer === 'OK 1' ? requests : 2 * requests);
		expect(hintsOf(again).join()).not.toContain('This run takes');
	});
});

it('items share a request where the service is told the same minute', async () => {
	const seconds = [0.001, 30, 60, 60.001];
	const start = Date.UTC(new Date().getUTCFullYear() + 1, 0, 5, 10);
	const items = people(4).map((person, index) => ({ ...person, at: start + (seconds[index] ?? 0) * 1_000 }));
	const parameters = { ...same, deliveryOptions: { scheduleAt: '={{ $json.at }}' } };
	const result = await run({ items, parameters });
	expect(server.sent('heure')).toEqual(['11:01', '11:02']);
	expect(sizes()).toEqual([3, 1]);
	expect(outputOf(result).map(({ batchSize }) => batchSize)).toEqual([3, 3, 3, undefined]);
});

describe('a shared request that fails', () => {
	const items = people(51);
	const parameters = { ...same, category: 'alert' };

	it('fails for each of its items, and for no other', async () => {
		server.script = [plain('ERROR 04')];
		const result = await run({ items, parameters, settings: goOn });
		expect(errorsIn(result).slice(0, 50)).toEqual(Array(50).fill(expect.stringContaining('ERROR 04')));
		expect(outputOf(result)[50]).toMatchObject({ accepted: true });
		expect(sizes()).toEqual([50, 1]);
		expect(pairs(result)).toEqual(items.map((_, item) => ({ item })));
	});

	it('is never sent again where it may have left, whatever is changed in the node', async () => {
		server.script = ['cut'];
		const failed = await run({
			items,
			parameters: { ...parameters, options: { ...options, maxConcurrentRequests: 1 } },
		});
		expect(failed.error?.message).toContain('May have been sent');
		const text = '={{ "At " + Math.random().toFixed(9) }}';
		for (const edit of [{}, { options: {} }, { options: { timeout: 120 } }, { text }]) {
			const changed = { ...parameters, ...edit };
			const retried = await run({ items, parameters: changed, retryOf: failed, settings: goOn });
			const errors = errorsIn(retried).slice(0, 50);
			expect(errors).toEqual(Array(50).fill(expect.stringContaining('May have been sent')));
		}
		expect(countOf(items.slice(0, 50).map(({ to }) => to))).toEqual(Array(50).fill(1));
	});

	it.each([
		['as before', options],
		['without batching', {}],
	])('leaves the items of accepted requests alone in the first retry, %s', async (_, changed) => {
		server.script = [plain('OK 7'), plain('ERROR 03')];
		const failed = await run({ items, parameters });
		expect(failed.status).toBe('error');
		const retried = await run({ items, parameters: { ...parameters, options: changed }, retryOf: failed });
		expect(retried.status).toBe('success');
		expect(countOf(items.map(({ to }) => to))).toEqual([...Array<number>(50).fill(1), 2]);
		expect(outputOf(retried)[0]).toMatchObject({ accepted: true, batchSize: 50, requestReferences: ['7'] });
	});
});

describe('several requests at once', () => {
	const texts = (count: number) => people(count).map((item, index) => ({ ...item, text: `Text ${index}` }));

	/**
	 * A service that answers after a moment, and counts how many it has to do at a time.
	 *
	 * @param most how many have to be under way once: five at first, ten from the sixth request on
	 */
	async function slowService(react: (index: number) => Reaction = () => plain('OK 1'), most = 1) {
		const seen = { underWay: 0, most: 0 };
		server.react = async (_, index) => {
			seen.underWay += 1;
			seen.most = Math.max(seen.most, seen.underWay);
			// However slow the machine is, as many get under way as may.
			const expected = index < 5 ? 5 : index < 15 ? 10 : most;
			while (seen.most < Math.min(expected, most)) await setTimeout(5);
			await setTimeout(20);
			seen.underWay -= 1;
			return react(index);
		};
		return seen;
	}

	it.each([
		[{}, 20, 60],
		[{ maxConcurrentRequests: 1 }, 1, 10],
		[{ maxConcurrentRequests: 12 }, 12, 60],
	])('of the options %j: at most %i, output in order', async (given, most, count) => {
		const seen = await slowService(undefined, most);
		const items = texts(count);
		const result = await run({ items, parameters: { ...sendPerItem, options: given } });
		expect(seen.most).toBe(most);
		expect(outputOf(result).map(({ to }) => to)).toEqual(items.map(({ to }) => [`+${to}`]));
	});

	it('to the same recipient go out in the order of the items', async () => {
		await slowService();
		const items = texts(9).map((item) => ({ ...item, to: '33600000000' }));
		await run({ items, parameters: sendPerItem });
		expect(server.sent('msg')).toEqual(items.map(({ text }) => text));
	});

	it('end with the first failure: what is under way is awaited, remembered, and not sent again by a retry', async () => {
		await slowService((index) => plain(index === 1 ? 'ERROR 04' : 'OK 1'));
		const items = texts(20);
		const failed = await run({ items, parameters: sendPerItem });
		expect(failed.error?.message).toContain('ERROR 04');
		expect(server.requests.length).toBeLessThan(10);
		await run({ items, parameters: sendPerItem, retryOf: failed });
		const failedTo = formOf(server.requests[1]).get('dest');
		expect(countOf(items.map(({ to }) => to))).toEqual(items.map(({ to }) => (to === failedTo ? 2 : 1)));
	});
});

describe('messages of WABA that say the same', () => {
	const parameters = { ...wabaPerItem, options };

	it('share a request, and each item has the answer about its own recipient', async () => {
		const state = (one: string) => (one.endsWith('1') ? 'REJECTED' : 'ACCEPTED');
		server.react = (request) =>
			acceptedAnswer(
				recipientsOf(request).filter((one) => !one.endsWith('2')),
				'7001',
				state,
			);
		const result = await run({ node: 'smsboxWaba', items: people(4), parameters });
		expect(server.requests).toHaveLength(1);
		expect(bodyOf(server.requests[0])).toMatchObject({
			recipients: ['+33600000000', '+33600000001', '+33600000002', '+33600000003'],
		});
		expect(outputOf(result)).toMatchObject([
			{ accepted: true, reference: '7001', batchSize: 4, to: ['+33600000000'], rejected: [] },
			{ accepted: false, reference: '7001', rejected: ['+33600000001'] },
			{ accepted: null, reference: '7001', unconfirmed: ['+33600000002'], recipients: [] },
			{ accepted: true, reference: '7001', to: ['+33600000003'] },
		]);
	});

	it('are free for another try where the service took the request and refused the person', async () => {
		const states = ['REJECTED', 'ACCEPTED'];
		server.react = (request) =>
			acceptedAnswer(recipientsOf(request), '7001', () => states.shift() ?? 'ACCEPTED');
		const named = { ...parameters, safetyOptions: { deduplicationKey: '={{ $json.name }}' } };
		const outputs = [];
		for (let attempt = 0; attempt < 3; attempt++)
			outputs.push(...outputOf(await run({ node: 'smsboxWaba', items: people(1), parameters: named })));
		expect(server.requests).toHaveLength(2);
		expect(outputs).toMatchObject([{ accepted: false }, { accepted: true }, { alreadySent: true }]);
	});
});

describe('keys of batched items', () => {
	const parameters = { ...same, safetyOptions: { deduplicationKey: '={{ $json.to }}' } };

	it('are free again where a shared request was refused', async () => {
		server.script = [plain('ERROR 04')];
		await run({ items: people(3), parameters });
		expect((await run({ items: people(3), parameters })).status).toBe('success');
		expect(server.requests).toHaveLength(2);
	});

	it('stay pending where a request was cut, and accepted where it was not', async () => {
		const items = people(5_100);
		server.script = [plain('OK 123456789012'), 'cut'];
		await run({ parameters, items, settings: goOn });
		const again = await run({ parameters, items, settings: goOn });
		expect(server.sentTo()).toHaveLength(5_100);
		const outputs = outputOf(again);
		const cut = errorsIn(again).filter((error) => error.startsWith('May have been sent'));
		expect(outputs.filter(({ alreadySent }) => alreadySent === true).length + cut.length).toBe(5_100);
		expect([100, 5_000]).toContain(cut.length);
	});
});

it('leaves a line in the log of n8n for each 500 requests', async () => {
	const { logs } = await run({ parameters: sendPerItem, items: people(501) });
	const lines = logs.map(({ message }) => message).filter((line) => line.includes('requests'));
	expect(lines).toEqual(['SMSBOX: 500 of 501 requests of this run are done']);
});
