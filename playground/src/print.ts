import { PlaygroundError } from './playgroundError';

const coloured = process.stdout.isTTY && process.env.NO_COLOR === undefined;

const paint =
	(code: number) =>
	(text: string): string =>
		coloured ? `\u001b[${code}m${text}\u001b[0m` : text;

const green = paint(32);
const red = paint(31);
const dim = paint(2);
export const bold = paint(1);

export type Say = (line: string) => void;

/** The playground's voice: one line a step, with the seconds since it began. */
export function speaker(write: (line: string) => void): { done: Say; note: Say; plain: Say } {
	const began = Date.now();
	const seconds = (): string => dim(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s`);
	return {
		done: (line) => write(`${seconds()}  ${green('✓')} ${line}`),
		note: (line) => write(`${seconds()}  ${dim('·')} ${line}`),
		plain: write,
	};
}

/** A failure as the user reads it: the reason, how to mend it, and n8n's own last words. */
export function describeFailure(error: unknown): string {
	if (!(error instanceof PlaygroundError))
		return red(`✗ ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
	return [
		red(`✗ ${error.message}`),
		...(error.mend === undefined ? [] : [`  ${error.mend}`]),
		...(error.log === undefined || error.log === ''
			? []
			: ['', dim('  The last lines of n8n:'), ...error.log.split('\n').map((line) => dim(`  | ${line}`))]),
	].join('\n');
}
