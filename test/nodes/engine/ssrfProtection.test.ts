/** n8n's protection against server-side request forgery, switched on for this whole process. */
process.env['N8N_SSRF_PROTECTION_ENABLED'] = 'true';
process.env['N8N_SSRF_ALLOWED_HOSTNAMES'] = 'localhost';
process.env['N8N_SSRF_BLOCKED_HOSTNAMES'] = 'blocked.example';

import { errorKind } from '../../support/expectations';
import { serveScript, type ScriptedServer } from '../../support/httpServer';
import { clearProcessedData } from '../../support/processedData';
import { nodeName, outputOf, plain, runNode, sendParameters } from '../../support/runNode';

let server: ScriptedServer;
beforeEach(async () => {
	await clearProcessedData();
	server = await serveScript(() => plain('OK 123456789012'));
});
afterEach(async () => {
	await server.close();
});

const allowed = (): string => server.url.replace('127.0.0.1', 'localhost');

it.each([
	['an address', () => server.url],
	['a host name', () => 'http://blocked.example'],
])('%s that n8n blocks is "not sent", and the error names the setting', async (_what, urlOf) => {
	const result = await runNode({ url: urlOf(), parameters: sendParameters });
	expect(server.requests).toHaveLength(0);
	expect(errorKind(result)).toEqual({ kind: 'notSent' });
	const error = result.runData[nodeName]?.[0]?.error;
	expect(error?.message).toContain('Not sent: n8n blocks requests to the host');
	expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
});

it('the setting lets it through, under the same deduplication key', async () => {
	const parameters = { ...sendParameters, safetyOptions: { deduplicationKey: 'order-1' } };
	const blocked = await runNode({ url: server.url, parameters });
	expect(errorKind(blocked)).toEqual({ kind: 'notSent' });
	const sent = await runNode({ url: allowed(), parameters });
	expect(outputOf(sent)).toEqual([expect.objectContaining({ accepted: true })]);
	expect(server.requests).toHaveLength(1);
});
