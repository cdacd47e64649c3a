import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { playgroundRoot } from '../support/folders';
import type { N8nVersion } from '../n8n/n8nVersion';
import { messageOf, PlaygroundError } from '../support/playgroundError';

const oldestNode = { major: 20, minor: 20 };
/** Bytes: n8n's cache and database take about 60 MB. */
const roomNeeded = 200e6;

function checkNode(): void {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	if (major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor)) return;
	throw new PlaygroundError(
		`Node.js ${process.versions.node} is too old.`,
		`Install Node.js ${oldestNode.major}.${oldestNode.minor} or newer.`,
	);
}

function checkPlatform(): void {
	if (process.platform !== 'win32') return;
	throw new PlaygroundError('The playground runs on Linux and macOS.', 'On Windows, use WSL.');
}

function checkInstalled({ node, entry }: N8nVersion): void {
	const missing = [node, entry, join(playgroundRoot, 'dist', 'support', 'guard.js')].find(
		(file) => !existsSync(file),
	);
	if (missing === undefined) return;
	throw new PlaygroundError(
		`The playground is not fully installed: ${missing} is missing.`,
		'Run `npm run setup` and `npm run build:all`.',
	);
}

/** Runs the Node.js that n8n runs on. As n8n itself, it gets no settings of this shell, such as NODE_OPTIONS or NODE_PATH. */
function runNode(node: string, ...args: string[]): void {
	execFileSync(node, args, { stdio: 'ignore', env: {} });
}

function checkNodeOfN8n({ node }: N8nVersion): void {
	try {
		runNode(node, '--version');
	} catch (error) {
		throw new PlaygroundError(
			`The playground's Node.js does not run on this machine: ${messageOf(error)}.`,
			'Use macOS, or a Linux with glibc such as Debian, Ubuntu or Fedora, but not Alpine.',
		);
	}
}

/** n8n's database is a native module: it is there only if it could be fetched or compiled. */
function checkDatabase({ node, entry }: N8nVersion): void {
	const script = `require(require.resolve('sqlite3', { paths: [require('fs').realpathSync(${JSON.stringify(entry)})] }))`;
	try {
		runNode(node, '-e', script);
	} catch {
		throw new PlaygroundError(
			"n8n's database module (sqlite3) is not installed.",
			'Install a C++ compiler, make and Python 3 (Debian: apt-get install g++ make python3; macOS: xcode-select ' +
				'--install), then run `npx --yes pnpm@12.21.0 rebuild sqlite3`.',
		);
	}
}

function checkRoom(): void {
	const { bavail, bsize } = statfsSync(playgroundRoot);
	if (bavail * bsize >= roomNeeded) return;
	throw new PlaygroundError(
		`Less than ${roomNeeded / 1e6} MB of disk space left in ${playgroundRoot}.`,
		'Free some space and try again.',
	);
}

/**
 * Everything that must be there before n8n is started.
 * @throws PlaygroundError for the first thing that is not, with how to get it
 */
export function checkMachine(n8n: N8nVersion): void {
	checkPlatform();
	checkNode();
	checkInstalled(n8n);
	checkNodeOfN8n(n8n);
	checkDatabase(n8n);
	checkRoom();
}
