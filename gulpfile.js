const { existsSync, readdirSync, rmSync } = require('node:fs');
const path = require('node:path');
const { dest, series, src } = require('gulp');

/** What n8n reads beside the compiled code: icons, codex files, output schemas. */
const assets = [
	'nodes/**/*.svg',
	'nodes/**/*.node.json',
	'nodes/**/__schema__/**/*.json',
	'credentials/**/*.svg',
];

/** A compiled file's source, or an asset's. */
const sourceOf = (file) => file.replace(/\.js$/, '.ts');

/** What the compiler knows of its last run: it lies in `dist` so that it goes with it. */
const buildInfo = '.tsbuildinfo';

/** The compiler never removes what it once wrote: without this, a deleted node would still be published. */
function prune(done) {
	const entries = existsSync('dist') ? readdirSync('dist', { recursive: true, withFileTypes: true }) : [];
	for (const entry of entries.filter((candidate) => candidate.isFile() && candidate.name !== buildInfo)) {
		const file = path.join(entry.parentPath, entry.name);
		if (!existsSync(sourceOf(path.relative('dist', file)))) rmSync(file);
	}
	done();
}

/** Byte for byte: gulp would otherwise read every file as UTF-8. */
function copyAssets() {
	return src(assets, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.assets = series(prune, copyAssets);
