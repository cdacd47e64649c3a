import { join, resolve } from 'node:path';

/** This folder, both from `src` and from `dist`. */
export const benchRoot = resolve(__dirname, '..');
export const repositoryRoot = resolve(benchRoot, '..');
export const resultsFile = join(benchRoot, 'results.md');
/** Where scripts stand that are measured in a process of their own. */
export const childrenFolder = join(benchRoot, 'children');
