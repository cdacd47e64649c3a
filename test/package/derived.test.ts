/** What scripts write: the tables of the pages, the names that saved workflows depend on, and the table of national numbers. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MadeUpPackage } from './madeUpPackage';

const root = path.resolve(__dirname, '../..');
const update = path.join(root, 'tools/update/docs.mjs');
const names = 'test/package/names.txt';

const made = new MadeUpPackage();

afterAll(() => made.remove());

describe('the tables and names that npm run update:docs writes', () => {
	/** Changes a copy of a file. */
	function replace(file: string, text: RegExp, replacement: string): void {
		const content = readFileSync(path.join(made.folder, file), 'utf8');
		expect(content).toMatch(text);
		writeFileSync(path.join(made.folder, file), content.replace(text, replacement));
	}

	beforeEach(() => {
		for (const place of ['README.md', 'docs', names])
			cpSync(path.join(root, place), path.join(made.folder, place), { recursive: true });
	});

	it('are up to date', () => {
		expect(made.run(update)).toEqual({ status: 0, output: '' });
	});

	it('are reported with the command if a cell, an operation or a name is missing', () => {
		replace('docs/nodes/sms.md', /^\| Send At \|.*$/m, '| Send At | |');
		replace('README.md', / · Delete \|/, ' |');
		replace(names, /^smsboxApi apiKey.*\n/m, '');
		const { status, output } = made.run(update, made.folder);
		expect(status).toBe(1);
		expect(output.trim().split('\n')).toEqual(
			['docs/nodes/sms.md', 'README.md', names].map(
				(file) => `${file} is not up to date. Run npm run update:docs.`,
			),
		);
	});

	it('contain every field', () => {
		replace('docs/nodes/rcs.md', /^<!-- operations: smsboxRcs event -->$/m, '');
		expect(made.run(update, made.folder).output).toContain('smsboxRcs: Event is in no table of the pages.');
	});

	it('report a name that is gone, each time, until somebody takes it off the list', () => {
		const lost = 'smsboxSms version 0\n';
		writeFileSync(path.join(made.folder, names), lost);
		for (let time = 0; time < 2; time++) {
			const { status, output } = made.run(update, '--record', made.folder);
			expect(status).toBe(1);
			expect(output).toBe('Saved workflows lose "smsboxSms version 0" (docs/contributing/versions.md).\n');
			expect(readFileSync(path.join(made.folder, names), 'utf8')).toBe(lost);
		}
	});
});

describe('the table of national numbers', () => {
	it('is what libphonenumber says', () => {
		const { output } = made.run(path.join(root, 'tools/update/numberingPlans.mjs'));
		const kept = readFileSync(path.join(root, 'protocol/recipients/numberingPlans.ts'), 'utf8');
		expect({ ifNot: 'npm run update:numbers', made: kept }).toEqual({
			ifNot: 'npm run update:numbers',
			made: output,
		});
	});
});
