import fc from 'fast-check';
import {
	countScheduled,
	deleteScheduled,
	endsLikeRecord,
	listScheduled,
} from '../../../protocol/sms/scheduled';
import { formOf, invalidInput, refusal, reply, resultOrProtocolError, unexpectedReply } from '../helpers';

const parse = (body: string) => listScheduled({ from: 0, count: 10 }).parse(reply(body));
const start = '6408047;123456789012;33612345678;;0;12/11/2024 16:30:00;';
const texts = (body: string) => parse(body).map(({ text }) => text);

it('countScheduled reads the number', () => expect(countScheduled().parse(reply('DIFFERES 3'))).toBe(3));

describe('listScheduled', () => {
	it('asks for the page, which has at most 5,000', () => {
		const { request } = listScheduled({ from: 10, count: 5000 });
		expect(formOf(request)).toMatchObject({ from: '10', nb: '5000' });
		expect(invalidInput(() => listScheduled({ from: 0, count: 5001 })).field).toBe('limit');
	});

	it('reads the sample of the service, with and without a reference', () => {
		const record = {
			id: '6408047',
			reference: '123456789012',
			to: '+33612345678',
			scheduledFor: '2024-11-12T16:30:00+01:00',
			text: 'Your appointment is confirmed...',
			raw: `${start}Your appointment is confirmed...`,
		};
		expect(parse(record.raw)).toEqual([record]);
		const raw = '6408047;33612345678;;0;12/11/2024 16:30:00;Your appointment is confirmed...';
		expect(parse(raw)).toEqual([{ ...record, reference: null, raw }]);
	});

	it('keeps semicolons and line breaks of a text', () => {
		const body = `${start}Hello; you\nBring:\n- a; b\n\nSee you;\n${start}Second`;
		expect(texts(body)).toEqual(['Hello; you\nBring:\n- a; b\n\nSee you;', 'Second']);
		expect(texts(`${start}a\r\nb\r\n${start}c\r\n`)).toEqual(['a\nb', 'c']);
	});

	it('keeps lines of a text that look like part of a record', () => {
		expect(texts(`${start}Code:\n123456\n12;34\n${start}x`)).toEqual(['Code:\n123456\n12;34', 'x']);
		expect(texts(`${start}Code:\n6408049`)).toEqual(['Code:\n6408049']);
		expect(texts(`${start}Menu\n1;2`)).toEqual(['Menu\n1;2']);
		expect(texts(`${start}Codes:\nyours 6408049;1`)).toEqual(['Codes:\nyours 6408049;1']);
		expect(texts(`${start}Hello\nsee ${start}x`)).toEqual([`Hello\nsee ${start}x`]);
	});

	it('passes on a time that is none', () => {
		expect(parse('1;2;33612345678;;0;00/00/0000 00:00:00;x')).toMatchObject([
			{ scheduledFor: null, text: 'x' },
		]);
	});

	it('reads empty texts and empty lists', () => {
		expect(texts(`${start}\n${start}`)).toEqual(['', '']);
		expect(parse('')).toEqual([]);
	});

	it('takes nothing from an answer whose only record was cut before its text', () => {
		for (const only of [start, '6408048;33612345678;;0;12/11/2024 16:30:00;']) {
			for (let length = 1; length < only.length; length++)
				expect(unexpectedReply(() => parse(only.slice(0, length))).status).toBe(200);
		}
	});

	it('says so where the last text ends like a record that was cut', () => {
		const idLength = '6408047'.length;
		for (const next of [start, '6408048;33612345678;;0;12/11/2024 16:30:00;']) {
			for (let length = idLength + 1; length < next.length; length++) {
				const records = parse(`${start}First\n${next.slice(0, length)}`);
				expect(records).toHaveLength(1);
				expect(endsLikeRecord(records)).toBe(true);
			}
		}
	});

	it('sees the cut in the last of many records, its id one digit longer than the one before or not', () => {
		const record = (id: string) => `${id};33612345678;;0;12/11/2024 16:30:00;Hello`;
		for (const id of ['9999999', '10000000']) {
			const records = parse(`${record('9999998')}\n${record('9999999')}\n${id};33612345678;;0`);
			expect(endsLikeRecord(records)).toBe(true);
		}
	});

	it.each<[id: string, text: string, isDoubtful: boolean]>([
		['12', 'Tables:\n13;', true],
		['6408047', 'Tables:\n13;', false],
		['6408047', 'Order:\n6408049;', true],
		['6408047', 'Order:\n6408049; thank you', false],
		['6408047', '6408049;', false],
	])('reads a list with id %s and the text %j', (id, text, isDoubtful) => {
		const record = (of: string) => `${id};33612345678;;0;12/11/2024 16:30:00;${of}`;
		const records = parse(`${record('Hello')}\n${record(text)}`);
		expect(records.map((each) => each.text)).toEqual(['Hello', text]);
		expect(endsLikeRecord(records)).toBe(isDoubtful);
		expect(texts(`${record(text)}\n${record('Hello')}`)).toEqual([text, 'Hello']);
		expect(endsLikeRecord(parse(''))).toBe(false);
	});

	it.each(['<html>no</html>', 'DIFFERES 3', 'Hello', `\n \nHello\n${start}x`])(
		'takes nothing from %j',
		(body) => expect(unexpectedReply(() => parse(body)).status).toBe(200),
	);

	it('quotes an answer that it cannot read without the texts that may stand in it', () => {
		const { excerpt } = unexpectedReply(() => parse(`6408047;336;Your test result is ready\n${start}x`));
		expect(excerpt).not.toMatch(/\p{L}|\d/u);
		expect(excerpt).toContain(';');
	});

	it('reads back any list of texts', () => {
		const line = fc
			.string({ unit: fc.constantFrom('a', ';', ' ', '1', 'é', ':') })
			.map((text) => `-${text}-`);
		const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'));
		fc.assert(
			fc.property(fc.array(text), (wanted) => {
				expect(texts(wanted.map((one) => start + one).join('\n'))).toEqual(wanted);
			}),
		);
	});

	it('throws nothing but its own errors', () => {
		fc.assert(
			fc.property(
				fc.array(fc.oneof(fc.string(), fc.constantFrom(start, '\n', ';', '12')), { maxLength: 8 }),
				(pieces) => {
					const body = pieces.join('');
					const records = resultOrProtocolError(() => parse(body)) ?? [];
					expect(records.length).toBeLessThanOrEqual(body.split('\n').length);
				},
			),
			{ numRuns: 500 },
		);
	});
});

describe('deleteScheduled', () => {
	it('sends the reference', () => {
		const { request, parse: read } = deleteScheduled(' 123456789012 ');
		expect(formOf(request)).toEqual({ ref: '123456789012' });
		expect(read(reply('OK'))).toBe(true);
		expect(refusal(() => read(reply('ERREUR'))).remediation).toContain('reference');
		expect(unexpectedReply(() => read(reply(''))).status).toBe(200);
	});

	it.each(['', 'abc', '1,2'])('refuses the reference %j', (reference) => {
		expect(invalidInput(() => deleteScheduled(reference)).field).toBe('reference');
	});
});
