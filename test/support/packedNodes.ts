import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../playground/src/folders';

/**
 * What `npm publish` would upload, unpacked in a new folder below `folder`. The package must have been built.
 * @returns the folder with its `package.json`
 */
export function packedNodes(folder: string): string {
	const into = mkdtempSync(join(folder, 'packed-'));
	const tool = join(repositoryRoot, 'tools', 'pack.mjs');
	return execFileSync(process.execPath, [tool, into], { encoding: 'utf8' }).trim();
}
