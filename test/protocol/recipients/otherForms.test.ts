import {
	callingCodeOf,
	checkForms,
	e164,
	endingOf,
	isOfNumbers,
	otherFormsOf,
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
	it.each([
		[['33600123457', '0600123456', '33600123456'], '2 and 3', '3456'],
		[['0600123456', '33600123457', '33600123456'], '1 and 3', '3456'],
		// An Italian number keeps its zero.
		[['390612345678', '0612345678'], '2 and 1', '5678'],
		// A country code of three digits.
		[['0661234567', '212661234567'], '1 and 2', '4567'],
	])('has nobody twice: %j', (numbers, positions, ending) => {
		const { field, message } = invalidInput(() => checkForms(numbers, 'to'));
		expect([field, message]).toEqual([
			'to',
			`Phone numbers ${positions} of the list (ending in ${ending}) may be one person.`,
		]);
	});

	it.each([
		[['0600123456', '0600123457']],
		[['0600123456', '0600123456']],
		[['33600123456', '33600123457']],
		[['0600123456', '33600123457']],
		[['33600123456', '600123456']],
		[[{ number: '0600123456' }, '33600123456']],
		[['0600123456', 'a name', 12, '']],
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

it.each<[string, string]>([
	[' +33600123456 ', '+33600123456'],
	['0033600123456', '+33600123456'],
	['++33', '33'],
	[' +36180', '36180'],
	['+3336180', '3336180'],
	['+33700123456789', '33700123456789'],
	[' +12', '12'],
	...['+', '36180', '0612345678', '210', '2101234567890123', '33600123456x', 'a+33', 'MyCompany'].map(
		(text): [string, string] => [text, text],
	),
])('in E.164, %j is %j', (number, expected) => expect(e164(number)).toBe(expected));

it.each([
	['+33600123456', true],
	['+33 6 00 12 34 56; 06 00 12 34 57', true],
	['0600 12 34 56, (06) 00-12-34-57;3600', true],
	['["33600123456","33600123457"]', true],
	['＋３３６００１２３４５６', true],
	['36180', true],
	['3600', true],
	['+360', true],
	['360', false],
	['12', false],
	['+,36', false],
	['33600123456 Ana', false],
	['a 36180', false],
	['Room 36180, floor 2', false],
	['Ana', false],
	['', false],
])('whether %j has nothing but numbers: %j', (text, isList) => expect(isOfNumbers(text)).toBe(isList));
