import type { z } from 'zod/v4';

/** What the control API is given is wrong; its message is told to the caller. */
export class InvalidControlInput extends Error {
	override readonly name = 'InvalidControlInput';
}

export const invalid = (message: string): never => {
	throw new InvalidControlInput(message);
};

/** In words, beginning with the name of the member. */
function problemOf(issue: z.core.$ZodIssue, outer: readonly PropertyKey[] = []): string {
	const path = [...outer, ...issue.path];
	// Of several choices, the one that fits best.
	if (issue.code === 'invalid_union' && issue.errors.length > 0) {
		const closest = issue.errors.reduce((best, each) => (each.length < best.length ? each : best));
		const [first] = closest;
		if (first !== undefined) return problemOf(first, path);
	}
	const place = path.map(String).join('.');
	if (issue.code === 'custom' || issue.code === 'invalid_format') return `${place} ${issue.message}`.trim();
	return `${place || 'the body'} is wrong: ${issue.message}`;
}

/** Checks a body, with defaults for what is left out. @throws InvalidControlInput */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
	const { success, data, error } = schema.safeParse(body);
	if (success) return data;
	const [issue] = error.issues;
	return invalid(issue === undefined ? 'the body is wrong' : problemOf(issue));
}

/** @throws InvalidControlInput for anything but a whole number in a query */
export function readInteger(value: string, what: string, min: number, max: number): number {
	const number = Number(value);
	return Number.isInteger(number) && number >= min && number <= max
		? number
		: invalid(`${what} must be an integer from ${min} to ${max}`);
}
