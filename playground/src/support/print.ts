import { PlaygroundError, systemFailure } from './playgroundError';

const colored = process.stdout.isTTY && process.env.NO_COLOR === undefined;

const paint =
	(code: number) =>
	(text: string): string =>
		colored ? `\u001b[${code}m${text}\u001b[0m` : text;

const green = paint(32);
const red = paint(31);
const dim = paint(2);
export const bold = paint(1);

export type Say = (line: string) => void;

/** Prints one line per step, with the seconds since the start. */
export function speaker(write: (line: string) => void): { done: Say; note: Say; plain: Say } {
	const began = Date.now();
	const seconds = (): string => dim(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s`);
	return {
		done: (line) => write(`${seconds()}  ${green('✓')} ${line}`),
		note: (line) => write(`${seconds()}  ${dim('·')} ${line}`),
		plain: write,
	};
}

/** Formats an error: the message, how to fix it, and the end of n8n's log. */
export function describeFailure(thrown: unknown): string {
	const error = thrown instanceof PlaygroundError ? thrown : systemFailure(thrown);
	if (error === undefined)
		return red(`✗ ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`);
	return [
		red(`✗ ${error.message}`),
		...(error.remediation === undefined ? [] : [`  ${error.remediation}`]),
		...(error.log === undefined || error.log === ''
			? []
			: [
					'',
					dim('  Last lines of the n8n log:'),
					...error.log.split('\n').map((line) => dim(`  | ${line}`)),
				]),
	].join('\n');
}
