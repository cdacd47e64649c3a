/** Output schemas as n8n reads them: which members they have, how they are written down, and what satisfies them. */
import { z } from 'zod';

const typeName = z.enum(['string', 'number', 'boolean', 'object', 'array', 'null']);
export type TypeName = z.infer<typeof typeName>;

/** What one value looks like. An object without `properties` has names that are data. */
export interface Schema {
	type: TypeName | TypeName[];
	properties?: Record<string, Schema> | undefined;
	items?: Schema | undefined;
}

const schema: z.ZodType<Schema> = z.lazy(() =>
	z
		.object({
			type: z.union([typeName, z.array(typeName).min(2)]),
			properties: z.record(schema).optional(),
			items: schema.optional(),
		})
		.strict(),
);

/** A schema's file: an item's json, and the version that n8n's own schemas carry. */
const schemaFile = z
	.object({ type: z.literal('object'), properties: z.record(schema), version: z.literal(1) })
	.strict();

/** Reads a schema's file. Throws where it has members that are none of ours, such as samples or texts. */
export function parseSchema(text: string): Schema {
	const { type, properties } = schemaFile.parse(JSON.parse(text));
	return { type, properties };
}

const tabs = (depth: number): string => '\t'.repeat(depth);

function written(value: Schema, depth: number): string {
	const types = [value.type].flat().map((type) => `"${type}"`);
	const type = types.length === 1 ? types.join('') : `[${types.join(', ')}]`;
	if (value.properties) {
		const members = membersOf(value.properties, depth + 1);
		return `{\n${tabs(depth + 1)}"type": ${type},\n${members}\n${tabs(depth)}}`;
	}
	if (!value.items) return `{ "type": ${type} }`;
	const items = written(value.items, depth + 1);
	return items.includes('\n')
		? `{\n${tabs(depth + 1)}"type": ${type},\n${tabs(depth + 1)}"items": ${items}\n${tabs(depth)}}`
		: `{ "type": ${type}, "items": ${items} }`;
}

function membersOf(properties: Record<string, Schema>, depth: number): string {
	const members = Object.entries(properties).map(
		([name, value]) => `${tabs(depth + 1)}${JSON.stringify(name)}: ${written(value, depth + 1)}`,
	);
	return `${tabs(depth)}"properties": {\n${members.join(',\n')}\n${tabs(depth)}}`;
}

/** A schema's file: a line for each field, as prettier leaves it. */
export function schemaText({ properties = {} }: Schema): string {
	return `{\n\t"type": "object",\n${membersOf(properties, 1)},\n\t"version": 1\n}\n`;
}

const plain = { string: z.string(), number: z.number(), boolean: z.boolean(), null: z.null() };

function ofType(type: TypeName, { properties, items }: Schema): z.ZodTypeAny {
	if (type === 'array') return z.array(items ? satisfying(items) : z.never());
	if (type !== 'object') return plain[type];
	if (!properties) return z.record(z.unknown());
	const members = Object.entries(properties).map(([name, value]) => [name, satisfying(value).optional()]);
	// A field that is always null is in no schema.
	return z.object(Object.fromEntries(members)).catchall(z.null());
}

/** Accepts the values that a schema describes, and no fields besides its own. */
export function satisfying(value: Schema): z.ZodTypeAny {
	const [first, ...others] = [value.type].flat().map((type) => ofType(type, value));
	return others.reduce((either, one) => either.or(one), first ?? z.never());
}
