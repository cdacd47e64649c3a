import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { N8nApi } from './n8n/api';
import { n8nDataOf, playgroundRoot, type Folders } from './support/folders';
import { at, listAt, textAt } from './support/json';
import { pinnedN8n } from './n8n/n8nVersion';
import type { InstalledPackage } from './n8n/nodesPackage';
import { PlaygroundError } from './support/playgroundError';

export interface Credential {
	type: string;
	id: string;
	name: string;
}

/** Creates the credential, or brings the one of the same name and type up to date. */
export async function saveCredential(
	api: N8nApi,
	name: string,
	data: Readonly<Record<string, string>>,
	type = 'smsboxApi',
): Promise<Credential> {
	const wanted = { name, type, data };
	const known = listAt(await api.get('/credentials')).find(
		(credential) => textAt(credential, 'name') === name && textAt(credential, 'type') === type,
	);
	const saved =
		known === undefined
			? await api.post('/credentials', wanted)
			: await api.patch(`/credentials/${textAt(known, 'id')}`, wanted);
	return { type, id: textAt(saved, 'id'), name };
}

/** The credential of the simulated model, which takes any key. For a real model, another credential is chosen. */
export async function saveModelCredential(
	api: N8nApi,
	name: string,
	simulatorUrl: string,
): Promise<Credential> {
	return await saveCredential(
		api,
		name,
		{ apiKey: 'simulated-model', url: `${simulatorUrl}/model/v1` },
		'openAiApi',
	);
}

/** The node types of the package that n8n has loaded, as `package.name@version`. */
export async function loadedNodeTypes(api: N8nApi, installed: InstalledPackage): Promise<string[]> {
	const all = listAt(await api.file('/types/nodes.json')).flatMap((type) =>
		[at(type, 'version')].flat().map((version) => `${textAt(type, 'name')}@${String(version)}`),
	);
	return (
		all
			.filter((type) => type.startsWith(`${installed.name}.`))
			// Every node that can be a tool is there twice, once as that tool.
			.filter((type, _, types) => !types.some((other) => type === other.replace('@', 'Tool@')))
			.sort()
	);
}

/** Has n8n list the package under Settings > Community nodes. */
export async function listInstalled(
	api: N8nApi,
	folders: Folders,
	installed: InstalledPackage,
): Promise<string[]> {
	const nodeTypes = await loadedNodeTypes(api, installed);
	if (nodeTypes.length === 0)
		throw new PlaygroundError(
			`n8n loaded no nodes of ${installed.name}.`,
			'Check playground/.data/logs/n8n.log.',
		);
	await promisify(execFile)(pinnedN8n.node, [
		join(playgroundRoot, 'dist', 'n8n', 'listPackage.js'),
		join(n8nDataOf(folders), 'database.sqlite'),
		installed.name,
		installed.version,
		...nodeTypes,
	]);
	return nodeTypes;
}
