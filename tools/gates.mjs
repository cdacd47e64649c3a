/**
 * n8n's own gates for verified community nodes: `n8n-node lint` and `n8n-node cloud-support` with n8n's default
 * configuration, then its scan of the sources and of the packed tarball. The scan ignores inline configuration.
 * Needs a build; exits with 1 when something is found.
 *
 * `node tools/gates.mjs [FOLDER]`: FOLDER is the package's, this repository's by default.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argv, env, execPath, exit } from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { pack } from './pack.mjs';

const root = path.resolve(argv[2] ?? path.join(import.meta.dirname, '..'));

/** Files that package.json promises to n8n and that are not built yet. */
function unbuilt() {
	const { n8n } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	return [...(n8n?.nodes ?? []), ...(n8n?.credentials ?? [])].filter(
		(file) => !existsSync(path.join(root, file)),
	);
}

/**
 * Runs a command of n8n's command line. The flag lets each folder that isn't published have its own ESLint
 * configuration; without it, n8n's rules for nodes are read over tests and tools.
 */
function n8nNode(command, hasPassed) {
	const bin = path.join(import.meta.dirname, '..', 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
	const { status, stdout, stderr } = spawnSync(execPath, [bin, command], {
		cwd: root,
		encoding: 'utf8',
		// With pnpm's lockfile in the folder, it would call pnpm, which nobody has to install here.
		env: { ...env, ESLINT_FLAGS: 'unstable_config_lookup_from_file', npm_config_user_agent: 'npm' },
	});
	const words = stripVTControlCharacters(`${stdout}${stderr}`);
	const passed = status === 0 && hasPassed(words);
	(passed ? console.log : console.error)(`n8n-node ${command}: ${passed ? 'passed' : `failed\n${words}`}`);
	return passed;
}

async function scan(label, folder, patterns) {
	const result = await analyzePackage(folder, patterns);
	if (result.passed) {
		console.log(`n8n's scan of ${label}: clean`);
		return true;
	}
	console.error(`n8n's scan of ${label}: ${result.message}\n${result.details ?? ''}`);
	return false;
}

// Where n8n-node can't start npm, it ends as if the linter had passed.
if (spawnSync('npm', ['--version']).status !== 0) {
	console.error("n8n's gates need npm");
	exit(1);
}
const missing = unbuilt();
if (missing.length > 0) {
	console.error(`n8n's gates need a build ("npm run build"): missing ${missing.join(', ')}`);
	exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), 'smsbox-scan-'));
try {
	const linted = n8nNode('lint', () => true);
	// It never fails: its status is in its words only.
	const eligible = n8nNode('cloud-support', (words) => /Status: eligible for n8n Cloud/.test(words));
	const sources = await scan('the sources', root, SOURCE_FILE_PATTERNS);
	const shipped = await scan('the tarball', pack(root, folder).folder, ['**/*.js', 'package.json']);
	process.exitCode = linted && eligible && sources && shipped ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
