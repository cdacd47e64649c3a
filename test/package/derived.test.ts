/** What scripts write: the tables of the pages, the names that saved workflows depend on, and the table of national numbers. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { read, root } from '../support/repository';
import { MadeUpPackage } from './madeUpPackage';

const update = 'tools/update/docs.mjs';
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

	it('are reported with the command if a cell, an operation or a name is missing, or the table of a field', () => {
		replace('docs/nodes/sms.md', /^\| Send At \|.*$/m, '| Send At | |');
		replace('README.md', / · Delete \|/, ' |');
		replace(names, /^smsboxApi apiKey.*\n/m, '');
		replace('docs/nodes/rcs.md', /^<!-- operations: smsboxRcs event -->$/m, '');
		const { status, output } = made.run(update, made.folder);
		expect(status).toBe(1);
		expect(output.trim().split('\n')).toEqual([
			...['To', 'Event'].map(
				(field) => `smsboxRcs: ${field} is in no table of the pages. Add one (tools/update/tables.mjs).`,
			),
			...['docs/nodes/sms.md', 'README.md', names].map(
				(file) => `${file} is not up to date. Run npm run update:docs.`,
			),
		]);
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

it('the table of national numbers is what libphonenumber says', () => {
	const { output } = made.run('tools/update/numberingPlans.mjs');
	const file = 'protocol/recipients/numberingPlans.ts';
	expect({ ifNot: 'npm run update:numbers', made: read(file) }).toEqual({
		ifNot: 'npm run update:numbers',
		made: output,
	});
});
