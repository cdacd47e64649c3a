/**
 * Packs the package as it would be published and unpacks it again: what is left is what users install.
 *
 * `node tools/pack.mjs FOLDER` does it on the command line and prints where the package's files are.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argv, stderr } from 'node:process';
import { fileURLToPath } from 'node:url';
import { x as extract } from 'tar';

/** npm packs none of these, but reads all of `node_modules` before, which takes longer than everything else. */
const neverPacked = new Set(['node_modules', '.git', '.data', '.stryker-tmp']);

/**
 * @param {string} root the package's folder, built
 * @param {string} into an existing folder for the tarball and its content
 * @returns {{ tarball: string, folder: string }} absolute paths: the .tgz, and the folder that it was unpacked to
 */
export function pack(root, into) {
	const copy = mkdtempSync(path.join(tmpdir(), 'smsbox-pack-'));
	const filter = (file) => file === root || !neverPacked.has(path.basename(file));
	try {
		cpSync(root, copy, { recursive: true, filter });
		return unpack(path.join(into, packed(copy, into)), into);
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

/** Packs a folder and returns the tarball's name. */
function packed(folder, into) {
	const report = execFileSync('npm', ['pack', '--json', '--ignore-scripts'], {
		cwd: folder,
		encoding: 'utf8',
		// npm is a .cmd on Windows, which needs a shell; that would take a path with a space for two words.
		shell: process.platform === 'win32',
		env: { ...process.env, npm_config_pack_destination: into },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [{ filename }] = JSON.parse(report);
	return filename;
}

function unpack(tarball, into) {
	const folder = path.join(into, 'package');
	mkdirSync(folder, { recursive: true });
	extract({ file: tarball, cwd: folder, strip: 1, sync: true });
	return { tarball, folder };
}

if (argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url)) {
	const [into] = argv.slice(2);
	if (into === undefined) {
		stderr.write('usage: node tools/pack.mjs FOLDER\n');
		process.exit(2);
	}
	console.log(pack(path.resolve(import.meta.dirname, '..'), path.resolve(into)).folder);
}
