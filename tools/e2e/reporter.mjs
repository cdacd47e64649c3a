/**
 * jest's reporter of the end-to-end tests: collects the rows that `figure()` of `test/e2e/support/report.ts` writes,
 * prints them as one table when all tests have run, and keeps them in `test/e2e/.results.json`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tableOf } from './table.mjs';

const resultsFile = fileURLToPath(new URL('../../test/e2e/.results.json', import.meta.url));

export default class FiguresReporter {
	#folder = '';

	onRunStart() {
		this.#folder = mkdtempSync(join(tmpdir(), 'smsbox-figures-'));
		process.env.SMSBOX_E2E_FIGURES = join(this.#folder, 'rows.jsonl');
	}

	onRunComplete() {
		const rowsFile = join(this.#folder, 'rows.jsonl');
		const rows = existsSync(rowsFile)
			? readFileSync(rowsFile, 'utf8')
					.trimEnd()
					.split('\n')
					.map((line) => JSON.parse(line))
			: [];
		rmSync(this.#folder, { recursive: true, force: true });
		writeFileSync(resultsFile, `${JSON.stringify(rows, null, '\t')}\n`);
		if (rows.length > 0) process.stdout.write(`\n${tableOf(rows)}\n`);
	}
}
