import {
	callingCodeOf,
	checkForms,
	e164,
	endingOf,
	isOfNumbers,
	normalizeNumber,
	numberInCountry,
	otherFormsOf,
	prefixInCountry,
} from '../../../protocol/recipients/phoneNumbers';
import { invalidInput } from '../helpers';

describe('other forms of a number, where no country code tells', () => {
	it('of an international number, are those that are dialed within its country', () => {
		expect(otherFormsOf('33600123456')).toContain('0600123456');
		expect(otherFormsOf('393331234567')).not.toContain('393331234567');
		expect(otherFormsOf('390612345678')).toContain('0612345678');
		// Hungary dials 06 first.
		expect(otherFormsOf('36201234567')).toContain('06201234567');
	});

	it('are national numbers only', () => {
		for (const number of ['33600123456', '390612345678', '12025550123', '36201234567', '999001'])
			expect(otherFormsOf(number).every((form) => form.startsWith('0'))).toBe(true);
	});

	it('of a national number, are those of all countries, with and without what is dialed first', () => {
		const forms = otherFormsOf('0600123456');
		expect(forms).toEqual(expect.arrayContaining(['33600123456', '49600123456', '390600123456']));
		expect(otherFormsOf('06201234567')).toEqual(expect.arrayContaining(['36201234567', '366201234567']));
		expect(forms.every((form) => form.endsWith('600123456'))).toBe(true);
		expect(forms.some((form) => form.includes('undefined'))).toBe(false);
	});

	it('each lead back to the number', () => {
		for (const number of ['33600123456', '36201234567', '390612345678', '4915112345678'])
			expect(otherFormsOf(number).flatMap(otherFormsOf)).toContain(number);
	});
});

describe('a list with national and international numbers', () => {
	it('has nobody twice', () => {
		const error = invalidInput(() => checkForms(['33600123457', '0600123456', '33600123456'], 'to'));
		expect([error.field, error.message]).toEqual([
			'to',
			'Phone numbers 2 and 3 of the list (ending in 3456) may be one person.',
		]);
	});

	it.each([
		[['0600123456', '0600123457']],
		[['33600123456', '33600123457']],
		[['0600123456', '33600123457']],
		[[{ number: '0600123456' }, '33600123456']],
	])('passes without: %j', (numbers) => expect(() => checkForms(numbers, 'to')).not.toThrow());
});

describe('numbers in the words of an error', () => {
	it.each<[input: unknown, ending: string]>([
		['+33 6 00 12 34 56', ' (ending in 3456)'],
		[33600123456, ' (ending in 3456)'],
		['33600123456.0', ' (ending in 3456)'],
		['33600123456. ', ' (ending in 3456)'],
		['1234567', ''],
		['12345678', ' (ending in 5678)'],
		[1e21, ''],
		[true, ''],
		[['33600123456'], ''],
		['33600123456 Anna', ''],
	])('%j: %j', (input, ending) => expect(endingOf(input)).toBe(ending));
});

it.each([
	['33', '33'],
	['+33', '33'],
	['0033', '33'],
	[' 3 3 ', '33'],
	['33x', ''],
	['x33', ''],
	['3312', ''],
	['', ''],
	['0', ''],
])('the calling code of %j is %j', (text, code) => expect(callingCodeOf(text)).toBe(code));

it.each([
	['06', '33', '336'],
	['0', '33', '33'],
	['336', '33', '336'],
	['06', '', '06'],
	['06', '39', '3906'],
	['0', '36', '36'],
])('the prefix %s, in the country %j, is %s', (prefix, country, international) =>
	expect(prefixInCountry(prefix, country)).toBe(international),
);

it.each([
	[' +33600123456 ', '+33600123456'],
	['0033600123456', '+33600123456'],
	['33600123456x', '33600123456x'],
	['++33', '33'],
	['a+33', 'a+33'],
	[' +36180', '36180'],
	['MyCompany', 'MyCompany'],
])('in E.164, %j is %j', (number, expected) => expect(e164(number)).toBe(expected));

it.each([
	['36180', true],
	['+33 6 00 12 34 56; 06 00 12 34 57', true],
	['12', false],
	['a 36180', false],
	['Room 36180, floor 2', false],
])('whether %j has nothing but numbers: %j', (text, isList) => expect(isOfNumbers(text)).toBe(isList));

it.each([0, -33600123456, 1e21, 33600123456.5, Number.NaN])('the number %d is nobody', (number) => {
	expect(numberInCountry(number, '33')).toBeUndefined();
	expect(invalidInput(() => normalizeNumber(number, 'to')).field).toBe('to');
});

it.each([
	['123456', true],
	['1234567', false],
	['123456789012345', false],
	['1234567890123456', true],
])('whether %s has too few or too many digits: %j', (number, isOutside) => {
	const refused = () => normalizeNumber(number, 'to');
	if (isOutside) expect(invalidInput(refused).message).toMatch(/ is too (short|long): \d+ digits/);
	else expect(refused()).toBe(number);
});
