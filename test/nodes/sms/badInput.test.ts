import type { INodeParameters } from 'n8n-workflow';
import { serviceForEachTest } from '../../support/service';
import { formOf, goOn, nodeName, outputOf, sendParameters } from '../../support/runNode';

const server = serviceForEachTest();

const send = (changes: INodeParameters): INodeParameters => ({ ...sendParameters, ...changes });

it('with Continue On Fail the wrong item is an error item and the others are sent', async () => {
	const items = [{ to: '33600000001' }, { to: 'nobody' }, { to: '33600000003' }];
	const parameters = send({ to: '={{ $json.to }}' });
	const result = await server.run({ parameters, items, settings: goOn });
	expect(server.requests.map((request) => formOf(request).get('dest'))).toEqual([
		'33600000001',
		'33600000003',
	]);
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

it('without Continue On Fail a wrong third item keeps the first two from being sent', async () => {
	const items = [{ to: '33600000001' }, { to: '33600000002' }, { to: '' }];
	const result = await server.run({ parameters: send({ to: '={{ $json.to }}' }), items });
	expect(result.status).toBe('error');
	expect(server.requests).toHaveLength(0);
	expect(result.runData[nodeName]?.[0]?.error?.description).toContain('Affected: third item.');
});

it('an error output gets the failed items, with what came in', async () => {
	const items = [{ to: '33600000001' }, { to: 'nobody', order: 7 }];
	const parameters = send({ to: '={{ $json.to }}' });
	const result = await server.run({ parameters, items, settings: { onError: 'continueErrorOutput' } });
	const [good, failed] = result.data[nodeName] ?? [];
	expect(good?.map(({ json }) => json.accepted)).toEqual([true]);
	expect(failed?.map(({ json }) => json)).toEqual([expect.objectContaining({ order: 7, to: 'nobody' })]);
});

it('from the 11th on, items are named by number', async () => {
	const items = Array.from({ length: 12 }, (_, index) => ({ to: index === 11 ? '' : '33600000001' }));
	const result = await server.run({ parameters: send({ to: '={{ $json.to }}' }), items });
	expect(result.runData[nodeName]?.[0]?.error?.description).toContain(
		'No items were sent. Affected: item 12.',
	);
	expect(result.runData[nodeName]?.[0]?.error?.context.itemIndex).toBeUndefined();
});
