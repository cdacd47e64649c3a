import { at, isObject, listAt, textAt, type JsonObject } from '../../../playground/src/support/json';
import { loadedNodeTypes } from '../../../playground/src/prepare';
import { postJson, publishChain, webhook } from '../support/workflow';
import { packageTypes } from '../../support/packedNodes';
import { dryRunChain, expectDry, requestsTo } from '../support/dryRuns';
import { n8n1 } from '../support/n8nProcess';
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
			for (const { real, version } of worlds()) {
				const loaded = await loadedNodeTypes(real.api, real.installed);
				const names = loaded.map((type) => type.replace(/^.*\./, '').replace(/@.*$/, ''));
				const reviews = version === n8n1 ? [] : ['smsboxRcs', 'smsboxSms', 'smsboxWaba'];
				const nodes = [...packageTypes, ...reviews.map((name) => `${name}HitlTool`)];
				expect(names.sort()).toEqual(nodes.sort());
			}
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
				await postJson(published.url, {});
				const [execution] = await allEnded(reader, published.id, 1);
				if (execution === undefined) throw new Error('n8n stored no execution');
				expectDry(execution, (await requestsTo(real.simulator)).slice(before.length));
			}
		});
	});
}
