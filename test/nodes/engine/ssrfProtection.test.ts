/** n8n's protection against server-side request forgery, switched on for this whole process. */
process.env['N8N_SSRF_PROTECTION_ENABLED'] = 'true';
process.env['N8N_SSRF_ALLOWED_HOSTNAMES'] = 'localhost';
process.env['N8N_SSRF_BLOCKED_HOSTNAMES'] = 'blocked.example';

import { errorKind } from '../../support/expectations';
import { nodeName, outputOf, sendParameters } from '../../support/runNode';
import { serviceForEachTest } from '../../support/service';

const server = serviceForEachTest();
const { run } = server;

it.each([
	['an address', () => server.url],
	['a host name', () => 'http://blocked.example'],
])('%s that n8n blocks is "not sent", and the error names the setting', async (_what, urlOf) => {
	const result = await run({ url: urlOf(), parameters: sendParameters });
	expect(server.requests).toHaveLength(0);
	expect(errorKind(result)).toEqual({ kind: 'notSent' });
	const error = result.runData[nodeName]?.[0]?.error;
	expect(error?.message).toContain('Not sent: n8n blocks requests to the host');
	expect(error?.description).toContain('N8N_SSRF_ALLOWED_HOSTNAMES');
});

it('the setting lets it through, under the same deduplication key', async () => {
	const parameters = { ...sendParameters, safetyOptions: { deduplicationKey: 'order-1' } };
	const blocked = await run({ parameters });
	expect(errorKind(blocked)).toEqual({ kind: 'notSent' });
	const sent = await run({ url: server.url.replace('127.0.0.1', 'localhost'), parameters });
	expect(outputOf(sent)).toEqual([expect.objectContaining({ accepted: true })]);
	expect(server.requests).toHaveLength(1);
});
