/** The files of the repository, for tests that read them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

export const root = path.resolve(__dirname, '../..');

/** Returns the text of a file, by its path in the repository. */
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Returns what a JSON file contains, as far as a schema names it. @throws where it does not fit the schema */
export const readJson = <Content>(file: string, schema: z.ZodType<Content, z.ZodTypeDef, unknown>): Content =>
	schema.parse(JSON.parse(read(file)));
