import { createServer, type Server } from 'node:http';
import { fetchOnce } from '../../playground/src/support/fetchOnce';
import { at, isObject, listAt, textAt, type JsonObject } from '../../playground/src/support/json';
import { loadedNodeTypes } from '../../playground/src/prepare';
import { described, readSchemaFile } from '../schemas/files';
import { packageTypes } from '../support/packedNodes';
import { agent, credentialData, type Stage } from './realN8n';

/** What n8n shows its users: the nodes, the test of the credential, the lists. */
export function editorChecks({ real, credential }: Stage): void {
	describe('n8n, with the packed nodes installed', () => {
		it('has loaded every node that the package names, and those that ask as the review of a tool', async () => {
			const loaded = await loadedNodeTypes(real().api, real().installed);
			const names = loaded.map((type) => type.replace(/^.*\./, '').replace(/@.*$/, ''));
			const reviews = ['smsboxRcsHitlTool', 'smsboxSmsHitlTool', 'smsboxWabaHitlTool'];
			expect(names.sort()).toEqual([...packageTypes, ...reviews].sort());
		});

		it('serves each node to the editor with an icon, light and dark', async () => {
			const types = listAt(await real().api.file('/types/nodes.json')).filter((type) =>
				textAt(type, 'name').startsWith('n8n-nodes-smsbox.'),
			);
			expect(types.length).toBeGreaterThanOrEqual(packageTypes.length);
			for (const type of types) {
				for (const shade of ['light', 'dark']) {
					const icon = textAt(type, 'iconUrl', shade);
					const reply = await fetchOnce(`${real().n8n.url}/${icon}`);
					expect(`${icon} ${reply.status} ${reply.headers.get('content-type') ?? ''}`).toBe(
						`${icon} 200 image/svg+xml`,
					);
				}
			}
		});

		it('offers the action nodes, and no trigger, as tools of AI agents', async () => {
			const tools = listAt(await real().api.file('/types/nodes.json'))
				.map((type) => textAt(type, 'name'))
				.filter((name) => name.startsWith('n8n-nodes-smsbox.') && name.endsWith('Tool'));
			expect(tools).toEqual(
				expect.arrayContaining([
					'n8n-nodes-smsbox.smsboxSmsTool',
					'n8n-nodes-smsbox.smsboxAccountTool',
					'n8n-nodes-smsbox.smsboxWabaTool',
					'n8n-nodes-smsbox.smsboxRcsTool',
				]),
			);
			expect(tools.filter((name) => name.includes('Trigger'))).toEqual([]);
		});

		it('serves the output schema of each operation and trigger', async () => {
			for (const one of described) {
				const path = one.file.replace(/^.*\/__schema__\/v/, '');
				const reply = await fetchOnce(`${real().n8n.url}/schemas/n8n-nodes-smsbox.${one.node}/${path}`);
				const text = await reply.text();
				expect({ path, text }).toEqual({ path, text: readSchemaFile(one) });
			}
		});

		it("serves the credential with a hidden key and the provider's addresses", async () => {
			const type = listAt(await real().api.file('/types/credentials.json')).find(
				(known) => textAt(known, 'name') === 'smsboxApi',
			);
			const properties = listAt(type, 'properties').filter(isObject);
			const key = properties.find(({ name }) => name === 'apiKey');
			expect(at(key, 'typeOptions', 'password')).toBe(true);
			expect(properties.map((property) => property.default)).toEqual(
				expect.arrayContaining([
					'https://api.smsbox.pro',
					'https://api.wababox.net',
					'https://api.rcsbox.net',
				]),
			);
		});
	});

	describe('the credential test', () => {
		const servers: Server[] = [];

		const serve = async (body: string, contentType: string): Promise<string> => {
			const server = createServer((_, response) => {
				response.writeHead(200, { 'content-type': contentType }).end(body);
			});
			servers.push(server);
			await new Promise<void>((resolve) => {
				server.listen(0, '127.0.0.1', resolve);
			});
			return `http://127.0.0.1:${textAt(server.address(), 'port')}`;
		};

		const test = async (data: Record<string, string>): Promise<unknown> =>
			await real().api.post('/credentials/test', {
				credentials: { id: credential().id, name: credential().name, type: credential().type, data },
			});

		const stopAll = async (): Promise<void> => {
			for (const server of servers.splice(0))
				await new Promise<void>((resolve) => {
					server.close(() => resolve());
					server.closeAllConnections();
				});
		};

		afterAll(stopAll);

		it('shows the balance when all is well', async () => {
			const result = await test(credentialData(real().simulator.url));
			expect(result).toEqual({ status: 'OK', message: expect.stringMatching(/balance.*\d/i) });
		});

		it('tells a refused key from an address where nobody listens and from one that is not the service', async () => {
			const gone = await serve('', 'text/plain');
			await stopAll();
			const verdicts = [
				await test(credentialData(real().simulator.url, 'another-key')),
				await test(credentialData(gone)),
				await test(credentialData(await serve('<html><body>Welcome!</body></html>', 'text/html'))),
			];
			expect(verdicts.map((verdict) => textAt(verdict, 'status'))).toEqual(['Error', 'Error', 'Error']);
			const [refused, unreachable, notTheService] = verdicts.map((verdict) => textAt(verdict, 'message'));
			expect(refused).toMatch(/key.*rejected/i);
			expect(unreachable).toMatch(/cannot be reached/i);
			expect(notTheService).toMatch(/is not SMSBOX/i);
		});
	});

	describe('lists in the editor', () => {
		const load = async (
			path: string,
			methodName: string,
			operation: JsonObject,
			node = 'smsboxSms',
		): Promise<unknown> =>
			await real().api.post('/dynamic-node-parameters/resource-locator-results', {
				path: `parameters.${path}`,
				methodName,
				nodeTypeAndVersion: { name: `n8n-nodes-smsbox.${node}`, version: 1 },
				currentNodeParameters: operation,
				credentials: { smsboxApi: { id: credential().id, name: credential().name } },
			});

		it('load the senders and the groups of the account', async () => {
			await real().simulator.configure({
				senders: ['MyCompany', 'Clinic'],
				groups: [{ id: 7, name: 'VIP; Clients', numbers: ['33600123456'] }],
			});
			const senders = await load('senderId', 'searchSenderIds', { resource: 'message', operation: 'send' });
			expect(listAt(senders, 'results').map((entry) => at(entry, 'value'))).toEqual(['MyCompany', 'Clinic']);
			const groups = await load('group', 'searchGroups', { resource: 'message', operation: 'sendToGroup' });
			expect(listAt(groups, 'results')).toEqual([{ name: 'VIP; Clients', value: '7' }]);
		});

		it("load the agent's WhatsApp templates, each language on its own", async () => {
			const entry = { name: 'login_code', status: 'APPROUVED', category: 'AUTHENTICATION', components: [] };
			await real().simulator.configure({
				templates: [
					{ ...entry, id: '1', language: 'en_US' },
					{ ...entry, id: '2', language: 'fr' },
				],
			});
			const sendOtp = {
				wabaId: agent.wabaId,
				phoneId: agent.phoneId,
				resource: 'message',
				operation: 'sendOtp',
			};
			const templates = await load('template', 'searchTemplates', sendOtp, 'smsboxWaba');
			expect(listAt(templates, 'results').map((result) => at(result, 'value'))).toEqual([
				'login_code/en_US',
				'login_code/fr',
			]);
		});
	});
}
