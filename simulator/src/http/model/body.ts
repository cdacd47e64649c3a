import { z } from 'zod';

import { InvalidRequest } from './conversation';
import type { Tool } from './conversation';

/** Members of a request that change nothing here, whatever their value. */
export const ignored = (...names: string[]): Record<string, z.ZodUnknown> =>
	Object.fromEntries(names.map((name) => [name, z.unknown()]));

const placeOf = (path: ReadonlyArray<string | number>): string =>
	path
		.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
		.join('')
		.replace(/^\./, '');

/** The innermost problem: of a union, that of the member which got furthest. */
function deepest(issue: z.ZodIssue): z.ZodIssue {
	if (issue.code !== 'invalid_union') return issue;
	return issue.unionErrors
		.flatMap(({ issues }) => issues.map(deepest))
		.reduce((furthest, next) => (next.path.length > furthest.path.length ? next : furthest), issue);
}

/**
 * Reads a body strictly.
 * @throws InvalidRequest naming the member that is wrong
 */
export function readBody<Output>(schema: z.ZodType<Output, z.ZodTypeDef, unknown>, body: Buffer): Output {
	let value: unknown;
	try {
		value = JSON.parse(body.toString('utf8'));
	} catch {
		throw new InvalidRequest('We could not parse the JSON body of your request.');
	}
	const read = schema.safeParse(value);
	if (read.success) return read.data;
	const [first] = read.error.issues;
	if (first === undefined) throw new InvalidRequest('The body is invalid.');
	const issue = deepest(first);
	const place = placeOf(issue.path);
	if (issue.code === 'unrecognized_keys') {
		const [key = ''] = issue.keys;
		const parameter = [place, key].filter(Boolean).join('.');
		throw new InvalidRequest(`Unknown parameter: '${parameter}'.`, parameter);
	}
	if (issue.code === 'invalid_type' && issue.received === 'undefined')
		throw new InvalidRequest(`Missing required parameter: '${place}'.`, place);
	throw new InvalidRequest(`Invalid value for '${place}': ${issue.message}.`, place);
}

/** A function as both interfaces describe it. */
export const functionShape = {
	name: z.string().regex(/^[\w-]{1,64}$/),
	parameters: z
		.object({ properties: z.record(z.unknown()).optional() })
		.passthrough()
		.nullish(),
	...ignored('description', 'strict'),
};

export const toolOf = ({
	name,
	parameters,
}: {
	name: string;
	parameters?: { properties?: Record<string, unknown> | undefined } | null | undefined;
}): Tool => ({ name, parameters: Object.keys(parameters?.properties ?? {}) });

/** Settings that both interfaces have, and that change no answer here. */
export const settings = ignored(
	'background',
	'frequency_penalty',
	'include',
	'max_output_tokens',
	'max_tokens',
	'max_completion_tokens',
	'metadata',
	'n',
	'parallel_tool_calls',
	'presence_penalty',
	'prompt_cache_key',
	'prompt_cache_retention',
	'reasoning',
	'reasoning_effort',
	'response_format',
	'safety_identifier',
	'seed',
	'service_tier',
	'stop',
	'store',
	'stream_options',
	'temperature',
	'text',
	'tool_choice',
	'top_logprobs',
	'top_p',
	'truncation',
	'user',
	'verbosity',
);
