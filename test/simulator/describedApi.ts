/** The control API as it is described, and a client that holds it to that. */
import { z } from 'zod';
import { describeApi } from '../../simulator/src/control/describe';
import { OPERATIONS } from '../../simulator/src/control/routes';
import { fetchFrom } from './support';
import { jsonSchema, problemsWith, type Definitions, type JsonSchema } from '../support/jsonSchema';

const content = z.record(z.object({ schema: jsonSchema.optional() }).strict());
const operation = z
	.object({
		operationId: z.string(),
		tags: z.array(z.string()).length(1),
		summary: z.string(),
		parameters: z
			.array(
				z
					.object({
						name: z.string(),
						in: z.enum(['path', 'query']),
						required: z.literal(true).optional(),
						schema: jsonSchema,
						description: z.string(),
					})
					.strict(),
			)
			.default([]),
		requestBody: z
			.object({ required: z.literal(true), content })
			.strict()
			.optional(),
		responses: z.record(z.object({ description: z.string(), content }).strict()),
	})
	.strict();
export type Operation = z.infer<typeof operation>;

const document = z
	.object({
		openapi: z.literal('3.1.0'),
		info: z.object({ title: z.string(), version: z.string() }).passthrough(),
		tags: z.array(z.object({ name: z.string(), description: z.string() }).strict()),
		paths: z.record(z.record(operation)),
		components: z.object({ schemas: z.record(jsonSchema) }).strict(),
	})
	.passthrough();

export const description = document.parse(describeApi(OPERATIONS));

export const definitions: Definitions = new Map(
	Object.entries(description.components.schemas).map(([name, schema]) => [
		`#/components/schemas/${name}`,
		schema,
	]),
);

/** Every operation that is described, by `GET /__sim/state`. */
export const operations: ReadonlyMap<string, Operation> = new Map(
	Object.entries(description.paths).flatMap(([url, methods]) =>
		Object.entries(methods).map(([method, described]) => [`${method.toUpperCase()} ${url}`, described]),
	),
);

const schemaIn = (holder: { content: z.infer<typeof content> } | undefined): JsonSchema | undefined =>
	holder?.content['application/json']?.schema;

/** What of a body is not as described. */
export function bodyProblems(route: string, body: unknown): string[] {
	const schema = schemaIn(operations.get(route)?.requestBody);
	if (!schema) return [`${route} takes no body`];
	return problemsWith(schema, body, definitions, 'the body');
}

export interface DescribedCall {
	query?: Record<string, string>;
	path?: Record<string, string>;
	body?: unknown;
}

export interface DescribedAnswer {
	status: number;
	body: Record<string, unknown>;
}

const members = z.record(z.unknown());

/** Calls the control API, and fails where an answer is not as described. */
export class DescribedApi {
	/** What was answered: `GET /__sim/state 200`. */
	readonly seen = new Set<string>();

	async call(
		route: string,
		{ query = {}, path: named = {}, body }: DescribedCall = {},
	): Promise<DescribedAnswer> {
		const described = operations.get(route);
		if (!described) throw new Error(`${route} is not described`);
		const known = described.parameters.map(({ name }) => name);
		const unknown = [...Object.keys(query), ...Object.keys(named)].filter((name) => !known.includes(name));
		if (unknown.length > 0) throw new Error(`${route} has no parameter ${unknown.join()}`);
		const [method = '', template = ''] = route.split(' ');
		const url = template.replace(/\{(\w+)\}/g, (_, name: string) => named[name] ?? '');
		const response = await fetchFrom(`${url}?${new URLSearchParams(query).toString()}`, {
			method,
			...(body === undefined
				? {}
				: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		const answer = described.responses[response.status];
		if (!answer) throw new Error(`${route} answered ${response.status}, which is not described`);
		this.seen.add(`${route} ${response.status}`);
		const schema = schemaIn(answer);
		if (!schema) {
			await response.body?.cancel();
			return { status: response.status, body: {} };
		}
		const value = members.parse(await response.json());
		const problems = problemsWith(schema, value, definitions, 'the answer');
		if (problems.length > 0) throw new Error(`${route} ${response.status}: ${problems.join('\n')}`);
		return { status: response.status, body: value };
	}

	/** A call that is described to work. */
	async ok(route: string, options: DescribedCall = {}): Promise<Record<string, unknown>> {
		const problems = options.body === undefined ? [] : bodyProblems(route, options.body);
		if (problems.length > 0) throw new Error(`${route}: ${problems.join('\n')}`);
		const { status, body } = await this.call(route, options);
		if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
		return body;
	}
}
