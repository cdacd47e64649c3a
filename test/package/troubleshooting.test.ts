import { smsErrorCodes } from '../../protocol/sms/errorCodes';
import { rcsErrorCodes } from '../../protocol/rcs/errorCodes';
import { wabaErrorCodes } from '../../protocol/waba/errorCodes';
import { read } from '../support/repository';
import { allTexts, errorTexts, gap, invalidTexts } from './sourceTexts';

const page = read('docs/troubleshooting.md');

const [explanations = ''] = page.split('\n## Without an error');

/** The messages that the page explains: the first cell of each row, which can have several with the same answer. */
const rows = [...explanations.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, cell = '']) =>
	cell.split('<br>').map((code) => code.slice(1, -1)),
);

/** A row that ends with a gap gives the first words of messages that have the same answer. */
const isBeginning = (row: string): boolean => row.endsWith(gap);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const asPattern = (row: string): RegExp =>
	new RegExp(`^${escaped(row.replace(/ ?…$/, gap)).replaceAll(gap, '.*')}$`);

/** What the nodes put before a message, by what happened. */
const beginnings = [
	/^Not sent: /,
	/^Rejected by SMSBOX \([^)]+\): /,
	/^(May have been sent|May have been carried out|No valid response): /,
	/^… /,
];

/** What the code puts in for the gap that some messages begin with; people search for these words. */
const subjects = ['The phone number', 'The recipient', 'The text', 'The item'];
const subject = new RegExp(`^(${subjects.join('|')})( …)?(?= )`);
const withGap = (text: string): string => text.replace(subject, gap);

/** A message as the code may hold it: whole, without what is put before it, or with a gap for what it is about. */
const forms = (text: string): string[] => [
	text,
	...beginnings.map((beginning) => text.replace(beginning, '')),
	withGap(text),
];

/** Nothing is left to explain of a message that is put together from parts: each of them has a row. */
const isPutTogether = (text: string): boolean => forms(text).some((form) => !/\p{L}/u.test(form));

const refusal = (code: string, message: string): string => `Rejected by SMSBOX (${code}): ${message}`;

describe('the page on what errors mean', () => {
	it('quotes messages as the nodes say them', () => {
		expect(rows.length).toBeGreaterThan(100);
		const quoted = (text: string): boolean =>
			forms(text).some((form) => allTexts.has(form)) ||
			(isBeginning(text) &&
				[...invalidTexts, ...allTexts].some((message) => asPattern(withGap(text)).test(message)));
		expect(rows.filter((text) => !quoted(text))).toEqual([]);
	});

	it('names what messages begin with as the nodes do', () => {
		const inCode = [...allTexts].flatMap((text) => [text, `The ${text}`]);
		expect(subjects.filter((words) => !inCode.some((text) => text.startsWith(words)))).toEqual([]);
	});

	it('explains every message that the nodes have', () => {
		const explained = new Set(rows.flatMap(forms));
		expect(errorTexts.length).toBeGreaterThan(50);
		const missing = errorTexts.filter((text) => !forms(text).some((form) => explained.has(form)));
		expect(missing.filter((text) => !isPutTogether(text))).toEqual([]);
	});

	it('has the first words of every message about invalid input', () => {
		expect(invalidTexts.length).toBeGreaterThan(100);
		const patterns = [...rows, ...rows.map(withGap)].map(asPattern);
		expect(invalidTexts.filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([]);
	});

	it.each([
		'Not sent',
		'Rejected by SMSBOX',
		'Partly sent',
		'May have been sent',
		'May have been carried out',
		'No valid response',
	])('has %j at the top, among the first words of messages', (start) => {
		const [table = ''] = /\| The message starts with [^]*?\n\n/.exec(page) ?? [];
		expect(table).toContain(start);
		expect([...allTexts].filter((text) => text.startsWith(start))).not.toEqual([]);
	});

	it('explains no message twice', () => {
		expect(rows.filter((text, index) => rows.indexOf(text) !== index)).toEqual([]);
	});

	it.each([
		['Account and SMS', smsErrorCodes],
		['WABA', wabaErrorCodes],
		['RCS', rcsErrorCodes],
	])('has a row for every code of the %s API', (_api, codes) => {
		const documented = Object.entries(codes).filter(([code]) => code !== 'other');
		const wanted = documented.map(([code, { message }]) => refusal(code, message));
		expect(wanted.length).toBeGreaterThan(5);
		expect(wanted.filter((text) => !rows.includes(text))).toEqual([]);
	});
});
