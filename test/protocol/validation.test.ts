import { InvalidInput } from '../../protocol/errors';
import { scalarText, withCommas } from '../../protocol/validation';
import { invalidInput } from './helpers';

const textOf = (value: unknown): string =>
	scalarText(value, 'The value', (...words) => new InvalidInput('text', ...words));

it.each<[unknown, string]>([
	[undefined, ''],
	[null, ''],
	['', ''],
	['Hi', 'Hi'],
	[0, '0'],
	[-1.5, '-1.5'],
	[Number.MAX_SAFE_INTEGER, '9007199254740991'],
	[1.5e-7, '1.5e-7'],
	[true, 'true'],
	[false, 'false'],
	[10n, '10'],
])('%p is the text %j', (value, text) => expect(textOf(value)).toBe(text));

it.each<[unknown, string]>([
	[Number.MAX_SAFE_INTEGER + 1, 'The value is a number that is too long, and was rounded.'],
	[Number.NaN, "The value isn't a valid number or date."],
	[Number.POSITIVE_INFINITY, "The value isn't a valid number or date."],
	['Invalid DateTime', "The value isn't a valid number or date."],
	[[], 'The value is a list or an object instead of a text.'],
	[new Date(0), 'The value is a date instead of a text.'],
	[{ toISODate: () => '2026-12-24' }, 'The value is a date instead of a text.'],
	[{}, 'The value is a list or an object instead of a text.'],
])('%p is no text', (value, problem) => {
	const { message, remediation } = invalidInput(() => textOf(value));
	expect(message).toBe(problem);
	expect([
		'Return it as a text, in quotes.',
		'Check its expression.',
		'Format it, for example with $json.date.format("dd/MM/yyyy").',
		'Reference a single property, such as $json.name.',
	]).toContain(remediation);
});

it.each([
	[0, '0'],
	[999, '999'],
	[1_000, '1,000'],
	[25_000, '25,000'],
	[999_999, '999,999'],
	[1_234_567, '1,234,567'],
])('%d is written %s', (count, text) => expect(withCommas(count)).toBe(text));
