/**
 * Exits with 0 when what the lockfile asks for is installed already, so that an installation can be left out.
 *
 * `node tools/installed.mjs --record` records that it is, after an installation.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { arch, argv, platform, versions } from 'node:process';

const root = path.resolve(import.meta.dirname, '..');
const folders = ['.', 'simulator', 'playground'].map((name) => path.join(root, name));
const files = [
	path.join(root, 'pnpm-lock.yaml'),
	path.join(root, 'pnpm-workspace.yaml'),
	...folders.map((folder) => path.join(folder, 'package.json')),
];
const stamp = path.join(root, 'node_modules', '.installed');

/** A compiled dependency fits one platform and one major version of Node.js. */
const hash = createHash('sha256').update(`${platform} ${arch} ${versions.modules}`);
for (const file of files) hash.update(readFileSync(file));
const wanted = hash.digest('hex');

if (argv[2] === '--record') writeFileSync(stamp, wanted);
const complete = folders.every((folder) => existsSync(path.join(folder, 'node_modules')));
process.exitCode = complete && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted ? 0 : 1;
