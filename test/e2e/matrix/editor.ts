import { fetchOnce } from '../../../playground/src/support/fetchOnce';
import { listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { described, readSchemaFile } from '../../schemas/files';
import { packageTypes } from '../../support/packedNodes';
import { agent, credentialData } from '../support/realN8n';
import type { World } from './world';

const types = async ({ real }: World): Promise<unknown[]> =>
	listAt(await real.api.file('/types/nodes.json')).filter((type) =>
		textAt(type, 'name').startsWith(`${real.installed.name}.`),
	);

/** What each version shows its users: icons, tools, schemas, the credential and its test, lists. */
export function editorChecks(worlds: () => readonly World[]): void {
	/** A test that runs in each version. */
	const inEach = (name: string, check: (world: World) => Promise<void>): void =>
		it(name, async () => {
			for (const world of worlds()) await check(world);
		});

	describe('the editor', () => {
		inEach('has an icon for each node, light and dark', async (world) => {
			const all = await types(world);
			expect(all.length).toBeGreaterThanOrEqual(packageTypes.length);
			for (const icon of all.flatMap((type) => ['light', 'dark'].map((s) => textAt(type, 'iconUrl', s)))) {
				const { status, headers } = await fetchOnce(`${world.real.n8n.url}/${icon}`);
				expect(`${icon} ${status} ${headers.get('content-type') ?? ''}`).toBe(`${icon} 200 image/svg+xml`);
			}
		});

		inEach('offers the action nodes, and no trigger, as tools of AI agents', async (world) => {
			const names = (await types(world)).map((type) => textAt(type, 'name').replace(/^.*\./, ''));
			const tools = names.filter((name) => name.endsWith('Tool') && !name.endsWith('HitlTool'));
			const actions = packageTypes.filter((name) => !name.endsWith('Trigger'));
			expect(tools.sort()).toEqual(actions.map((name) => `${name}Tool`).sort());
		});

		inEach('gets the output schema of each operation and trigger', async ({ real }) => {
			for (const one of described) {
				const path = one.file.replace(/^.*\/__schema__\/v/, '');
				const reply = await fetchOnce(`${real.n8n.url}/schemas/${real.installed.name}.${one.node}/${path}`);
				expect({ path, text: await reply.text() }).toEqual({ path, text: readSchemaFile(one) });
			}
		});

		inEach('shows the balance, or why the credential fails', async ({ real, credential }) => {
			const test = async (data: Record<string, string>): Promise<unknown> =>
				await real.api.post('/credentials/test', { credentials: { ...credential, data } });
			const { url } = real.simulator;
			expect(await test(credentialData(url))).toEqual({
				status: 'OK',
				message: expect.stringMatching(/balance.*\d/i),
			});
			expect(await test(credentialData(url, 'another-key'))).toEqual({
				status: 'Error',
				message: expect.stringMatching(/key.*rejected/i),
			});
		});

		inEach('lists the senders, the groups and each language of a template', async ({ real, credential }) => {
			const template = {
				name: 'login_code',
				status: 'APPROUVED',
				category: 'AUTHENTICATION',
				components: [],
			};
			await real.simulator.configure({
				senders: ['MyCompany', 'Clinic'],
				groups: [{ id: 7, name: 'VIP; Clients', numbers: ['33600123456'] }],
				templates: [
					{ ...template, id: '1', language: 'en_US' },
					{ ...template, id: '2', language: 'fr' },
				],
			});
			const load = async (path: string, methodName: string, parameters: JsonObject, node = 'smsboxSms') => {
				const list = await real.api.post('/dynamic-node-parameters/resource-locator-results', {
					path: `parameters.${path}`,
					methodName,
					nodeTypeAndVersion: { name: `${real.installed.name}.${node}`, version: 1 },
					currentNodeParameters: { resource: 'message', ...parameters },
					credentials: { smsboxApi: { id: credential.id, name: credential.name } },
				});
				return listAt(list, 'results').map((entry) => `${textAt(entry, 'name')}: ${textAt(entry, 'value')}`);
			};
			expect(await load('senderId', 'searchSenderIds', { operation: 'send' })).toEqual([
				'MyCompany: MyCompany',
				'Clinic: Clinic',
			]);
			expect(await load('group', 'searchGroups', { operation: 'sendToGroup' })).toEqual(['VIP; Clients: 7']);
			const { wabaId, phoneId } = agent;
			const sendOtp = { wabaId, phoneId, operation: 'sendOtp' };
			expect(await load('template', 'searchTemplates', sendOtp, 'smsboxWaba')).toEqual([
				expect.stringMatching(/: login_code\/en_US$/),
				expect.stringMatching(/: login_code\/fr$/),
			]);
		});
	});
}
