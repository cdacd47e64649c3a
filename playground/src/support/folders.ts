import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The playground's own folder, both from `src` and from `dist`. */
export const playgroundRoot = resolve(__dirname, '../..');
export const repositoryRoot = resolve(playgroundRoot, '..');
export const dataFolder = join(playgroundRoot, '.data');
export const workflowsFolder = join(playgroundRoot, 'workflows');

/** Everything that a run writes stands in these folders. */
export interface Folders {
	root: string;
	/** n8n's user folder: its settings and database in `.n8n`, its cache in `.cache`. */
	n8n: string;
	home: string;
	temporary: string;
	cache: string;
	logs: string;
}

/** Where n8n keeps its settings, its database and its community packages. */
export function n8nDataOf(folders: Folders): string {
	return join(folders.n8n, '.n8n');
}

/** The folders of a run below `root`. */
export function foldersOf(root: string): Folders {
	return {
		root,
		n8n: join(root, 'n8n'),
		home: join(root, 'home'),
		temporary: join(root, 'tmp'),
		cache: join(root, 'cache'),
		logs: join(root, 'logs'),
	};
}

/** Makes the folders of a run below `root`. */
export function makeFolders(root: string): Folders {
	const folders = foldersOf(root);
	const all: string[] = [folders.n8n, folders.home, folders.temporary, folders.cache, folders.logs];
	for (const folder of all) mkdirSync(folder, { recursive: true });
	return folders;
}
