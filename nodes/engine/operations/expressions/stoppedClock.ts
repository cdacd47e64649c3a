import { hasOnly } from './allowedCode';

/** What an expression reads of the clock or of chance, and what reads the same at the time `at`, each time. */
const readings: ReadonlyArray<readonly [pattern: RegExp, stopped: (at: string) => string]> = [
	[/\$(?:now|today)\b/g, (at) => `DateTime.fromMillis(${at})`],
	[/\bDateTime\.(?:now|local|utc)\(\s*\)/g, (at) => `DateTime.fromMillis(${at})`],
	[/\bDateTime\.(?:local|utc)\(\s*\{/g, (at) => `DateTime.fromMillis(${at}, {`],
	[/\bnew Date\b(?!\s*\(\s*[^\s)])(?:\s*\(\s*\))?/g, (at) => `new Date(${at})`],
	[/(?<!\bnew\s+|[\w$.])Date\(\s*\)/g, (at) => `String(new Date(${at}))`],
	[/\bDate\.now\(\s*\)/g, (at) => at],
	[/\.diff(?:To)?Now\(/g, (at) => `.diff(DateTime.fromMillis(${at}), `],
	[/\.isInLast\(/g, () => '.valueOf('],
	[/\.toRelative(?:Calendar)?\(/g, () => '.toISO('],
	[/\bMath\.random\(\s*\)/g, () => '0.5'],
	[/\.randomItem\(\s*\)/g, () => '.first()'],
	// n8n numbers the calls of a model. A whole `$json` has the number, too.
	[
		/(?:\$json|\$input\.(?:item|first\(\)|last\(\))\.json)\b(?!\s*(?:[\w[]|\?\.|\.\s*\w+\b(?!\s*\()))/g,
		() => "$&.removeField('toolCallId')",
	],
];

/** Returns a stored parameter as it is at one time, so that it says the same whenever it is evaluated. */
export const withClockStopped = (storedText: string, at: Date): string =>
	readings.reduce(
		(text, [pattern, stopped]) => text.replace(pattern, stopped(String(at.getTime()))),
		storedText,
	);

/** Whether a stored parameter, anywhere in it, says something else each time: by the clock, or by chance. */
export function changesByItself(storedValue: unknown): boolean {
	if (typeof storedValue === 'string')
		return storedValue.startsWith('=') && withClockStopped(storedValue, new Date(0)) !== storedValue;
	return (
		typeof storedValue === 'object' &&
		storedValue !== null &&
		Object.values(storedValue).some(changesByItself)
	);
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** What certainly says the same each time: what items and settings say, and what is made of it. */
const repeatable = {
	roots: words(
		'$ $json $input $binary $vars $env $workflow $if $ifEmpty $max $min String Number Boolean Math JSON Object Array DateTime',
	),
	calls: words(
		`$ $if $ifEmpty $max $min String Number Boolean first last all trim trimStart trimEnd toString toUpperCase toLowerCase
		toTitleCase toSentenceCase slice substring replace replaceAll split join concat includes startsWith endsWith padStart
		padEnd at charAt indexOf repeat normalize toFixed toNumber toInt toFloat toBoolean round ceil floor abs max min map filter
		find some every flat flatMap reverse sort unique removeDuplicates compact keys values isEmpty isNotEmpty isArray
		toDateTime fromISO fromMillis fromSeconds format toFormat toLocaleString toISO toISODate toMillis setLocale setZone plus
		minus startOf endOf hasSame`,
	),
	// An item that comes back from an error output has this member more, and so has the whole item.
	withoutMembers: words('error'),
	inParts: words('$json json'),
};
/**
 * Whether a stored parameter certainly says the same of an item whenever it is evaluated, in another round of a loop, too. Unlike
 * {@link changesByItself}, whatever isn't known to is taken to change.
 */
export const isRepeatable = (storedValue: unknown): boolean => hasOnly(storedValue, repeatable);
