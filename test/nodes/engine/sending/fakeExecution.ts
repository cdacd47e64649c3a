import type { IExecuteFunctions } from 'n8n-workflow';

/** Gives a fake of n8n's context the type of the whole, for code that uses only what the fake has. */
export function asContext(fake: object): IExecuteFunctions {
	const isContext = (given: unknown): given is IExecuteFunctions => given === fake;
	if (!isContext(fake)) throw new Error('Never');
	return fake;
}
