import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import { getExampleNumber } from 'libphonenumber-js/max';
import {
	e164,
	entriesInCountry,
	normalizeNumber,
	numberInCountry,
	prefixInCountry,
	textInCountry,
} from '../../../protocol/recipients/phoneNumbers';
import { invalidInput } from '../helpers';

describe('a number', () => {
	it.each<[string | number, string, string]>([
		['0612345678', '33', '33612345678'],
		['0612345678', '+33', '33612345678'],
		['0612345678', '0033', '33612345678'],
		['06 6982 1234', '39', '390669821234'],
		['0549882914', '378', '3780549882914'],
		['0612345678', '', '0612345678'],
		// Without the zero, as a spreadsheet leaves it.
		['612345678', '33', '33612345678'],
		[612345678, '33', '33612345678'],
		['612 345 678', '34', '34612345678'],
		['(212) 555-0123', '1', '12125550123'],
		['1 (212) 555-0123', '1', '12125550123'],
		['333 123 4567', '39', '393331234567'],
		['8 (912) 345-67-89', '7', '79123456789'],
		['06 20 123 4567', '36', '36201234567'],
		['07 01 02 03 04', '225', '2250701020304'],
		['20 12 34 56', '45', '4520123456'],
		[701020304, '225', '2250701020304'],
		[6301234567, '36', '36301234567'],
		// Machines: alarms, trackers, meters.
		['0700 12 34 56 78 90', '33', '337001234567890'],
		['+33 (0)700 1234567890', '', '337001234567890'],
		['337001234567890', '34', '337001234567890'],
		['+47 59 1234567890', '33', '47591234567890'],
		['591234567890', '47', '47591234567890'],
		// International, whatever the country.
		['33612345678', '33', '33612345678'],
		['33612345678', '34', '33612345678'],
		['32470123456', '33', '32470123456'],
		['14155552670', '1', '14155552670'],
		// Switzerland's longest numbers are voicemail.
		['33612345678', '41', '33612345678'],
		['421 905/123 456', '', '421905123456'],
		['99 912345', '357', '35799912345'],
		['33612345678', '', '33612345678'],
		['+39 (0)6 6982 1234', '33', '390669821234'],
		['+39 06 6982 1234', '', '390669821234'],
		['+33 (0)6 12 34 56 78', '39', '33612345678'],
		['+44 (0)7400 123456', '', '447400123456'],
		['+49 0151 12345678', '', '4915112345678'],
		['+9990123', '33', '9990123'],
		// First digits that are not in use yet: only the length counts.
		['+33012345678', '33', '33012345678'],
	])('%j in the country %j is %s', (input, countryCode, number) => {
		expect(numberInCountry(input, countryCode)).toBe(number);
		expect(entriesInCountry([input], countryCode, 'to')).toEqual([number]);
	});

	it.each<[string | number, string, string]>([
		['33612345', '33', "(ending in 2345) doesn't exist with the country code 33: check its digits."],
		['+33612345', '33', "(ending in 2345) doesn't exist: check its digits."],
		['+336123456789', '', "(ending in 6789) doesn't exist: check its digits."],
		// Also valid abroad, but not longer than a number of the country: mistyped, or as it was written years ago.
		['8 612 34567', '370', "(ending in 4567) doesn't exist with the country code 370: check its digits."],
		[690234864, '33', "(ending in 4864) doesn't exist with the country code 33: check its digits."],
		[6243183578, '33', "(ending in 3578) doesn't exist with the country code 33: check its digits."],
		['64828144', '33', "(ending in 8144) doesn't exist with the country code 33: check its digits."],
		['98 59 84 57', '229', "(ending in 8457) doesn't exist with the country code 229: check its digits."],
		// Two numbers of the country.
		[
			'91 98 76 / 54 32 10',
			'687',
			"(ending in 3210) doesn't exist with the country code 687: check its digits.",
		],
		[
			'90.51.23-45.67.89',
			'687',
			"(ending in 6789) doesn't exist with the country code 687: check its digits.",
		],
		[
			'628 1234 (861 2345)',
			'354',
			"(ending in 2345) doesn't exist with the country code 354: check its digits.",
		],
		// A digit too many.
		['33612345678', '44', "(ending in 5678) doesn't exist with the country code 44: check its digits."],
		// Spain has no trunk prefix, and a spreadsheet may have removed a zero.
		['4741234567', '34', "(ending in 4567) doesn't exist with the country code 34: check its digits."],
		['33612345678', '1', "(ending in 5678) doesn't exist with the country code 1: check its digits."],
		// The sandbox has a +.
		['99900123456', '33', "(ending in 3456) doesn't exist with the country code 33: check its digits."],
		['99900123456', '', "(ending in 3456) doesn't exist as an international number."],
		// As long as one of a machine.
		['+336123456789012', '', "(ending in 9012) doesn't exist: check its digits."],
		['+47912345678901', '', "(ending in 8901) doesn't exist: check its digits."],
		['612345678', '', "(ending in 5678) doesn't exist as an international number."],
		['06 12 34 56 7', '33', "(ending in 4567) doesn't exist with the country code 33: check its digits."],
		['0612345678', '1', "(ending in 5678) doesn't exist with the country code 1: check its digits."],
		[
			'4915112345678',
			'49',
			'(ending in 5678) can be a national number in +49 or an international one in +49.',
		],
		// A satellite phone, whose code is no country's.
		[
			'881612345678',
			'49',
			'(ending in 5678) can be a national number in +49 or an international one in +881.',
		],
		['88621234567', '7', '(ending in 4567) can be a national number in +7 or an international one in +886.'],
		// Hungarian numbers (06 20 …, 06 70 …) without their first zero.
		[6201234567, '36', '(ending in 4567) can be a national number in +36 or an international one in +62.'],
		['6702345678', '36', '(ending in 5678) can be a national number in +36 or an international one in +670.'],
		// French mobile numbers without their first zero, as spreadsheets have them.
		['621234567', '', '(ending in 4567) can be a national number in +33 or an international one in +62.'],
		['648123456', '', '(ending in 3456) can be a national number in +33 or an international one in +64.'],
	])('%j in the country %j is nobody’s for certain', (input, countryCode, problem) => {
		expect(numberInCountry(input, countryCode)).toBeUndefined();
		const error = invalidInput(() => entriesInCountry([input], countryCode, 'to'));
		expect([error.field, error.message]).toEqual(['to', `The phone number ${problem}`]);
		expect(error.remediation).toContain('+33 6 12 34 56 78');
		// The way to put a whole list right.
		const isNational = countryCode === '' && !String(input).startsWith('+');
		expect(error.remediation.includes('Default Country Code')).toBe(isNational);
	});

	it.each([
		['06 12 34 56 78 / 79', 'looks like two numbers'],
		['+33 6 12 34 56 78 / 79', 'looks like two numbers'],
		['06 12 34 56 78/ 79', 'looks like two numbers'],
		['06 12 34 56 78/79', 'looks like two numbers'],
		['+49 151 1234567/9', 'looks like two numbers'],
		['06 12 34 56 78 /79', 'looks like two numbers'],
		['+39 (0)320 1234567', 'exists with and without its (0)'],
	])('is not made of what may be two: %s', (input, problem) => {
		const [entry] = entriesInCountry([input], '39', 'to');
		const { message } = invalidInput(() => normalizeNumber(String(entry), 'to'));
		expect(message).toMatch(/^The phone number \(ending in \d{4}\) /);
		expect(message).toContain(` ${problem}.`);
	});

	it.each([
		['06 12 34 56 78', '33612345678'],
		['+49 151 12345678', '4915112345678'],
		['a name', 'a name'],
		['33612345', '33612345'],
	])('%j, as a person wrote it in a text, becomes %j', (text, expected) => {
		expect(textInCountry(text, '33')).toBe(expected);
	});
});

describe('what national numbers begin with', () => {
	it.each([
		['06', '33', '336'],
		['06', '39', '3906'],
		['06', '', '06'],
		['06', 'FR', '06'],
		['0620', '36', '3620'],
		['0', '36', '36'],
		['0', '33', '33'],
		['336', '49', '336'],
		['336', '33', '336'],
	])('%s with the country code %j becomes %s', (prefix, countryCode, expected) => {
		expect(prefixInCountry(prefix, countryCode)).toBe(expected);
	});
});

it.each(['GP', 'GF', 'MQ', 'RE', 'YT'] as const)(
	'a mobile number in %s is none of the mainland',
	(department) => {
		const example = getExampleNumber(department, examples);
		const national = `0${example?.nationalNumber ?? ''}`;
		expect(national).toMatch(/^0[67]\d{8}$/);
		expect(numberInCountry(national, '33')).toBeUndefined();
		expect(numberInCountry(national, example?.countryCallingCode ?? '')).toBe(example?.number.slice(1));
		expect(numberInCountry(`33${national.slice(1)}`, '')).toBeUndefined();
	},
);

describe('a list of recipients', () => {
	it('becomes international; what is no number stays', () => {
		const others = ['a name', 'FR.123', '', 12, null, { to: '0612345678' }];
		expect(entriesInCountry(['06 12 34 56 78', ...others], '33', 'to')).toEqual(['33612345678', ...others]);
	});

	it('names the place of a number that is none', () => {
		const { message } = invalidInput(() => entriesInCountry(['0612345678', '33612345'], '33', 'to'));
		expect(message).toMatch(/^Phone number 2 of the list /);
	});

	it('is not sent to with a country code that is none, but where the country is written', () => {
		const { field, message, remediation } = invalidInput(() => entriesInCountry(['0612345678'], 'FR', 'to'));
		expect(field).toBe('Default Country Code');
		expect(message).toBe("The value isn't a country code.");
		expect(remediation).toBe('Enter its digits in the credential, such as 33.');
		expect(entriesInCountry(['33612345678', 'a name'], 'FR', 'to')).toEqual(['33612345678', 'a name']);
	});
});

it.each([
	['5215512345678', '+5215512345678'],
	['+5215512345678', '+5215512345678'],
	['525512345678', '+525512345678'],
	['5225512345678', '5225512345678'],
])('a reply to WhatsApp’s number of a person in Mexico goes out: %s', (number, shown) => {
	expect(e164(number)).toBe(shown);
	expect(numberInCountry(shown, '33')).toBe(shown.startsWith('+') ? shown.slice(1) : undefined);
});

describe('what a node puts out, and was entered with +', () => {
	it.each([
		// No country has the first.
		['+2101234567', '+2101234567'],
		['+8821612345678', '+8821612345678'],
		['+33612345678', '+33612345678'],
		['+337001234567890', '+337001234567890'],
		['+47591234567890', '+47591234567890'],
		['+9990123', '+9990123'],
	])('%s goes into a node of any country', (entered, shown) => {
		const sent = numberInCountry(entered, '') ?? '';
		expect(e164(sent)).toBe(shown);
		for (const countryCode of ['', '33', '49', '39', '1', '358'])
			expect(numberInCountry(e164(sent), countryCode)).toBe(sent);
	});

	it('is read by a node of any country wherever it begins with +', () => {
		const texts = fc.oneof(
			fc.stringMatching(/^(\+|00|)[0-9]{3,17}$/),
			fc.stringMatching(/^\+?(33|39|49|999|1|521)[0-9]{4,14}$/),
		);
		const check = (text: string, countryCode: string): void => {
			const shown = e164(text);
			if (shown.startsWith('+')) expect(numberInCountry(shown, countryCode)).toBe(shown.slice(1));
		};
		fc.assert(fc.property(texts, fc.constantFrom('', '33', '49', '39', '1'), check), { numRuns: 2_000 });
	});
});
