/**
 * Whether a tag may be published: it names the version of package.json, and CHANGELOG.md has a dated section of it.
 *
 * `node tools/release.mjs TAG [FOLDER]` prints that section, for the notes of the release; exits with 1 and says what is
 * wrong otherwise. FOLDER is the package's, this repository's by default.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { argv, stderr, stdout } from 'node:process';

/** Only these go out: npm would give a version such as 1.0.0-beta.1 to everybody who installs or updates. */
const plainVersion = /^\d+\.\d+\.\d+$/;
const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** Of a changelog: the sections below `## [version] - date`, without the links at its end. */
function sectionsOf(changelog) {
	const [, ...parts] = changelog.replace(/^\[[^\]]+\]: .*$/gm, '').split(/^## /m);
	return parts.map((part) => {
		const [heading, ...lines] = part.split('\n');
		const [, version, date] = /^\[([^\]]+)\](?: - (.+))?$/.exec(heading.trim()) ?? [];
		return { version, date, text: lines.join('\n').trim() };
	});
}

/**
 * @param {{ tag: string, version: string, changelog: string, readme: string }} release
 * @returns {{ problems: string[], notes: string }} sentences, none if it may be published; the section of the changelog
 */
function checkRelease({ tag, version, changelog, readme }) {
	const section = sectionsOf(changelog).find((candidate) => candidate.version === version);
	const rules = [
		[plainVersion.test(version), `Version ${version} must look like 1.2.3.`],
		[tag === `v${version}`, `The tag ${tag} is not v${version}, the version of package.json.`],
		[section !== undefined, `CHANGELOG.md has no section "## [${version}] - yyyy-mm-dd".`],
		[
			section === undefined || isoDay.test(section.date ?? ''),
			`The section of ${version} in CHANGELOG.md has no date, but "${section?.date ?? ''}".`,
		],
		[!/not on npm yet/.test(readme), 'README.md says that the package is not on npm yet.'],
		[section?.text !== '', `The section of ${version} in CHANGELOG.md is empty.`],
	];
	return {
		problems: rules.filter(([isKept]) => !isKept).map(([, problem]) => problem),
		notes: section?.text ?? '',
	};
}

const [tag, folder = path.join(import.meta.dirname, '..')] = argv.slice(2);
if (tag === undefined) {
	stderr.write('usage: node tools/release.mjs TAG [FOLDER]\n');
	process.exit(2);
}
const read = (file) => readFileSync(path.resolve(folder, file), 'utf8');
const { version } = JSON.parse(read('package.json'));
const { problems, notes } = checkRelease({
	tag,
	version,
	changelog: read('CHANGELOG.md'),
	readme: read('README.md'),
});
for (const problem of problems) stderr.write(`${problem}\n`);
if (problems.length > 0) process.exit(1);
stdout.write(`${notes}\n`);
