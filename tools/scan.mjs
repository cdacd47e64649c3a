/**
 * n8n's own gate for verified community nodes, over the sources and over the packed tarball.
 * Inline configuration is ignored, as n8n does. Needs a build; exits with 1 when something is found.
 *
 * `node tools/scan.mjs [FOLDER]`: FOLDER is the package's, this repository's by default.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argv, exit } from 'node:process';
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

async function scan(label, folder, patterns) {
	const result = await analyzePackage(folder, patterns);
	if (result.passed) {
		console.log(`n8n's scan of ${label}: clean`);
		return true;
	}
	console.error(`n8n's scan of ${label}: ${result.message}\n${result.details ?? ''}`);
	return false;
}

const missing = unbuilt();
if (missing.length > 0) {
	console.error(`n8n's scan needs a build ("npm run build"): missing ${missing.join(', ')}`);
	exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), 'smsbox-scan-'));
try {
	const sources = await scan('the sources', root, SOURCE_FILE_PATTERNS);
	const shipped = await scan('the tarball', pack(root, folder).folder, ['**/*.js', 'package.json']);
	process.exitCode = sources && shipped ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
