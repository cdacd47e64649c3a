/** Checks values against the part of JSON Schema that descriptions in this repository use. */
import { z } from 'zod';
import { isObject } from '../../playground/src/support/json';

const typeName = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
type TypeName = z.infer<typeof typeName>;

/** What says nothing of other schemas. */
const plainSchema = z
	.object({
		$ref: z.string(),
		description: z.string(),
		type: z.union([typeName, z.array(typeName)]),
		required: z.array(z.string()),
		enum: z.array(z.unknown()),
		const: z.unknown(),
		default: z.unknown(),
		pattern: z.string(),
		minimum: z.number(),
		maximum: z.number(),
		minLength: z.number(),
		maxLength: z.number(),
		format: z.literal('date-time'),
	})
	.partial();

export interface JsonSchema extends z.infer<typeof plainSchema> {
	properties?: Record<string, JsonSchema> | undefined;
	additionalProperties?: boolean | JsonSchema | undefined;
	items?: JsonSchema | undefined;
	oneOf?: JsonSchema[] | undefined;
	anyOf?: JsonSchema[] | undefined;
}

/** Strict: a word that is not checked below must not stand in a schema as if it were. */
export const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
	plainSchema
		.extend({
			properties: z.record(jsonSchema),
			additionalProperties: z.union([z.boolean(), jsonSchema]),
			items: jsonSchema,
			oneOf: z.array(jsonSchema),
			anyOf: z.array(jsonSchema),
		})
		.partial()
		.strict(),
);

const isOfType: Record<TypeName, (value: unknown) => boolean> = {
	string: (value) => typeof value === 'string',
	number: (value) => typeof value === 'number',
	integer: (value) => Number.isInteger(value),
	boolean: (value) => typeof value === 'boolean',
	object: isObject,
	array: Array.isArray,
	null: (value) => value === null,
};

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function problemsOfValue(schema: JsonSchema, value: unknown, at: string): string[] {
	const types = schema.type === undefined ? [] : [schema.type].flat();
	if (types.length > 0 && !types.some((type) => isOfType[type](value)))
		return [`${at} is not of type ${types.join(' or ')}`];
	const isOther = 'const' in schema && schema.const !== undefined && schema.const !== value;
	const rules: [boolean, string][] = [
		[isOther, `is not ${JSON.stringify(schema.const)}`],
		[schema.enum !== undefined && !schema.enum.includes(value), 'is none of the choices'],
	];
	if (typeof value === 'number') {
		rules.push([value < (schema.minimum ?? -Infinity), 'is too small']);
		rules.push([value > (schema.maximum ?? Infinity), 'is too large']);
	}
	if (typeof value === 'string') {
		rules.push([value.length < (schema.minLength ?? 0), 'is too short']);
		rules.push([value.length > (schema.maxLength ?? Infinity), 'is too long']);
		rules.push([schema.pattern !== undefined && !new RegExp(schema.pattern).test(value), 'does not match']);
		rules.push([schema.format === 'date-time' && !dateTime.test(value), 'is no time']);
	}
	return rules.flatMap(([isBroken, words]) => (isBroken ? [`${at} ${words}`] : []));
}

/** The schemas that a `$ref` can name, by their whole reference. */
export type Definitions = ReadonlyMap<string, JsonSchema>;

function problemsOfMembers(
	{ properties = {}, required = [], additionalProperties = true }: JsonSchema,
	value: Record<string, unknown>,
	at: string,
	definitions: Definitions,
): string[] {
	const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
	const inside = Object.entries(value).flatMap(([name, member]) => {
		const own = properties[name] ?? additionalProperties;
		if (own === true) return [];
		return own === false
			? [`${at}.${name} is not described`]
			: problemsWith(own, member, definitions, `${at}.${name}`);
	});
	return [...missing, ...inside];
}

/**
 * What is wrong with a value, each as a sentence that names the place; nothing where it fits.
 * @throws for a reference to a schema that is not there
 */
export function problemsWith(
	schema: JsonSchema,
	value: unknown,
	definitions: Definitions,
	at = 'value',
): string[] {
	if (schema.$ref !== undefined) {
		const named = definitions.get(schema.$ref);
		if (!named) throw new Error(`There is no schema ${schema.$ref}`);
		return problemsWith(named, value, definitions, at);
	}
	const problems = problemsOfValue(schema, value, at);
	if (problems.length > 0) return problems;
	if (isObject(value)) problems.push(...problemsOfMembers(schema, value, at, definitions));
	const { items, oneOf, anyOf } = schema;
	if (items && Array.isArray(value)) {
		problems.push(
			...value.flatMap((item, index) => problemsWith(items, item, definitions, `${at}[${index}]`)),
		);
	}
	const fits = (choice: JsonSchema): boolean => problemsWith(choice, value, definitions, at).length === 0;
	if (anyOf && !anyOf.some(fits)) problems.push(`${at} fits no choice`);
	if (oneOf) {
		const tries = oneOf.map((choice) => problemsWith(choice, value, definitions, at));
		const fitting = tries.filter((found) => found.length === 0).length;
		if (fitting !== 1) problems.push(`${at} fits ${fitting} choices: ${tries.flat().join('; ')}`);
	}
	return problems;
}
