import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { retrieveFile } from '../../../protocol/waba/file';
import { invalidInput, refusal, reply, resultOrProtocolError, unexpectedReply } from '../helpers';
import { agent, failed, json, processed } from './wire';
import { anyCharacter } from '../../support/characters';

const { parse } = retrieveFile(agent, '9876543210');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const hello = Buffer.from(
	'Hello, here is a file that is longer than all that stands around it in the answer.',
);

const dataOf = (bytes: Buffer, changes: object = {}) => ({
	mime_type: 'image/jpeg',
	sha256: sha256(bytes).toString('hex'),
	file_size: bytes.length,
	raw: `data:image/jpeg;base64,${bytes.toString('base64')}`,
	...changes,
});
const answer = (bytes: Buffer, changes?: object) => json(processed('Done.', dataOf(bytes, changes)));
const contents = (bytes: Buffer, changes?: object) =>
	Buffer.from(parse(answer(bytes, changes)).bytes).toString();

describe('retrieveFile', () => {
	it.each(['', ' ', '1 2'])('%j is no ID of a file', (wrong) =>
		expect(invalidInput(() => retrieveFile(agent, wrong)).field).toBe('fileId'),
	);

	it('gives the file, whole', () => {
		expect(parse(answer(hello))).toEqual({
			mimeType: 'image/jpeg',
			sha256: sha256(hello).toString('hex'),
			size: hello.length,
			bytes: hello,
		});
	});

	it('gives any file, tiny ones and those of several pieces', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
				const file = Buffer.from(bytes);
				expect(Buffer.from(parse(answer(file)).bytes).equals(file)).toBe(true);
			}),
		);
		const large = Buffer.alloc(3_000_001, 'ÿþ/~');
		expect(Buffer.from(parse(answer(large)).bytes).equals(large)).toBe(true);
	});

	it.each([
		['bare base64', hello.toString('base64')],
		['a data URI of another type', `data:text/plain;charset=utf-8;base64,${hello.toString('base64')}`],
		['a data URI in capitals', `DATA:image/jpeg;BASE64,${hello.toString('base64')}`],
		['a data URI without a type', `data:;base64,${hello.toString('base64')}`],
	])('reads %s', (_, raw) => expect(contents(hello, { raw })).toBe(hello.toString()));

	it('reads JSON with slashes and more escaped, and with blanks', () => {
		const bytes = Buffer.alloc(500, '???>>>ÿ');
		const text = JSON.stringify(processed('Done.', dataOf(bytes)), null, '\t');
		for (const written of [text.replaceAll('/', '\\/'), text.replaceAll('+', '\\u002B'), `${text}\n`])
			expect(Buffer.from(parse(reply(written)).bytes).equals(bytes)).toBe(true);
	});

	it('takes an SHA-256 in hexadecimal digits or in base64, and a size as text', () => {
		for (const hash of [
			sha256(hello).toString('hex').toUpperCase(),
			sha256(hello).toString('base64'),
			` ${sha256(hello).toString('hex')} `,
		])
			expect(contents(hello, { sha256: hash, file_size: String(hello.length) })).toBe(hello.toString());
	});

	it('checks only what is declared', () => {
		const changes = { sha256: undefined, file_size: null, mime_type: undefined };
		expect(parse(answer(hello, changes))).toMatchObject({
			mimeType: 'application/octet-stream',
			sha256: sha256(hello).toString('hex'),
			size: hello.length,
		});
	});

	const cut = hello.toString('base64').slice(0, -8);
	it.each([
		['an SHA-256 of other bytes', { sha256: sha256(Buffer.from('x')).toString('hex') }, /SHA-256/],
		['an SHA-256 that is none', { sha256: 'abc' }, /SHA-256/],
		['a size that is too large', { file_size: hello.length + 1 }, /size/],
		['a size that is too small', { file_size: 0 }, /size/],
		['a size that is none', { file_size: 'large' }, /size/],
		['half of the file', { raw: `data:image/jpeg;base64,${cut}` }, /size/],
		['half of the file, its size not declared', { raw: cut, file_size: null }, /SHA-256/],
		['nothing in it', { raw: '', sha256: undefined, file_size: undefined }, /empty/],
		['the head of a data URI alone', { raw: 'data:image/jpeg;base64,', sha256: '', file_size: '' }, /empty/],
		['broken base64', { raw: `data:image/jpeg;base64,!${hello.toString('base64')}` }, /not valid base64/],
		['base64 with a line break', { raw: `${cut}\n${cut}` }, /not valid base64/],
		['base64 cut within a group', { raw: hello.toString('base64').slice(0, -3) }, /not valid base64/],
		['a data URI without base64', { raw: `data:image/jpeg,${hello.toString('base64')}` }, /data URI/],
		['a percent-encoded data URI', { raw: 'data:text/plain,Hello%20there' }, /data URI/],
		['a data URI without a comma', { raw: `data:image/jpeg;base64${hello.toString('base64')}` }, /data URI/],
	])('with %s is an error, and no half file', (_, changes, words) => {
		const { excerpt, problem, status } = unexpectedReply(() => parse(answer(hello, changes)));
		expect(problem).toMatch(words);
		expect(excerpt).toBe('');
		expect(status).toBe(200);
	});

	it.each([
		['no data', processed('Done.', undefined)],
		['data that are a list', processed('Done.', [dataOf(hello)])],
		['no file', processed('Done.', dataOf(hello, { raw: undefined }))],
		['a file as an object', processed('Done.', dataOf(hello, { raw: { data: hello.toString('base64') } }))],
		['no envelope', { data: dataOf(hello) }],
		['the code of a failure', { ...processed('Done.', dataOf(hello)), response: { response_code: '404' } }],
	])('with %s is unexpected', (_, body) => expect(unexpectedReply(() => parse(json(body))).status).toBe(200));

	it.each([201, 404, 500])('is cut off nowhere without a word (status %i)', (status) => {
		const whole = Buffer.from(answer(hello).bytes);
		for (let length = 0; length < whole.length; length += 7)
			expect(unexpectedReply(() => parse(reply(whole.subarray(0, length), status))).status).toBe(status);
	});

	it('is refused in words, however long they are', () => {
		const why = 'The file that was asked for is not there any more, '.repeat(3);
		const { code, remediation } = refusal(() => parse(json(failed('404', 'Not found.', why), 404)));
		expect(code).toBe('404');
		expect(remediation).toMatch(/File ID.*The file that was asked for/);
	});

	it('is never quoted', () => {
		const file = Buffer.from(`${hello.toString()}${'???>>>'.repeat(20)}`);
		const body = JSON.stringify({ data: dataOf(file) });
		for (const text of [body, body.slice(0, 250), body.slice(0, -1), body.replace('base64', 'utf8')]) {
			const { excerpt } = unexpectedReply(() => parse(reply(text)));
			expect(excerpt).toBe('(not shown, because it may contain a file)');
		}
		expect(unexpectedReply(() => parse(reply(file.toString('base64')))).excerpt).not.toContain('SGVs');
		expect(unexpectedReply(() => parse(reply('<h1>Bad Gateway</h1>', 502))).excerpt).toBe('Bad Gateway');
	});

	it('is in memory once beside the answer: no text is made that is as large', () => {
		const large = Buffer.alloc(3_000_000, 'ÿþ/~');
		const body = reply(JSON.stringify(processed('Done.', dataOf(large))).replaceAll('/', '\\/'));
		const parsed = jest.spyOn(JSON, 'parse');
		const decoded = jest.spyOn(TextDecoder.prototype, 'decode');
		const file = parse(body);
		const sizes = [
			...parsed.mock.calls.map(([text]) => text.length),
			...decoded.mock.results.map(({ value }) => String(value).length),
		];
		jest.restoreAllMocks();
		expect(Buffer.from(file.bytes).equals(large)).toBe(true);
		expect(Math.max(...sizes)).toBeLessThan(300_000);
	});

	it('throws nothing but the errors of the protocol, whatever comes back', () => {
		const raw = fc.oneof(
			fc.string({ unit: anyCharacter }),
			fc.base64String(),
			fc.tuple(fc.string(), fc.base64String()).map(([head, tail]) => `data:${head},${tail}`),
			fc.jsonValue(),
		);
		const data = fc.record(
			{ raw, mime_type: fc.jsonValue(), sha256: fc.jsonValue(), file_size: fc.jsonValue() },
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(fc.oneof(data, fc.jsonValue()), (given) => {
				resultOrProtocolError(() => parse(json(processed('Done.', given))));
			}),
		);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat(answer(hello).bytes.length), (bytes, at) => {
				const { bytes: whole } = answer(hello);
				const mixed = Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at)]);
				const file = resultOrProtocolError(() => parse(reply(mixed)));
				if (file) expect(Buffer.from(file.bytes).equals(hello)).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});
});
