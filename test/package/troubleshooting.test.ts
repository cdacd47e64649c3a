import { readFileSync } from 'node:fs';
import path from 'node:path';
import { smsErrorCodes } from '../../protocol/sms/errorCodes';
import { jsonErrorCodeOf } from '../../protocol/http/jsonErrorCodes';
import { rcsErrorCodes } from '../../protocol/rcs/errorCodes';
import { wabaErrorCodes } from '../../protocol/waba/errorCodes';
import { allTexts, codesIn, errorTexts } from './sourceTexts';

const page = readFileSync(path.resolve(__dirname, '../../docs/troubleshooting.md'), 'utf8');

const [explanations = ''] = page.split('\n## Without an error');

/** The messages that the page explains: the code at the beginning of each row. */
const rows = [...explanations.matchAll(/^\| `([^`]+)`/gm)].map(([, text = '']) => text);

/** What the nodes put before a message, by what happened. */
const beginnings = [
	/^Not sent: /,
	/^Rejected by SMSBOX \([^)]+\): /,
	/^(May have been sent|May have been carried out|No valid response): /,
	/^… /,
];

/** A message as the code may hold it: whole, or without what is put before it. */
const forms = (text: string): string[] => [
	text,
	...beginnings.map((beginning) => text.replace(beginning, '')),
];

/** Nothing is left to explain of a message that is put together from parts: each of them has a row. */
const isPutTogether = (text: string): boolean => forms(text).some((form) => !/\p{L}/u.test(form));

const refusal = (code: string, message: string): string => `Rejected by SMSBOX (${code}): ${message}`;

describe('the page on what errors mean', () => {
	it('quotes messages as the nodes say them', () => {
		expect(rows.length).toBeGreaterThan(100);
		expect(rows.filter((text) => !forms(text).some((form) => allTexts.has(form)))).toEqual([]);
	});

	it('explains every message that the nodes have', () => {
		const explained = new Set(rows.flatMap(forms));
		expect(errorTexts.length).toBeGreaterThan(100);
		const missing = errorTexts.filter((text) => !forms(text).some((form) => explained.has(form)));
		expect(missing.filter((text) => !isPutTogether(text))).toEqual([]);
	});

	it('explains no message twice', () => {
		expect(rows.filter((text, index) => rows.indexOf(text) !== index)).toEqual([]);
	});

	it('has a row for every code of the Account and SMS API', () => {
		const wanted = Object.entries(smsErrorCodes).map(([code, { message }]) => refusal(code, message));
		expect(wanted.filter((text) => !rows.includes(text))).toEqual([]);
	});

	it('has a row for every code of WABA and RCS, also where the interfaces word it differently', () => {
		const codes = codesIn('protocol/http/jsonErrorCodes.ts');
		expect(codes.length).toBeGreaterThan(5);
		const shared = codes.map((code) => refusal(code, jsonErrorCodeOf(code, {}).message));
		const own = [wabaErrorCodes, rcsErrorCodes].flatMap((table) =>
			Object.entries(table).map(([code, { message }]) => refusal(code, message)),
		);
		expect([...shared, ...own].filter((text) => !rows.includes(text))).toEqual([]);
	});
});
