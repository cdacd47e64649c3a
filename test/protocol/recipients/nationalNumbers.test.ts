import { entriesInCountry, inCountry, textInCountry } from '../../../protocol/recipients/phoneNumbers';
import { invalidInput } from '../helpers';

describe('a national number', () => {
	it.each([
		['0612345678', '33', '33612345678'],
		['0612345678', '+33', '33612345678'],
		['0612345678', '0033', '33612345678'],
		['0612345678', '39', '390612345678'],
		['0549882914', '378', '3780549882914'],
		['0612345678', '1', '1612345678'],
		['0612345678', '', '0612345678'],
		['0612345678', '0', '0612345678'],
		['0612345678', '1234', '0612345678'],
		['33612345678', '49', '33612345678'],
	])('%s with the country code %j becomes %s', (number, countryCode, expected) => {
		expect(inCountry(number, countryCode)).toBe(expected);
	});

	it.each([
		['06 12 34 56 78', '33612345678'],
		['+49 151 12345678', '4915112345678'],
		['a name', 'a name'],
	])('%j, as a person wrote it, becomes %j', (text, expected) => {
		expect(textInCountry(text, '33')).toBe(expected);
	});
});

describe('a list of recipients', () => {
	it('becomes international; what is no national number stays', () => {
		const others = ['+4915112345678', 'a name', 33612345678, null, { to: '0612345678' }];
		expect(entriesInCountry(['06 12 34 56 78', ...others], '33')).toEqual(['33612345678', ...others]);
	});

	it('stays as it is without a country code', () => {
		expect(entriesInCountry(['0612345678'], '')).toEqual(['0612345678']);
	});

	it('is not sent to with a country code that is none', () => {
		const { field, message, remediation } = invalidInput(() => entriesInCountry(['0612345678'], 'FR'));
		expect(field).toBe('Default Country Code');
		expect(message).toBe("The value isn't a country code.");
		expect(remediation).toBe('Enter its digits in the credential, such as 33.');
		expect(entriesInCountry(['33612345678', 'a name'], 'FR')).toEqual(['33612345678', 'a name']);
	});
});
