import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '../../../playground/src/support/folders';
import type { Figure } from './report';

const tableModule = pathToFileURL(join(repositoryRoot, 'tools', 'e2e', 'table.mjs')).href;

/** The tool is an ES module, which jest does not load here. */
const tableOf = (rows: readonly Figure[]): string =>
	execFileSync(
		process.execPath,
		[
			'--input-type=module',
			'-e',
			`import { tableOf } from ${JSON.stringify(tableModule)}; process.stdout.write(tableOf(JSON.parse(process.argv[1])));`,
			JSON.stringify(rows),
		],
		{ encoding: 'utf8' },
	);

describe('the table of figures', () => {
	it('gathers the rows of a section under its heading, whenever they were told', () => {
		const rows: Figure[] = [
			{ section: 'Faults', name: 'Kills', value: 3 },
			{ section: 'Queue', name: 'Workers', value: 'two' },
			{ section: 'Faults', name: 'Lost', value: 0, note: 'of 2000' },
		];
		expect(tableOf(rows)).toBe('Faults\n  Kills  3\n  Lost   0  of 2000\n\nQueue\n  Workers  two');
	});
});
