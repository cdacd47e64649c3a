import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playgroundRoot } from '../support/folders';
import { parseJson, textAt } from '../support/json';

/** An n8n and the Node.js that it runs on. n8n asks for a newer one than contributors need to have. */
export interface N8nVersion {
	/** Its version, e.g. `2.41.1`. */
	name: string;
	/** The absolute path of the Node.js binary. */
	node: string;
	/** The absolute path of n8n's command. */
	entry: string;
}

/** The n8n and the Node.js that the `package.json` of a folder pins, as they stand in its `node_modules`. */
export function n8nIn(folder: string): N8nVersion {
	const manifest = parseJson(readFileSync(join(folder, 'package.json'), 'utf8'));
	return {
		name: textAt(manifest, 'dependencies', 'n8n'),
		node: join(folder, 'node_modules', 'node', 'bin', 'node'),
		entry: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}

/** The n8n of the playground. */
export const pinnedN8n = n8nIn(playgroundRoot);
