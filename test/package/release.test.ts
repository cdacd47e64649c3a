import path from 'node:path';
import { MadeUpPackage } from './madeUpPackage';

const tool = path.resolve(__dirname, '../../tools/release.mjs');

/** Every test starts a process, on a machine that may be busy. */
jest.setTimeout(60_000);

let made: MadeUpPackage;
beforeEach(() => {
	made = new MadeUpPackage();
});
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

	it('is refused as long as the README says that there is no package on npm', () => {
		const { status, output } = check('v1.2.3', '1.2.3', changelog, 'The package is **not on npm yet**.');
		expect(status).toBe(1);
		expect(output).toContain('README.md says that the package is not on npm yet.');
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

	it('is refused when the changelog has no section of the version', () => {
		const { status, output } = check('v1.2.4', '1.2.4');
		expect({ status, output }).toEqual({ status: 1, output: expect.stringContaining('no section') });
	});

	it('is refused when the section is of a version that only begins alike', () => {
		expect(check('v1.2.3', '1.2.3', '## [1.2.30] - 2026-03-01\n\n- Other.\n').status).toBe(1);
	});

	it('is refused when the section has no date yet', () => {
		const { status, output } = check('v1.3.0', '1.3.0');
		expect({ status, output }).toEqual({ status: 1, output: expect.stringContaining('"Unreleased"') });
	});

	it('is refused when the section says nothing', () => {
		const { status, output } = check('v1.2.2', '1.2.2');
		expect({ status, output }).toEqual({ status: 1, output: expect.stringContaining('is empty') });
	});

	it('of a preliminary version is refused: npm would give it to everybody', () => {
		const { status, output } = check('v2.0.0-rc.1', '2.0.0-rc.1', '## [2.0.0-rc.1] - 2026-03-01\n\n- New.\n');
		expect({ status, output }).toEqual({
			status: 1,
			output: 'Version 2.0.0-rc.1 must look like 1.2.3.\n',
		});
	});

	it('must be given', () => {
		expect(made.run(tool)).toEqual({ status: 2, output: expect.stringContaining('usage') });
	});
});
