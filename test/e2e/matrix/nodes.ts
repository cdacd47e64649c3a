import { at, isObject, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { loadedNodeTypes } from '../../../playground/src/prepare';
import { credentialData } from '../../smoke/realN8n';
import { postMessages, publishChain, webhook } from '../../smoke/workflow';
import { packageTypes } from '../../support/packedNodes';
import { dryRunChain, dryRuns, expectDry, requestsTo } from '../support/dryRuns';
import { figure } from '../support/report';
import { allEnded } from '../support/runs';
import type { World } from './world';

/** Names and kinds of everything that can be set in a node: what a saved workflow depends on. */
function shapeOf(properties: unknown): unknown[] {
	return listAt(properties)
		.filter(isObject)
		.map(({ name, type, options, values }: JsonObject) => ({
			name,
			type,
			options: shapeOf(options),
			values: shapeOf(values),
		}));
}

/** The descriptions of the package's nodes, as n8n serves them to its editor. */
async function descriptions({ real }: World): Promise<Array<{ name: string; shape: unknown }>> {
	return listAt(await real.api.file('/types/nodes.json'))
		.filter((type) => textAt(type, 'name').startsWith(`${real.installed.name}.`))
		.map((type) => ({
			name: `${textAt(type, 'name')}@${JSON.stringify(at(type, 'version'))}`,
			shape: shapeOf(at(type, 'properties')),
		}))
		.filter(({ name }) => !name.includes('Tool@'))
		.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The packed tarball, installed as n8n installs a community package. */
export function nodeChecks(worlds: () => readonly World[]): void {
	describe('the packed nodes', () => {
		it('are all loaded by each version', async () => {
			for (const { real } of worlds()) {
				const loaded = await loadedNodeTypes(real.api, real.installed);
				const names = loaded.map((type) => type.replace(/^.*\./, '').replace(/@.*$/, ''));
				// n8n 2 makes a node of its own for the reviews of tools.
				const own = names.filter((name) => !name.endsWith('HitlTool'));
				expect(own.sort()).toEqual([...packageTypes].sort());
			}
			figure('Version matrix', 'Nodes loaded in each version', packageTypes.length);
		});

		it('are offered by each version with the same parameters', async () => {
			const [first, ...others] = await Promise.all(worlds().map(descriptions));
			expect(first).toHaveLength(packageTypes.length);
			for (const other of others) expect(other).toEqual(first);
		});

		it('send nothing in a dry run, in each version', async () => {
			for (const { real, credential, reader } of worlds()) {
				const published = await publishChain(
					real,
					credential,
					'Dry run',
					webhook('matrix/dry'),
					...dryRunChain,
				);
				const before = await requestsTo(real.simulator);
				await postMessages(published, []);
				const [execution] = await allEnded(reader, published.id, 1);
				if (execution === undefined) throw new Error('n8n stored no execution');
				expectDry(execution, (await requestsTo(real.simulator)).slice(before.length));
			}
			figure('Version matrix', 'Operations that send nothing in a dry run', dryRuns.length);
		});

		it('tell a good key from a wrong one in each version', async () => {
			for (const { real, credential } of worlds()) {
				const test = async (apiKey: string): Promise<string> =>
					textAt(
						await real.api.post('/credentials/test', {
							credentials: { ...credential, data: credentialData(real.simulator.url, apiKey) },
						}),
						'status',
					);
				expect([await test('smoke-key'), await test('another-key')]).toEqual(['OK', 'Error']);
			}
		});
	});
}
