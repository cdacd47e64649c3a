import fc from 'fast-check';
import { encodeForm, percentEncode, formRequest } from '../../../protocol/http/form';
import { invalidInput } from '../helpers';
import { anyCharacter } from '../../support/characters';

describe('percentEncode', () => {
	it('leaves unreserved characters and escapes every other byte in upper case', () => {
		const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
		const kept = percentEncode(all).replace(/%[0-9A-F]{2}/g, '');
		expect(kept).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~');
		expect(percentEncode(Uint8Array.from([0x20, 0x2b, 0x0a, 0xff]))).toBe('%20%2B%0A%FF');
	});
});

describe('encodeForm', () => {
	it('writes a space as %20, never as +', () =>
		expect(encodeForm({ msg: 'a b+c' }, 'utf-8')).toBe('msg=a%20b%2Bc'));

	it('encodes the same text differently in each character set', () => {
		expect(encodeForm({ msg: 'é€' }, 'utf-8')).toBe('msg=%C3%A9%E2%82%AC');
		expect(encodeForm({ msg: 'é' }, 'iso-8859-1')).toBe('msg=%E9');
		expect(encodeForm({ msg: 'é€' }, 'iso-8859-15')).toBe('msg=%E9%A4');
	});

	it('skips what is undefined and keeps what is empty', () =>
		expect(encodeForm({ a: undefined, b: '', c: '0' }, 'utf-8')).toBe('b=&c=0'));

	it('is read back by any other decoder, and is plain ASCII', () => {
		const name = fc.string({ minLength: 1, unit: fc.constantFrom('a', 'b', '_', '1', '&', '=', ' ') });
		fc.assert(
			fc.property(
				fc.dictionary(name, fc.string({ unit: anyCharacter }), { noNullPrototype: true }),
				(fields) => {
					const form = encodeForm(fields, 'utf-8');
					expect(form).toMatch(/^[\x21-\x7e]*$/);
					expect(Object.fromEntries(new URLSearchParams(form))).toEqual(fields);
				},
			),
		);
	});

	it('names the field as the user knows it', () => {
		const encode = () => encodeForm({ nom: '€' }, 'iso-8859-1', { nom: 'name' });
		expect(invalidInput(encode).field).toBe('name');
	});
});

describe('formRequest', () => {
	it('has exactly the content type of a form, without parameters', () => {
		const request = formRequest({ form: { msg: 'é' } });
		expect(request.path).toBe('/1.1/api.php');
		expect(request.headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' });
		expect(request.body).toBe('msg=%E9');
	});
});
