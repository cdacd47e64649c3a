import { appendFileSync } from 'node:fs';

/** One row of the table that the end-to-end tests print when all have run. */
export interface Figure {
	/** Under which heading it stands. */
	section: string;
	name: string;
	value: string | number;
	note?: string;
}

/** Where the reporter (`tools/e2e/reporter.mjs`) has asked for the rows, one JSON a line. */
const rowsFile = (): string | undefined => process.env.SMSBOX_E2E_FIGURES;

/** Adds a row to the table. No phone number, text or key belongs in it. */
export function figure(section: string, name: string, value: string | number, note?: string): void {
	const row: Figure = { section, name, value, ...(note === undefined ? {} : { note }) };
	const file = rowsFile();
	if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** Whether the long variants of the tests run: `npm run test:e2e -- --long`. */
export const isLong = process.env.SMSBOX_E2E_LONG === '1';

/** `--images`: the pictures of the documents are made anew. */
export const isForDocs = process.env.SMSBOX_E2E_IMAGES === '1';

/** `npm run demo -- --film`: the film for n8n's reviewers is recorded, and nothing else. */
export const isFilmed = process.env.SMSBOX_E2E_FILM === '1';
