import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repositoryRoot } from '../../playground/src/support/folders';
import { listAt, parseJson } from '../../playground/src/support/json';

const manifest = parseJson(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));

/** The types of the nodes that the package tells n8n of: `smsboxSms` for a file `SmsboxSms.node.js`. */
export const packageTypes: readonly string[] = listAt(manifest, 'n8n', 'nodes').map((file) => {
	const name = basename(String(file), '.node.js');
	return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
});

/**
 * What `npm publish` would upload, unpacked in a new folder below `folder`. The package must have been built.
 * @returns the folder with its `package.json`
 */
export function packedNodes(folder: string): string {
	const into = mkdtempSync(join(folder, 'packed-'));
	const tool = join(repositoryRoot, 'tools', 'pack.mjs');
	return execFileSync(process.execPath, [tool, into], { encoding: 'utf8' }).trim();
}
