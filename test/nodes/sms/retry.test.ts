import type { INodeParameters } from 'n8n-workflow';
import { type Reaction, type ScriptedServer, serveScript } from '../../support/httpServer';
import { formOf, nodeName, outputOf, plain, runNode, sendPerItem } from '../../support/runNode';

const numbers = ['33600000001', '33600000002', '33600000003', '33600000004', '33600000005'];
const items = numbers.map((to, index) => ({ to, text: `Text ${index}` }));
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/**
 * A service that reacts to each number by its own script, one reaction a request, OK when the script is over.
 * @param together how many requests are there before the first reaction: a failure that comes earlier stops the rest
 */
async function serviceFor(
	scripts: Record<string, Reaction[]>,
	together = numbers.length,
): Promise<ScriptedServer> {
	let allArrive = (): void => undefined;
	const allThere = new Promise<void>((resolve) => {
		allArrive = resolve;
	});
	return await serveScript(async (request, index) => {
		const reaction = scripts[formOf(request).get('dest') ?? '']?.shift();
		if (index + 1 === together) allArrive();
		if (reaction !== undefined) await allThere;
		return reaction ?? plain(`OK 12345678900${index + 1}`);
	});
}

/** How often each number was in a request. */
const countByNumber = (server: ScriptedServer): number[] =>
	numbers.map((number) => server.requests.filter((request) => formOf(request).get('dest') === number).length);

let server: ScriptedServer;
afterEach(async () => server.close());

/** Expressions that come out differently each time. */
const inADay = '={{ new Date(Date.now() + (1 + Math.random()) * 86400000).toISOString() }}';
const contents: [string, INodeParameters][] = [
	['the same text', sendPerItem],
	['a text that varies', { ...sendPerItem, text: '={{ "At " + Math.random() }}' }],
	['a schedule counted from now', { ...sendPerItem, options: { scheduleAt: inADay } }],
];

it.each(contents)('Retry On Fail sends only what was not accepted before: %s', async (_what, parameters) => {
	server = await serviceFor({ '33600000002': [plain('ERROR 04')], '33600000004': [plain('ERROR 04')] });
	const result = await runNode({ url: server.url, parameters, items, settings: retry });
	expect(result.status).toBe('success');
	expect(outputOf(result)).toHaveLength(5);
	expect(countByNumber(server)).toEqual([1, 2, 1, 2, 1]);
});

it('Retry On Fail never sends again what may have been sent, and says so', async () => {
	server = await serviceFor({ '33600000003': ['cut'] });
	const result = await runNode({ url: server.url, parameters: sendPerItem, items, settings: retry });
	expect(result.status).toBe('error');
	expect(result.error?.message).toContain('May have been sent');
	expect(countByNumber(server)).toEqual([1, 1, 1, 1, 1]);
});

it('one request at a time, what stands behind a failure does not leave', async () => {
	server = await serviceFor({ '33600000003': ['cut'] }, 1);
	const parameters = { ...sendPerItem, options: { maxConcurrentRequests: 1 } };
	await runNode({ url: server.url, parameters, items, settings: retry });
	expect(countByNumber(server)).toEqual([1, 1, 1, 0, 0]);
});

it('Retry On Fail with Continue On Fail: each number once, the unknown one an error item', async () => {
	server = await serviceFor({ '33600000001': ['cut'], '33600000002': [plain('ERROR 04')] });
	const settings = { ...retry, onError: 'continueRegularOutput' };
	const result = await runNode({ url: server.url, parameters: sendPerItem, items, settings });
	expect(countByNumber(server)).toEqual([1, 2, 1, 1, 1]);
	const output = outputOf(result);
	expect(output[0]?.error).toContain('May have been sent');
	expect(output.slice(1).map(({ accepted }) => accepted)).toEqual([true, true, true, true]);
});

it.each(contents)('the first retry of an execution sends only the rest: %s', async (_what, parameters) => {
	server = await serviceFor({ '33600000003': [plain('ERROR 03')] });
	const failed = await runNode({ url: server.url, parameters, items });
	expect(failed.status).toBe('error');
	expect(countByNumber(server)).toEqual([1, 1, 1, 1, 1]);
	const retried = await runNode({ url: server.url, parameters, items, retryOf: failed });
	expect(retried.status).toBe('success');
	expect(countByNumber(server)).toEqual([1, 1, 2, 1, 1]);
	expect(outputOf(retried)).toHaveLength(5);
});

it('the first retry of an execution that ended unknown leaves that item an error', async () => {
	server = await serviceFor({ '33600000002': [plain('')] });
	const failed = await runNode({ url: server.url, parameters: sendPerItem, items });
	const retried = await runNode({ url: server.url, parameters: sendPerItem, items, retryOf: failed });
	expect(retried.status).toBe('error');
	expect(retried.error?.message).toContain('an earlier attempt at this item ended without a known outcome');
	expect(countByNumber(server)).toEqual([1, 1, 1, 1, 1]);
});

it('a send over 5,000 recipients goes on with the request that was refused', async () => {
	let refused = false;
	server = await serveScript((request) => {
		const first = formOf(request).get('dest')?.split(',')[0];
		if (first === '33600005000' && !refused) {
			refused = true;
			return plain('ERROR 04');
		}
		return plain('OK 123456789012');
	});
	const to = Array.from({ length: 12_000 }, (_, index) => String(33600000000 + index));
	const parameters = { ...sendPerItem, category: 'nonMarketingGroup' };
	const result = await runNode({
		url: server.url,
		parameters,
		items: [{ to, text: 'Hello' }],
		settings: retry,
	});
	expect(result.status).toBe('success');
	expect(server.requests.map((request) => formOf(request).get('dest')?.split(',').length)).toEqual([
		5000, 5000, 5000, 2000,
	]);
	expect(outputOf(result)[0]).toMatchObject({ recipientCount: 12_000, requests: 3 });
});

it('the error of a later request says what was accepted before it', async () => {
	server = await serveScript((_request, index) => plain(index === 0 ? 'OK 123456789012' : 'ERROR 03'));
	const to = Array.from({ length: 6_000 }, (_, index) => String(33600000000 + index));
	const parameters = { ...sendPerItem, category: 'nonMarketingGroup' };
	const result = await runNode({ url: server.url, parameters, items: [{ to, text: 'Hello' }] });
	expect(result.error?.message).toBe('Partly sent: 1 of 2 requests were accepted');
	expect(result.runData[nodeName]?.[0]?.error?.description).toContain(
		'Accepted: recipients 1 to 5,000. References: ',
	);
});

it('a longer time-out in the node does not make a message a new one, even if its text varies', async () => {
	server = await serviceFor({ '33600000003': ['cut'] });
	const text = '={{ "At " + Math.random() }}';
	const failed = await runNode({ url: server.url, parameters: { ...sendPerItem, text }, items });
	const parameters = { ...sendPerItem, text, options: { timeout: 120 } };
	await runNode({ url: server.url, parameters, items, retryOf: failed });
	expect(countByNumber(server)).toEqual([1, 1, 1, 1, 1]);
	expect(failed.runData[nodeName]?.[0]?.error?.description).toContain('A retry stops at this item again');
});

it('a retry goes on where an earlier try has deleted a group that was given by name', async () => {
	const groups = new Map(Object.entries({ '1': 'A', '2': 'B' }));
	let refusals = 1;
	server = await serveScript((request) => {
		if (!request.path.includes('do=del'))
			return plain([...groups].map(([id, name]) => `${id};${name};0`).join('\n'));
		const id = formOf(request).get('id') ?? '';
		if (id === '2' && refusals-- > 0) return plain('ERREUR');
		return plain(groups.delete(id) ? 'OK' : 'ERREUR');
	});
	const parameters = {
		resource: 'group',
		operation: 'delete',
		group: { __rl: true, mode: 'name', value: '={{ $json.group }}' },
	};
	const named = [{ group: 'A' }, { group: 'B' }];
	const result = await runNode({ url: server.url, parameters, items: named, settings: retry });
	expect(result.status).toBe('success');
	expect(outputOf(result)).toEqual([{ deleted: true }, { deleted: true }]);
	expect(groups.size).toBe(0);
});

it('a retry after the scheduled time keeps what was accepted, and fails for the rest', async () => {
	server = await serviceFor({ '33600000003': [plain('ERROR 04')] }, 1);
	const parameters = (scheduleAt: Date) => ({
		...sendPerItem,
		options: { scheduleAt: scheduleAt.toISOString(), maxConcurrentRequests: 1 },
	});
	const hour = 3_600_000;
	const failed = await runNode({
		url: server.url,
		parameters: parameters(new Date(Date.now() + hour)),
		items,
	});
	expect(countByNumber(server)).toEqual([1, 1, 1, 0, 0]);
	const retried = await runNode({
		url: server.url,
		parameters: parameters(new Date(Date.now() - hour)),
		items,
		settings: { onError: 'continueRegularOutput' },
		retryOf: failed,
	});
	expect(countByNumber(server)).toEqual([1, 1, 1, 0, 0]);
	const past = 'Send At: The time is in the past.';
	expect(outputOf(retried).map(({ accepted, error }) => accepted ?? error)).toEqual([
		true,
		true,
		past,
		past,
		past,
	]);
});
