import fc from 'fast-check';
import {
	beginningOf,
	countHistory,
	type HistoryQuery,
	listHistory,
	repeats,
	withReferences,
} from '../../../protocol/sms/history';
import { formOf, invalidInput, reply, resultOrProtocolError, unexpectedReply } from '../helpers';

const list = (query: Partial<HistoryQuery> = {}) => listHistory({ from: 0, count: 10, ...query });
const parse = (body: string) => list().parse(reply(body));

it('countHistory reads the number', () => expect(countHistory().parse(reply('HISTORIQUE 1234'))).toBe(1234));

it('a page repeats a line that begins as the last one above, whatever its status is now', () => {
	const line = (reference: number, status: number): string =>
		`30/11/2024 18:00:00;${reference};33600123456;MyCompany;0;1;${status}`;
	const above = beginningOf({ raw: `  ${line(123456789012, 9)}\r` });
	expect(above).toBe('30/11/2024 18:00:00;123456789012;33600123456;MyCom');
	const page = parse([line(123456789013, 0), ` ${line(123456789012, 0)}`].join('\n'));
	expect(repeats(page, above)).toBe(true);
	expect(repeats(page.slice(0, 1), above)).toBe(false);
	expect(repeats(page, undefined)).toBe(false);
	expect(repeats([], above)).toBe(false);
});

describe('listHistory', () => {
	it('sends each filter under its name on the wire', () => {
		const { request } = list({
			from: 5000,
			count: 5000,
			dateFrom: '2026-01-01',
			dateTo: '2026-01-31',
			reference: ' 123456789012 ',
			to: '+33 6 00 12 34 56',
		});
		expect(formOf(request)).toEqual({
			from: '5000',
			nb: '5000',
			showref: '1',
			date_from: '2026-01-01',
			date_to: '2026-01-31',
			id: '123456789012',
			msisdn: '33600123456',
		});
	});

	it('takes one day, which begins and ends the range', () => {
		expect(formOf(list({ dateFrom: '2026-01-31', dateTo: '2026-01-31' }).request)).toMatchObject({
			date_from: '2026-01-31',
			date_to: '2026-01-31',
		});
	});

	it.each<[field: string, query: Partial<HistoryQuery>]>([
		['limit', { from: -1 }],
		['limit', { count: 0 }],
		['limit', { count: 5001 }],
		['dateFrom', { dateFrom: '31/01/2026' }],
		['dateFrom', { dateFrom: '2026-02-30' }],
		['dateTo', { dateTo: '2026-1-1' }],
		['dateTo', { dateTo: '' }],
		['dateTo', { dateFrom: '2026-02-01', dateTo: '2026-01-31' }],
		['dateFrom', { dateTo: '2026-01-31' }],
		['dateFrom', { dateFrom: '2026-01' }],
		['dateFrom', { dateFrom: '2026' }],
		['reference', { reference: 'abc' }],
		['to', { to: '0600123456' }],
		['to', { to: 'Jean' }],
	])('names %s for %j', (field, query) => expect(invalidInput(() => list(query)).field).toBe(field));

	it('reads the sample of the service, with and without a reference', () => {
		const record = {
			sentAt: '2024-10-20T18:15:00+02:00',
			seconds: Date.parse('2024-10-20T18:15:00+02:00') / 1000,
			reference: '123456789012',
			to: '+33600123456',
			senderId: 'MyCompany',
			type: 'classic',
			status: { code: '0', name: 'Received', description: 'Delivered', final: true, delivered: true },
			raw: '20/10/2024 18:15:00;123456789012;33600123456;MyCompany;0;1;0',
		};
		expect(parse(record.raw)).toEqual([record]);
		const raw = '20/10/2024 18:15:00;33600123456;MyCompany;0;1;0';
		expect(parse(raw)).toEqual([{ ...record, reference: null, raw }]);
	});

	it('passes on what it does not know', () => {
		expect(parse('00/00/0000 00:00:00;;33600123456;;7;1;42')).toMatchObject([
			{
				sentAt: null,
				reference: null,
				senderId: '',
				type: '7',
				status: { code: '42', final: null, delivered: null },
			},
		]);
		expect(parse('20/10/2024 18:15:00;1;33600123456;A;1;1;-3')).toMatchObject([
			{ type: 'flash', status: { code: '-3' } },
		]);
		expect(parse('20/10/2024 18:15:00;1;33600123456;A;2;1;33')).toMatchObject([{ type: 'other' }]);
		expect(parse('20/10/2024 18:15:00;1;33600123456;A;12;1;0')).toMatchObject([{ type: '12' }]);
	});

	it.each(['on 20/10/2024', '20/10/2024 at noon', 'yesterday', '31/02/2024 18:15:00', '0', ''])(
		'reads a record and the one after it where its date is %j',
		(date) => {
			const next = '20/10/2024 18:15:00;2;33600123457;A;0;1;9';
			expect(parse(`${date};1;33600123456;A;0;1;0\n${next}`)).toMatchObject([
				{ sentAt: null, reference: '1', to: '+33600123456', status: { code: '0' } },
				{ sentAt: '2024-10-20T18:15:00+02:00', reference: '2', status: { code: '9' } },
			]);
		},
	);

	it('reads all kinds of line ends, and an empty answer as an empty list', () => {
		const line = '20/10/2024 18:15:00;1;33600123456;A;0;1;0';
		expect(parse(`${line}\r\n${line}\n\n${line}\r\n`)).toHaveLength(3);
		expect(parse(`${line}\r${line}\n \n${line}`)).toHaveLength(3);
		expect(parse('')).toEqual([]);
	});

	it('reads only its line of a record that was cut', () => {
		const first = '20/10/2024 18:15:00;123456789012;33600123456;MyCompany;0;1;9';
		for (const second of [
			'20/10/2024 18:16:00;123456789013;33600123457;MyCompany;0;1;0',
			'20/10/2024 18:16:00;123456789013;33600123457;1;1;1;0',
			'20/10/2024 18:16:00;123456789013;33600123457;36180;0;1;-1',
		]) {
			for (let length = 1; length < second.length; length++) {
				const cut = second.slice(0, length);
				const [record, ...others] = parse(`${first}\n${cut}`);
				expect([record?.reference, record?.problem]).toEqual(['123456789012', undefined]);
				for (const { raw, problem, reference, status } of others) {
					expect([raw, problem, reference]).toEqual([cut.trim(), expect.any(String), null]);
					expect(status).toMatchObject({ code: '', final: null });
				}
			}
		}
	});

	it('takes no other column for the status of a record that was cut, or that has a column too many', () => {
		for (const columns of ['123456789012;33600123456;1;0;1', '123456789012;33600123456;1;1;1;0;x'])
			expect(unexpectedReply(() => parse(`20/10/2024 18:15:00;${columns}`)).status).toBe(200);
	});

	it.each([
		...['<html>a;b;c;d;e;f;0</html>', 'a;b', '20/10/2024 18:15:00;1;33600123456;A;0;1;Received'],
		...['20/10/2024 18:15:00;1;33600123456;A;0;1;x0', '20/10/2024 18:15:00;1;33600123456;A;0;1;0x'],
		...['20/10/2024 18:15:00;1;33600123456;A;classic;1;0', '20/10/2024 18:15:00;1;33600123456;A;x0;1;0'],
		...['20/10/2024 18:15:00;1;33600123456;A;0x;1;0', '20/10/2024 18:15:00;1;33600123456;A;0;yes;0'],
		...['20/10/2024 18:15:00;1;;A;0;1;0', '20/10/2024 18:15:00;1;<b>33600123456</b>;A;0;1;0'],
		...['HISTORIQUE 12', ';;;;;;'],
	])('takes nothing from %j', (body) => expect(unexpectedReply(() => parse(body)).status).toBe(200));

	it.each([
		['status', '20/10/2024 18:15:00;1;33600123456;A;0;1;x'],
		['type', '20/10/2024 18:15:00;1;33600123456;A;x;1;0'],
		['type', '20/10/2024 18:15:00;1;33600123456;A;0;yes;0'],
		['date', '<br>20/10/2024 18:15:00;1;33600123456;A;0;1;0'],
		['recipient', '20/10/2024 18:15:00;1;;A;0;1;0'],
		['number of fields', '20/10/2024 18:15:00;1;33600123456;A;0;1;0;0'],
	])('names an invalid %s, and reads the other records', (field, line) => {
		const { problem } = unexpectedReply(() => parse(line));
		const next = '20/10/2024 18:15:00;2;33600123456;A;0;1;0';
		const problems = parse(`${line}\n${next}\n${line}`).map((record) => record.problem);
		expect([problem, problems]).toEqual([
			`history record 1 has an invalid ${field}`,
			[field, undefined, field],
		]);
	});

	it.each([
		[0, 'x;y', false],
		[1, 'x;y', true],
		[1, 'x;y\nz;', true],
		[1, 'x;y\nz', false],
		[1, '<html>;', false],
	])('from record %d on, takes %j alone for records: %s', (from, body, areRecords) => {
		const act = () => list({ from }).parse(reply(body));
		if (areRecords) expect(act().map(({ raw }) => raw)).toEqual(body.split('\n'));
		else expect(unexpectedReply(act).problem).toContain('history record 1');
	});

	it('takes a record without a reference for unreadable beside one that has the column', () => {
		const lines = ['20/10/2024 18:15:00;33600123456;A;0;1;0', '20/10/2024 18:15:00;2;33600123456;A;0;1;0'];
		const records = parse(lines.join('\n'));
		expect(records.map(({ problem }) => problem)).toEqual(['number of fields', undefined]);
		expect([withReferences(records), withReferences(parse(lines[0] ?? ''))]).toEqual([true, false]);
	});

	it('throws nothing but its own errors', () => {
		const valid = '20/10/2024 18:15:00;123456789012;33600123456;MyCompany;0;1;0';
		const noise = fc.string({ unit: fc.constantFrom('1', ';', '/', ':', ' ', '-', 'a', '\n', '\r', '<') });
		let read = 0;
		fc.assert(
			fc.property(fc.nat(valid.length), noise, (at, extra) => {
				const body = valid.slice(0, at) + extra + valid.slice(at);
				const records = resultOrProtocolError(() => parse(body)) ?? [];
				for (const { raw } of records) expect(body).toContain(raw);
				read += records.length;
			}),
			{ numRuns: 1000 },
		);
		expect(read).toBeGreaterThan(0);
	});

	it('gives a record for every line of a full page', () => {
		const lines = Array.from(
			{ length: 5000 },
			(_, index) => `20/10/2024 18:15:00;${index + 1};33600123456;A;0;1;0`,
		);
		const records = parse(lines.join('\n'));
		expect(records.map(({ raw }) => raw)).toEqual(lines);
	});
});
