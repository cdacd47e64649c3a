/** What becomes of all items where one is wrong, where nothing can be sent, and where a person stops the execution. */
import { serviceForEachTest } from '../../support/service';
import { goOn, nodeName, number, outputOf, plain } from '../../support/runNode';

const server = serviceForEachTest();

const { sentTo } = server;
const to = (...numbers: string[]) => numbers.map((one) => ({ to: one, text: 'Hello' }));

it('with Continue On Fail the wrong item is an error item and the others are sent', async () => {
	const result = await server.run({ items: to(number(1), 'nobody', number(3)), settings: goOn });
	expect(sentTo()).toEqual([number(1), number(3)]);
	const output = outputOf(result);
	expect(output.map(({ accepted }) => accepted)).toEqual([true, undefined, true]);
	expect(output[1]?.error).toMatch(/^To: .*contains letters/);
	expect(Object.keys(output[1] ?? {}).sort()).toEqual(['error', 'message']);
	expect(result.data[nodeName]?.[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
});

it('an error output gets the failed items, with what came in', async () => {
	const items = [...to(number(1)), { to: 'nobody', text: 'Hello', order: 7 }];
	const result = await server.run({ items, settings: { onError: 'continueErrorOutput' } });
	const [good, failed] = result.data[nodeName] ?? [];
	expect(good?.map(({ json }) => json.accepted)).toEqual([true]);
	expect(failed?.map(({ json }) => json)).toEqual([expect.objectContaining({ order: 7, to: 'nobody' })]);
});

it('from the 11th on, items are named by number', async () => {
	const result = await server.run({
		items: [
			...Array(11)
				.fill(to(number(1)))
				.flat(),
			...to(''),
		],
	});
	const error = result.runData[nodeName]?.[0]?.error;
	expect(error?.description).toContain('No items were sent. Affected: item 12.');
	expect(error?.context.itemIndex).toBeUndefined();
});

it.each([
	['continueRegularOutput', 0],
	['continueErrorOutput', 1],
])('a missing credential never passes the input on as success (%s)', async (onError, output) => {
	const result = await server.run({
		items: to(number(1), number(2)),
		settings: { onError },
		credentials: {},
	});
	const items = result.data[nodeName]?.[output] ?? [];
	expect(items).toHaveLength(2);
	for (const { json } of items) expect(json.error).toMatch(/^Not sent: the credential cannot be used/);
});

it.each(['stopWorkflow', 'continueRegularOutput'])('Stop ends the loop at once (%s)', async (onError) => {
	const stop = new AbortController();
	server.react = (_request, index) => {
		if (index === 1) stop.abort();
		return index === 1 ? 'hang' : plain('OK 123456789012');
	};
	const items = to(number(1), number(2), number(3));
	const result = await server.run({ items, settings: { onError }, signal: stop.signal });
	expect(result.status).toBe('canceled');
	expect(sentTo()).toEqual([number(1), number(2)]);
	expect(JSON.stringify(result.data[nodeName] ?? [])).not.toContain('accepted');
});
