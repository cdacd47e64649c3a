/**
 * Installs what a lockfile asks for, unless it is installed already: then nothing is written, so another user may have
 * installed it. Says what to do where the installation fails.
 *
 * `node tools/setup.mjs [FOLDER]`: of a folder with a lockfile of its own, instead of the whole repository.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { arch, argv, exit, platform, stderr, versions } from 'node:process';
import { fileURLToPath } from 'node:url';

// Without a network, what was fetched before does.
const install = 'npx --yes --prefer-offline pnpm@12.21.0 install --frozen-lockfile --reporter=append-only';

// A Node.js that is too old must come as far as the explanation: it has no import.meta.dirname.
const root = fileURLToPath(new URL(`../${argv[2] ?? ''}`, import.meta.url));
const packages = argv[2] === undefined ? ['.', 'simulator', 'playground'] : ['.'];
const folders = packages.map((name) => path.join(root, name));
const stamp = path.join(root, 'node_modules', '.installed');

/** A compiled dependency fits one platform and one major version of Node.js. */
const hash = createHash('sha256').update(`${platform} ${arch} ${versions.modules}`);
for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml'])
	hash.update(readFileSync(path.join(root, name)));
for (const folder of folders) hash.update(readFileSync(path.join(folder, 'package.json')));
const wanted = hash.digest('hex');

const complete = folders.every((folder) => existsSync(path.join(folder, 'node_modules')));
if (complete && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) exit(0);

// What fails midway must not pass for what stood here before.
rmSync(stamp, { force: true });
const { status } = spawnSync(install, { cwd: root, stdio: 'inherit', shell: true });
if (status === 0) {
	writeFileSync(stamp, wanted);
	exit(0);
}
stderr.write(`
The installation failed. The error is above.
- If it contains "sqlite3" or "gyp": the database of the playground's n8n could be neither downloaded nor compiled.
  Install a C++ compiler, make and Python 3 (Debian: apt-get install g++ make python3; macOS: xcode-select --install),
  move this folder if its path has a space, and run the same command again.
- If it contains "EACCES": another user wrote files in this folder, as "sudo npm start" does.
  Run sudo chown -R "$(id -u)" . in this folder, and the same command again.
- If it contains "ENOTFOUND", "ETIMEDOUT" or "ECONNREFUSED": the npm registry cannot be reached.
- If it contains "Unsupported" or "requires": Node.js 20.20 or newer is required; this is ${versions.node}.
`);
exit(1);
