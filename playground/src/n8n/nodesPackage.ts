import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { n8nDataOf, type Folders } from '../support/folders';
import { listAt, parseJson, textAt } from '../support/json';
import { PlaygroundError } from '../support/playgroundError';

/** What the published package holds, and so what n8n gets here. */
const published = ['package.json', 'index.js', 'dist'];

export interface InstalledPackage {
	name: string;
	version: string;
}

/** n8n's folder for community packages. */
function packagesFolder(folders: Folders): string {
	return join(n8nDataOf(folders), 'nodes');
}

/**
 * Installs the nodes as n8n's own installation of a community package leaves them: unpacked in its folder for such
 * packages. It is a copy and not a link, because from a link Node.js would resolve `n8n-workflow` in this repository
 * and the nodes would run with another copy of it than n8n's.
 * @param source the repository, or an unpacked tarball
 */
export function installNodes(source: string, folders: Folders): InstalledPackage {
	const manifest = parseJson(readFileSync(join(source, 'package.json'), 'utf8'));
	const files = [...listAt(manifest, 'n8n', 'nodes'), ...listAt(manifest, 'n8n', 'credentials')].map(String);
	const missing = files.find((file) => !existsSync(join(source, file)));
	if (missing !== undefined)
		throw new PlaygroundError(`The nodes are not built: ${missing} is missing.`, 'Run `npm run build:all`.');

	const installed = { name: textAt(manifest, 'name'), version: textAt(manifest, 'version') };
	const target = join(packagesFolder(folders), 'node_modules', installed.name);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	for (const part of published) cpSync(join(source, part), join(target, part), { recursive: true });

	const folderManifest = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [installed.name]: installed.version },
	};
	writeFileSync(join(packagesFolder(folders), 'package.json'), JSON.stringify(folderManifest, null, 2));
	return installed;
}
