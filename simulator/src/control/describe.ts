/** The description of the bodies in `openapi.json`, made from their schemas. `npm run update:openapi` writes it there. */
import { z } from 'zod/v4';

import { isJsonObject, listAt } from '../core/json';
import { BODIES, SCHEMAS } from './schemas';

const refOf = (name: string): string => `#/components/schemas/${name}`;

type Json = Record<string, unknown>;

const isNull = (choice: unknown): boolean => isJsonObject(choice) && choice['type'] === 'null';
/** A rule about members is no choice between shapes. */
const isShape = (choice: unknown): boolean =>
	isJsonObject(choice) && Object.keys(choice).join() !== 'required';

/** Choices of a union: one type more where null is the other choice, else exactly one, as the checks are strict. */
function describeChoices(choices: readonly unknown[]): Json {
	const [first, second] = choices;
	if (choices.length === 2 && isNull(second) && isJsonObject(first) && typeof first['type'] === 'string') {
		const values = listAt(first, 'enum');
		return {
			...first,
			...('enum' in first ? { enum: [...values, null] } : { type: [first['type'], 'null'] }),
		};
	}
	return choices.every(isShape) ? { oneOf: choices } : { anyOf: choices };
}

/** What zod adds and a reader doesn't need: how it was made, types that follow, and the bounds of exact integers. */
const isNoise = (name: string, value: unknown): boolean =>
	['$schema', '$id', 'id', 'propertyNames'].includes(name) ||
	((name === 'minimum' || name === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER);

/** @param isSchema false for the members of `properties`, which have names of their own */
function tidy(value: unknown, isSchema = true): unknown {
	if (Array.isArray(value)) return value.map((each) => tidy(each));
	if (!isJsonObject(value)) return value;
	const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
		if (!isSchema) return [[name, tidy(member)]];
		if (isNoise(name, member)) return [];
		const own = tidy(member, name !== 'properties');
		return name === 'anyOf' && Array.isArray(own) ? Object.entries(describeChoices(own)) : [[name, own]];
	});
	const tidied: Json = Object.fromEntries(members);
	// The choices say it already.
	if ('const' in tidied || 'enum' in tidied) delete tidied['type'];
	return tidied;
}

function describedSchemas(): Json {
	const registry = z.registry<{ id: string }>();
	for (const [name, schema] of Object.entries(SCHEMAS)) registry.add(schema, { id: name });
	const { schemas } = z.toJSONSchema(registry, { uri: refOf, io: 'input', unrepresentable: 'any' });
	return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema)]));
}

const requestBodyOf = (name: string): Json => ({
	required: true,
	content: { 'application/json': { schema: { $ref: refOf(name) } } },
});

/**
 * Brings a description up to date: schemas of the same name, and the bodies of all operations.
 * @param description as it is in `openapi.json`
 */
export function withBodies(description: unknown): unknown {
	const { paths, components, ...rest } = z
		.looseObject({
			paths: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
			components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
		})
		.parse(description);
	for (const [url, methods] of Object.entries(paths)) {
		for (const [method, { responses, ...operation }] of Object.entries(methods)) {
			const name = BODIES[`${method.toUpperCase()} ${url}`];
			methods[method] = {
				...operation,
				...(name === undefined ? {} : { requestBody: requestBodyOf(name) }),
				responses,
			};
		}
	}
	return { ...rest, paths, components: { schemas: { ...components.schemas, ...describedSchemas() } } };
}
