import { readIncomingSms, type IncomingSmsEvent } from '../../protocol/callbacks/incomingSms';
import { readRawParameters } from '../../protocol/callbacks/rawQuery';
import { numberIn } from '../../protocol/recipients/phoneNumbers';
import {
	listOf,
	type CallbackFilter,
	type CallbackKind,
	type ParameterContext,
} from '../engine/webhook/callback';

type Filter = CallbackFilter<IncomingSmsEvent>;

/**
 * A number as its digits, in international format if it was written so: `+33 6 …`, `0033 6 …`, `+33 (0)6 …` and `336…` are equal.
 * Short codes have no format. Undefined for what is neither.
 */
const digitsOf = (number: string): string | undefined =>
	numberIn(number) ?? /^\+?(\d{1,6})$/.exec(number.normalize('NFKC').replace(/[\s.-]/g, ''))?.[1];

/** A national number has a 0 where the international one has the country's prefix; either may be one. */
const isSameNumber = (filtered: string, called: string): boolean =>
	called === filtered ||
	[filtered, called].some(
		(national) =>
			/^0\d{5}/.test(national) && [filtered, called].every((number) => number.endsWith(national.slice(1))),
	);

/**
 * A message for which the service names no number passes: "blank if not applicable" says nothing about who it was
 * for. With an entry that can't be read, all messages pass, or a slip of the pen would keep some out.
 */
const byCalledNumber: Filter = (event, setting) => {
	const numbers = listOf(setting).map(digitsOf);
	const called = digitsOf(event.to ?? '');
	return (
		numbers.length === 0 ||
		called === undefined ||
		numbers.some((number) => number === undefined || isSameNumber(number, called))
	);
};

/** Returns what is wrong with the filter: an entry that can't be read. It isn't quoted, as it may be a number. */
export function problemWithCalledNumbers(context: ParameterContext): string | undefined {
	const numbers = listOf(context.getNodeParameter('filters.calledNumbers', '')).map(digitsOf);
	const index = numbers.indexOf(undefined);
	return index === -1 ? undefined : `Called Numbers: entry ${index + 1} isn't a number.`;
}

/** A word as it is meant: in any case, width and spelling of its accents. */
const plainWord = (word: string): string => word.normalize('NFKC').toLowerCase();

/** The service gives the keyword of every message that came in on one, so a message without any was not sent to these. */
const byKeyword: Filter = (event, setting) => {
	const keywords = listOf(setting).map(plainWord);
	return keywords.length === 0 || keywords.includes(plainWord(event.keyword ?? ''));
};

const optOutRules: ReadonlyMap<unknown, (optOut: boolean) => boolean> = new Map([
	['only', (optOut: boolean): boolean => optOut],
	['without', (optOut: boolean): boolean => !optOut],
]);

const byOptOut: Filter = (event, setting) => optOutRules.get(setting)?.(event.optOut) ?? true;

/** Messages that came in (service.md#incoming-sms). */
export const incomingSms: CallbackKind<IncomingSmsEvent> = {
	name: 'message',
	format: 'parameters',
	read: ({ rawQuery }) => readIncomingSms(rawQuery),
	readRaw: ({ rawQuery }) => readRawParameters(rawQuery),
	filters: {
		'filters.calledNumbers': byCalledNumber,
		'filters.keywords': byKeyword,
		'filters.optOuts': byOptOut,
	},
};
