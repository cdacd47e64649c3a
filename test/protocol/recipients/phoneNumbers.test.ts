import fc from 'fast-check';
import { normalizeNumber, numberInCountry, parseNumbers } from '../../../protocol/recipients/phoneNumbers';
import { invalidInput, resultOrProtocolError } from '../helpers';

describe('normalizeNumber', () => {
	it.each([
		['33600123456', '33600123456'],
		['+33600123456', '33600123456'],
		['0033600123456', '33600123456'],
		['+33 6 00 12 34 56', '33600123456'],
		['+33.6.00.12.34.56', '33600123456'],
		['+33-6-00-12-34-56', '33600123456'],
		['+33 (0)6 00 12 34 56', '33600123456'],
		['(+33) (0)6 00 12 34 56', '33600123456'],
		['0033 (0) 600123456', '33600123456'],
		['33(0)600123456', '33600123456'],
		['+33 06 00 12 34 56', '33600123456'],
		['0033 06 00 12 34 56', '33600123456'],
		['330600123456', '33600123456'],
		[330600123456, '33600123456'],
		['330600123456.0', '33600123456'],
		['3306001234567', '3306001234567'],
		['+39 06 00123456', '390600123456'],
		['+999 (0) 123456', '999123456'],
		['+33 [0] 6 00 12 34 56', '33600123456'],
		['+1 (555) 010-9999', '15550109999'],
		['\u00a0+33\u202f6\u00a000\u200912\u200a34 56\u200b', '33600123456'],
		['\u202a+33600123456\u202c', '33600123456'],
		['+33\u20116\u201300\u201412\u22123456', '33600123456'],
		['\ufeff33600123456\u00ad', '33600123456'],
		['+33/6/00123456', '33600123456'],
		['+３３６００１２３４５６', '33600123456'],
		[' 06 00 12 34 56 ', '0600123456'],
		['(06) 00.12.34.56', '0600123456'],
		['(0)6 00 12 34 56', '0600123456'],
		['+9990123', '9990123'],
		['9990123456789012', '9990123456789012'],
		['1234567', '1234567'],
		['123456789012345', '123456789012345'],
		[33600123456, '33600123456'],
		['33600123456.0', '33600123456'],
		[' +33600123456.00 ', '33600123456'],
		['0600123456.0', '0600123456'],
	])('makes %j the number %s', (input, number) => expect(normalizeNumber(input, 'to')).toBe(number));

	it.each([
		...['', '  ', '\u200b', 'abc', '+33 6 00 12 34 5x', '33600123456 ext 12', '3.36E+10', '123456'],
		...['1234567890123456', '99901234567890123', '+0600123456', '000600123456', '00', '0', '+'],
		...['0000000000', '++33600123456', '33+600123456', '33600123456¹', '33600123456,33600123457'],
		...['33600123456.5', '33600123456.05', '33600123456.0 ext 12', 'Jean 33600123456.0'],
		...['33600123456.50', '٣٣٦٠٠١٢٣٤٥٦'],
	])('refuses %j', (input) => expect(invalidInput(() => normalizeNumber(input, 'to')).field).toBe('to'));

	it.each([Number.NaN, Number.POSITIVE_INFINITY, -33600123456, 33600123456.5, 1e21, 0, 12])(
		'refuses the number %d, which is nobody',
		(input) => {
			expect(invalidInput(() => normalizeNumber(input, 'to')).field).toBe('to');
			expect(numberInCountry(input, '33')).toBeUndefined();
		},
	);

	it('normalizes twice as it normalizes once, to digits alone', () => {
		const piece = fc.constantFrom(...'+ 00 0 (0) 33 6 12 9 . - ( )'.split(' '), ' ', '\u00a0');
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
				const once = resultOrProtocolError(() => normalizeNumber(pieces.join(''), 'to'));
				if (once === undefined) return;
				expect(once).toMatch(/^(?:[1-9]\d{6,15}|0[1-9]\d{5,13})$/);
				expect(normalizeNumber(once, 'to')).toBe(once);
			}),
			{ numRuns: 2000 },
		);
	});

	it('gives every international number back from every way of writing it', () => {
		const separator = fc.constantFrom('', ' ', '.', '-', '\u00a0');
		// Behind the country code, a zero that is dialed only within the country is left out.
		const number = fc.stringMatching(/^[1-9][0-9]{6,14}$/).filter((digits) => !/^\d{1,3}0/.test(digits));
		fc.assert(
			fc.property(number, fc.constantFrom('', '+', '00'), separator, (digits, prefix, sign) => {
				expect(normalizeNumber(prefix + Array.from(digits).join(sign), 'to')).toBe(digits);
			}),
		);
	});
});

describe('parseNumbers', () => {
	const [ana, ben] = ['33600123401', '33600123402'];

	it.each([
		['33600123401,33600123402', [ana, ben]],
		['33600123401; +33600123402', [ana, ben]],
		['33600123401\n33600123402', [ana, ben]],
		['33600123401\r\n33600123402\r\n', [ana, ben]],
		['\n33600123401,\n\n 33600123402,\n', [ana, ben]],
		['33600123401,33600123402\n33600123402, \r\n33600123401 ;\n33600123402', [ana, ben, ben, ana, ben]],
		[
			['+33600123401', '33600123402'],
			[ana, ben],
		],
		[
			[33600123401, '0033 6 00 12 34 02'],
			[ana, ben],
		],
		['33600123402,33600123401,33600123402', [ben, ana, ben]],
		[33600123401, [ana]],
		['+33 6 00 12 34 01', [ana]],
	])('reads %j in its order, and loses nobody', (input, numbers) =>
		expect(parseNumbers(input, 'to')).toEqual(numbers),
	);

	it.each([
		['33600123401,,33600123402', 2],
		['33600123401, ;33600123402', 2],
		['33600123401,', 2],
		[',33600123401', 1],
		[['33600123401', ''], 2],
		[['33600123401', null], 2],
		[['33600123401', '33600123402', { to: '33600123403' }], 3],
		[[undefined, '33600123402'], 1],
		[['33600123401', true], 2],
		[['33600123401', '33600123402,33600123403'], 2],
		['33600123401;33600123402;hello', 3],
	])('passes over no entry of %j, and names the position', (input, position) => {
		const error = invalidInput(() => parseNumbers(input, 'numbers'));
		expect(error.field).toBe('numbers');
		expect(error.message).toContain(`Phone number ${position} of the list`);
	});

	it.each([undefined, null, '', ' \n ', []])('refuses %j: a list without numbers', (input) => {
		expect(invalidInput(() => parseNumbers(input, 'to')).message).toBe('No phone number was given.');
	});

	it.each([true, {}, { to: '33600123401' }, [[]]])('refuses %j', (input) => {
		expect(invalidInput(() => parseNumbers(input, 'to')).message).toContain("isn't a text or a number");
	});

	it.each([
		['call me', 'contains letters'],
		['3.36E+10', 'is in scientific notation'],
		[' 3e10', 'is in scientific notation'],
		['3,36E+10', 'is in scientific notation'],
		['33600123456#', 'contains characters other than digits'],
		['12345', 'is too short: 5 digits'],
		['1', 'is too short: 1 digit'],
		[12345, 'is too short: 5 digits'],
		['123456', 'is too short: 6 digits'],
		['1234567890123456', 'is too long: 16 digits'],
		['33600123456336001', 'is too long: 17 digits'],
		['+0600123456', 'has an invalid country code'],
		['33600123456.5', "isn't a whole number of at most 15 digits"],
		[3.36e30, "isn't a whole number of at most 15 digits"],
		[' - ', 'is empty'],
	])('says what is wrong with %j without quoting it', (input, problem) => {
		const { message } = invalidInput(() => parseNumbers(input, 'to'));
		expect(message.replace(/ \(ending in \d{4}\)/, '')).toBe(`The phone number ${problem}.`);
	});

	it('says how a spreadsheet keeps a number', () => {
		expect(invalidInput(() => parseNumbers('3.36E+10', 'to')).remediation).toBe(
			'Format the column as text in the spreadsheet, and enter the number again.',
		);
	});

	it('throws nothing but its own error', () => {
		const digits = fc.integer({ min: 1_000_000, max: 999_999_999_999_999 });
		const list = fc.array(digits, { minLength: 1, maxLength: 3 });
		const text = list.map((entries) => `+${entries.join(';')}`);
		let read = 0;
		fc.assert(
			fc.property(fc.oneof(fc.anything(), list, text), (input) => {
				const numbers = resultOrProtocolError(() => parseNumbers(input, 'to')) ?? [];
				for (const number of numbers) expect(number).toMatch(/^\d{7,16}$/);
				read += numbers.length;
			}),
		);
		expect(read).toBeGreaterThan(0);
	});
});

describe('an error about a number', () => {
	it('has the last four digits at most, and hides as many', () => {
		const separators = fc.constantFrom('', ' ', '.', '-', ' / ', ';', 'x', '*');
		const numbers = fc.array(fc.tuple(fc.stringMatching(/^\d{1,6}$/), separators), { maxLength: 8 });
		fc.assert(
			fc.property(numbers, (parts) => {
				const input = parts.flat().join('');
				const digits = input.replace(/\D/g, '');
				try {
					parseNumbers([input], 'to');
				} catch (error) {
					const shown = /ending in (\d+)/.exec(String(error))?.[1] ?? '';
					expect(digits.length >= 8 || shown === '').toBe(true);
					expect(shown.length <= 4 && digits.endsWith(shown)).toBe(true);
					expect(digits.length > 4 && String(error).includes(digits)).toBe(false);
				}
			}),
		);
	});
});
