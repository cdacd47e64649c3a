import type { z } from 'zod/v4';

/** Wrong input of the control API. The caller sees its message. */
export class InvalidControlInput extends Error {
	override readonly name = 'InvalidControlInput';
}

export const invalid = (message: string): never => {
	throw new InvalidControlInput(message);
};

/** The part of the request that a member is in. Its name alone tells. */
const PART = /^(body|query)\.?/;

/** Returns a sentence that starts with the member's name. */
function problemOf(issue: z.core.$ZodIssue, outer: readonly PropertyKey[] = []): string {
	const path = [...outer, ...issue.path];
	// Of several choices, the one that fits best.
	if (issue.code === 'invalid_union' && issue.errors.length > 0) {
		const closest = issue.errors.reduce((best, each) => (each.length < best.length ? each : best));
		const [first] = closest;
		if (first !== undefined) return problemOf(first, path);
	}
	const place = path.map(String).join('.').replace(PART, '');
	if (issue.code === 'custom' || issue.code === 'invalid_format') return `${place} ${issue.message}`.trim();
	return `${place || `the ${String(path[0] ?? 'body')}`} is wrong: ${issue.message}`;
}

/** Checks a value, with defaults for what is left out. @throws InvalidControlInput */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const { success, data, error } = schema.safeParse(value);
	if (success) return data;
	const [issue] = error.issues;
	return invalid(issue === undefined ? 'the body is wrong' : problemOf(issue));
}
