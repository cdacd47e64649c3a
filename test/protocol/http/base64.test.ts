import fc from 'fast-check';
import { decodeBase64 } from '../../../protocol/http/base64';

const decode = (text: string) => decodeBase64(Buffer.from(text, 'latin1'));
const text = (decoded: Uint8Array | undefined) => decoded && Buffer.from(decoded).toString('utf8');

describe('decodeBase64', () => {
	it('decodes more than one piece, with escapes at every place', () => {
		// Ends of pieces at three places, and by the shifts at each place of a pattern.
		const source = Buffer.alloc(600_000, 'ÿþ~?>');
		const encoded = source.toString('base64');
		const escapes: ((form: string) => string)[] = [
			(form) => form,
			(form) => form.replaceAll('/', '\\/'),
			(form) => form.replaceAll('/', '\\u002f').replaceAll('+', '\\u002B'),
			(form) => `\\u00${form.charCodeAt(0).toString(16)}${form.slice(1).replaceAll('/', '\\/')}`,
		];
		for (const escape of escapes) {
			for (const shift of [0, 4, 8, 12, 16, 20]) {
				const decoded = decode(escape('AAAA'.repeat(shift / 4) + encoded));
				expect(decoded?.length).toBe(source.length + (shift / 4) * 3);
				expect(
					Buffer.from(decoded ?? [])
						.subarray((shift / 4) * 3)
						.equals(source),
				).toBe(true);
			}
		}
	});

	it('takes no memory but that of the source, even for many pieces', () => {
		const file = Buffer.alloc(1_500_000, 'é€🙂');
		const encoded = Buffer.from(`<${file.toString('base64')}>`, 'latin1');
		const source = encoded.subarray(1, -1);
		const decoded = decodeBase64(source);
		expect(decoded?.buffer).toBe(encoded.buffer);
		expect(decoded?.byteOffset).toBe(source.byteOffset);
		expect(Buffer.from(decoded ?? []).equals(file)).toBe(true);
		expect([encoded.at(0), encoded.at(-1)]).toEqual([...Buffer.from('<>')]);
	});

	it.each(['SGVsbG8=', 'SGVsbG8', 'SGVsb\\u0047\\u0038=', 'SGVsbG8\\u003d'])('%j is Hello', (encoded) => {
		expect(text(decode(encoded))).toBe('Hello');
	});

	it.each([
		...['A', 'AAAAA', 'AAA==', 'A===', '====', '=', 'AA=A', 'AA=', 'AAA=AAAA', 'AA==AAAA', 'AAAA='],
		...['AA AA', 'AAAA\n', 'AAAA\\n', 'AAAA ', 'AA-_', 'AAA,', 'AAA\\', 'AAA\\u002', 'AAAA\\x41', 'AAAé'],
		...['AAA\\u00e9', 'AAA%3D', 'data:image/png;base64,AAAA'],
	])('%j is broken: nothing of it is skipped', (encoded) => expect(decode(encoded)).toBeUndefined());

	it('finds one wrong character wherever it stands, in the largest piece too', () => {
		const encoded = Buffer.alloc(600_000, 'x').toString('base64');
		for (const at of [0, 1, 262_143, 262_144, 262_145, 524_287, 524_288, 799_999])
			expect(decode(`${encoded.slice(0, at)}!${encoded.slice(at + 1)}`)).toBeUndefined();
		expect(decode(encoded)).toHaveLength(600_000);
	});

	it('finds a broken escape wherever it stands, at the end of the largest piece too', () => {
		for (let length = 262_138; length <= 262_146; length++)
			expect(decode(`${'A'.repeat(length)}\\x41`)).toBeUndefined();
	});

	it('decodes what JSON and another decoder make of it, or nothing', () => {
		const pieces = fc.array(fc.constantFrom('AAAA', 'A', '=', '\\/', '\\u002f', '\\', '\\u', '"', 'é'));
		fc.assert(
			fc.property(pieces, (parts) => {
				const encoded = parts.join('');
				let expected: string | undefined;
				try {
					const parsed: unknown = JSON.parse(`"${encoded}"`);
					expected = String(parsed);
				} catch {
					expected = undefined;
				}
				const decoded = decode(encoded);
				if (expected === undefined) expect(decoded).toBeUndefined();
				if (decoded !== undefined)
					expect(Buffer.from(decoded).toString('base64')).toBe(
						Buffer.from(expected ?? '', 'base64').toString('base64'),
					);
			}),
			{ numRuns: 500 },
		);
	});
});
