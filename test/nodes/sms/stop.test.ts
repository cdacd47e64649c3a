import { serveScript } from '../../support/httpServer';
import { formOf, nodeName, plain, runNode, sendPerItem } from '../../support/runNode';

const items = ['33600000001', '33600000002', '33600000003'].map((to) => ({ to, text: 'Hello' }));

it.each(['stopWorkflow', 'continueRegularOutput'])('Stop ends the loop at once (%s)', async (onError) => {
	const stop = new AbortController();
	const server = await serveScript((_request, index) => {
		if (index === 1) stop.abort();
		return index === 1 ? 'hang' : plain('OK 123456789012');
	});
	const result = await runNode({
		url: server.url,
		parameters: sendPerItem,
		items,
		settings: { onError },
		signal: stop.signal,
	});
	await server.close();
	expect(result.status).toBe('canceled');
	expect(server.requests.map((request) => formOf(request).get('dest'))).toEqual([
		'33600000001',
		'33600000002',
	]);
	expect(JSON.stringify(result.data[nodeName] ?? [])).not.toContain('accepted');
});
