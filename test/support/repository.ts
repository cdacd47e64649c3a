/** The files of the repository, for tests that read them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

export const root = path.resolve(__dirname, '../..');

/** Returns the text of a file, by its path in the repository. */
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Returns what a JSON file contains, as far as a schema names it. @throws where it does not fit the schema */
export const readJson = <Content>(file: string, schema: z.ZodType<Content, z.ZodTypeDef, unknown>): Content =>
	schema.parse(JSON.parse(read(file)));

const built = /(?:^|\/)(?:\.(?!github)[^/]+|node_modules|dist|coverage)(?:\/|$)/;

/** The files in a folder, or the file itself; nothing that is built or installed. */
export function filesIn(place: string): string[] {
	if (statSync(path.join(root, place)).isFile()) return [place];
	return readdirSync(path.join(root, place), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
		.filter((file) => !built.test(file));
}
