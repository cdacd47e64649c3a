/** Reads a number that a command is given. With none, nothing would run, and that would count as passed. */
export function countOf(name: string, text: string): number {
	if (/^[1-9]\d*$/.test(text)) return Number(text);
	throw new Error(`--${name} must be a whole number from 1, not "${text}"`);
}
