import { everyExpression } from './code';

/** What an expression reads of the clock or of chance, and what reads the same at the time `at`, each time. */
const readings: ReadonlyArray<readonly [pattern: RegExp, stopped: (at: string) => string]> = [
	[/\$(?:now|today)\b/g, (at) => `DateTime.fromMillis(${at})`],
	[/\bDateTime\.(?:now|local|utc)\(\s*\)/g, (at) => `DateTime.fromMillis(${at})`],
	[/\bDateTime\.(?:local|utc)\(\s*\{/g, (at) => `DateTime.fromMillis(${at}, {`],
	[/\bnew Date\b(?!\s*\(\s*[^\s)])(?:\s*\(\s*\))?/g, (at) => `new Date(${at})`],
	[/(?<!\bnew\s+|[\w$.])Date\(\s*\)/g, (at) => `String(new Date(${at}))`],
	[/\bDate\.now\(\s*\)/g, (at) => at],
	[/\.diff(To)?Now\(/g, (at) => `.diff$1(DateTime.fromMillis(${at}), `],
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
export const changesByItself = (storedValue: unknown): boolean =>
	!everyExpression(storedValue, (expression) => withClockStopped(expression, new Date(0)) === expression);
