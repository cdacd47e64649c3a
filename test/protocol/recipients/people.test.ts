/** People first, then their numbers in the ways in which people write them: no number may become another person's. */
import fc from 'fast-check';
import metadata from 'libphonenumber-js/metadata.max.json';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { numberInCountry } from '../../../protocol/recipients/phoneNumbers';

const countries =
	'FR BE LU CH DE AT IT ES PT NL GB IE DK SE NO FI PL CZ SK HU RO BG GR TR RU UA US CA BR MX MA DZ TN CI SN ZA IN CN JP AU'.split(
		' ',
	);

/** Places of a country's entry in the metadata: its calling code, its trunk prefix, its types of number. */
const places = { code: 0, trunkPrefix: 5, types: 11 } as const;
const mobileType = 1;

interface Country {
	name: string;
	code: string;
	trunkPrefix: string;
	mobile: string;
}

function at(value: unknown, index: number): unknown {
	return Array.isArray(value) ? value[index] : undefined;
}

function countryOf(name: string): Country {
	const entry: unknown = Object.entries(metadata.countries).find(([one]) => one === name)?.[1];
	const types = at(entry, places.types);
	// In North America, nothing distinguishes mobile numbers.
	const mobile = [mobileType, 0].map((type) => at(at(types, type), 0)).find(Boolean);
	const trunkPrefix = at(entry, places.trunkPrefix);
	return {
		name,
		code: String(at(entry, places.code)),
		trunkPrefix: typeof trunkPrefix === 'string' ? trunkPrefix : '',
		mobile: String(mobile),
	};
}

const people = countries.map(countryOf);

/** A person: a mobile number that libphonenumber, with all its data, holds for valid. */
const personOf = ({ code, mobile }: Country): fc.Arbitrary<string> =>
	fc
		.stringMatching(new RegExp(`^(?:${mobile})$`))
		.filter((number) => parsePhoneNumberFromString(`+${code}${number}`)?.isValid() === true);

const separators = ['', ' ', '.', '-', '\u00a0', '\u202f', '‑'];

/** Groups of digits as people make them. */
const grouped = (digits: string, separator: string, size: number): string =>
	digits.replace(new RegExp(`\\d{${size}}(?=\\d)`, 'g'), `$&${separator}`);

/** The ways of writing a number that say which country is meant, or that it is dialed within the country. */
const understood = ({ code, trunkPrefix }: Country, number: string, separator: string, size: number) => {
	const shown = grouped(number, separator, size);
	const ways = [`+${code}${separator}${shown}`, `00${code}${separator}${shown}`, `(+${code}) ${shown}`];
	return trunkPrefix === '' ? ways : [...ways, `${trunkPrefix}${shown}`, `${trunkPrefix} ${shown}`];
};

/** Other ways, of which some can't be told from another number. */
const others = ({ code, trunkPrefix }: Country, number: string): Array<string | number> => [
	number,
	Number(number),
	`${code}${number}`,
	Number(`${code}${number}`),
	`${code}${number}.0`,
	`${number}.0`,
	`+${code} (${trunkPrefix || '0'}) ${number}`,
	`+${code} ${trunkPrefix}${number}`,
	`(${number.slice(0, 3)}) ${number.slice(3)}`,
	`${number.slice(0, 3)}/${number.slice(3)}`,
	`${trunkPrefix}${number} / ${number.slice(-2)}`,
	[...number].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join(''),
];

describe.each(people.map((country) => [country.name, country] as const))('people in %s', (_name, country) => {
	const ways = fc.record({
		number: personOf(country),
		separator: fc.constantFrom(...separators),
		size: fc.integer({ min: 2, max: 4 }),
	});

	it('are understood in international form and as they are dialed within the country', () => {
		let [written, known] = [0, 0];
		fc.assert(
			fc.property(ways, ({ number, separator, size }) => {
				const read = understood(country, number, separator, size).map((way) =>
					numberInCountry(way, country.code),
				);
				const numbers = read.filter((one) => one !== undefined);
				expect(numbers).toEqual(numbers.map(() => country.code + number));
				written += read.length;
				known += numbers.length;
			}),
			{ numRuns: 300 },
		);
		expect(known / written).toBeGreaterThanOrEqual(0.999);
	});

	it('never become others, wherever the sender is', () => {
		fc.assert(
			fc.property(ways, fc.constantFrom(...people), ({ number, separator, size }, home) => {
				const own = country.code + number;
				const clear = understood(country, number, separator, size).slice(0, 3);
				const read = [
					...clear.map((way) => numberInCountry(way, home.code)),
					...others(country, number).map((way) => numberInCountry(way, country.code)),
				];
				expect(read.filter((one) => ![undefined, own].includes(one))).toEqual([]);
			}),
			{ numRuns: 100 },
		);
	});
});
