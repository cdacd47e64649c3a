import { MadeUpPackage } from './madeUpPackage';

const tool = 'tools/release.mjs';

const made = new MadeUpPackage();
afterEach(() => made.remove());

const changelog = `# Changelog

## [1.3.0] - Unreleased

### Added

- What is not out yet.

## [1.2.3] - 2026-03-01

### Fixed

- **SMSBOX SMS**: what was mended.

## [1.2.2] - 2026-02-01

## [1.2.1] - 2026-01-01

### Added

- What came first.

[1.2.3]: https://example.org/v1.2.3
`;

/** What the check says of a tag in a package of this version. */
function check(tag: string, version: string, text = changelog, readme = '') {
	made.write('README.md', readme);
	made.write('package.json', JSON.stringify({ version }));
	made.write('CHANGELOG.md', text);
	return made.run(tool, tag, made.folder);
}

describe('a tag', () => {
	it('may be published when package.json and the changelog have its version; the notes are its section', () => {
		expect(check('v1.2.3', '1.2.3')).toEqual({
			status: 0,
			output: '### Fixed\n\n- **SMSBOX SMS**: what was mended.\n',
		});
	});

	it('of the oldest section has notes without the links below them', () => {
		expect(check('v1.2.1', '1.2.1')).toEqual({ status: 0, output: '### Added\n\n- What came first.\n' });
	});

	it.each(['v1.2.2', 'v1.2.30', '1.2.3', 'v1.2.3-beta.1', 'release'])(
		'%s is refused where package.json has 1.2.3',
		(tag) => {
			expect(check(tag, '1.2.3')).toEqual({
				status: 1,
				output: `The tag ${tag} is not v1.2.3, the version of package.json.\n`,
			});
		},
	);

	const other = '## [1.2.30] - 2026-03-01\n\n- Other.\n';
	const preliminary = '## [2.0.0-rc.1] - 2026-03-01\n\n- New.\n';

	it.each([
		['when the changelog has no section of the version', '1.2.4', /no section/],
		['when the section is of a version that only begins alike', '1.2.3', /no section/, other],
		['when the section has no date yet', '1.3.0', /"Unreleased"/],
		['when the section says nothing', '1.2.2', /is empty/],
		[
			'as long as the README says that there is no package on npm',
			'1.2.3',
			/README\.md says that the package is not on npm yet\./,
			changelog,
			'The package is **not on npm yet**.',
		],
		[
			'for a preliminary version: npm would give it to everybody',
			'2.0.0-rc.1',
			/^Version 2\.0\.0-rc\.1 must look like 1\.2\.3\.\n$/,
			preliminary,
		],
	])('is refused %s', (_when, version, words, text = changelog, readme = '') => {
		const { status, output } = check(`v${version}`, version, text, readme);
		expect({ status, output }).toEqual({ status: 1, output: expect.stringMatching(words) });
	});

	it('must be given', () => {
		expect(made.run(tool)).toEqual({ status: 2, output: expect.stringContaining('usage') });
	});
});
