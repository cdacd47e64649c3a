/**
 * The table of national phone numbers, made of libphonenumber's metadata and of what it lacks: by calling code what a national number begins with
 * where it is dialed within the country, how many digits it has without that, and which digits are possible.
 *
 * `node tools/update/numberingPlans.mjs` prints it, `npm run update:numbers` writes it to `protocol/recipients/numberingPlans.ts`.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { argv, stdout } from 'node:process';
import { format, resolveConfig } from 'prettier';

const require = createRequire(import.meta.url);
const {
	country_calling_codes: codes,
	countries,
	nonGeographic,
} = require('libphonenumber-js/metadata.max.json');
const file = path.resolve(import.meta.dirname, '../../protocol/recipients/numberingPlans.ts');

/** Places of a country's entry in the metadata. */
const [pattern, lengths, trunkPrefix, types] = [2, 3, 5, 11];

/**
 * What is dialed within a country, but belongs to others: overseas departments have calling codes of their own, and are dialed
 * from all of France without them. 0690 12 34 56 is +590 690 12 34 56, in Guadeloupe.
 */
const dialedAbroad = { 33: '262|59[046]|639|69[0-467]|709[0-3]' };

/**
 * Numbers of machines, such as alarms, trackers and meters, which the metadata lacks. They send SMS, and get them. France: 0700 and
 * ten digits (ARCEP's decision 2012-0855). Norway: 59 and ten digits. As they are longer than all others of their country, their
 * length is no length of its numbers: a number of a person with so many digits has a typing error.
 */
const machines = { 33: '700\\d{10}', 47: '59\\d{10}' };

/** The digits of the longest numbers that people have: landline and mobile ones, the first two types. */
function longestOf(plan) {
	const ofPeople = (plan[types] ?? []).slice(0, 2).filter(Boolean);
	return Math.max(
		...(ofPeople.length > 0 ? ofPeople.flatMap((type) => type[1] ?? plan[lengths]) : plan[lengths]),
	);
}

/** Countries that share a calling code dial alike; the first of them is the main one. */
function planOf(code, plans) {
	const digits = [...new Set(plans.flatMap((plan) => plan[lengths]))].sort((a, b) => a - b);
	const possible = [...new Set(plans.map((plan) => plan[pattern]))].join('|');
	const patterns = code in dialedAbroad ? `(?!${dialedAbroad[code]})${possible}` : possible;
	const all = code in machines ? `${patterns}|${machines[code]}` : patterns;
	return [plans[0][trunkPrefix] || '', digits.join(), Math.max(...plans.map(longestOf)), all].join(' ');
}

/** By calling code; satellite phones and the like have one of their own, without a country. */
const plans = {
	...Object.fromEntries(
		Object.entries(codes)
			.filter(([, [name]]) => name in countries)
			.map(([code, names]) => [code, names.map((name) => countries[name])]),
	),
	...Object.fromEntries(Object.entries(nonGeographic).map(([code, plan]) => [code, [plan]])),
};
const rows = Object.entries(plans).map(([code, some]) => `${code}: ${JSON.stringify(planOf(code, some))}`);
const source = `// Made of libphonenumber-js's metadata by \`npm run update:numbers\`. Not to be edited.

/**
 * By calling code, separated by spaces: the trunk prefix, which is dialed only within the country (empty where there is none);
 * how many digits a national number has without it, those of machines aside; how many one of a person has at most; and a regular
 * expression of all.
 */
export const numberingPlans: Readonly<Record<string, string>> = {${rows.join()}};
`;
const text = await format(source, { ...(await resolveConfig(file)), parser: 'typescript' });
if (argv.includes('--record')) writeFileSync(file, text);
else stdout.write(text);
