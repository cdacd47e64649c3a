/** The contract fixtures of `test/wire/`: their schema and their reading. The format is described in its README. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../playground/src/support/json';

const charset = z.enum(['utf-8', 'iso-8859-1', 'iso-8859-15']);
export type FixtureCharset = z.infer<typeof charset>;

/** Whether exactly one of several members is there. */
const isOneOf = (...members: unknown[]): boolean =>
	members.filter((member) => member !== undefined).length === 1;

const ROOT = join(__dirname, '..', 'wire');

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(ROOT, ...path), 'utf8'));

/** What many cases have in common, by its property and its name. */
const shared = z
	.object({ reply: z.record(z.unknown()), output: z.record(z.unknown()) })
	.strict()
	.parse(readJson('shared.json'));

/** A value, or the name of a shared one. An unknown name stays a text, which no schema takes. */
const orShared = <Schema extends z.ZodTypeAny>(property: keyof typeof shared, schema: Schema) =>
	z.preprocess((value) => (typeof value === 'string' ? (shared[property][value] ?? value) : value), schema);

const texts = z.record(z.string());
const json = z.record(z.unknown());

const request = z
	.object({
		method: z.enum(['GET', 'POST']).default('POST'),
		path: z.string().startsWith('/'),
		form: texts.optional(),
		json: z.unknown().optional(),
		charset: charset.default('utf-8'),
		encoded: texts.optional(),
		key: z.string().optional(),
	})
	.strict()
	.refine(({ form, json: body }) => form === undefined || body === undefined, {
		message: 'A request has a form or JSON, not both',
	});

const reply = z
	.object({
		status: z.number().int().default(200),
		contentType: z.string().optional(),
		body: z.string().optional(),
		json: z.unknown().optional(),
		bytesBase64: z.string().optional(),
		headers: texts.default({}),
	})
	.strict()
	.refine(({ body, json: value, bytesBase64 }) => isOneOf(body, value, bytesBase64), {
		message: 'A reply has a body, JSON or bytes',
	})
	.transform(({ contentType, ...rest }) => ({
		...rest,
		contentType: contentType ?? (rest.json === undefined ? 'text/plain' : 'application/json'),
	}));

const exchange = z.object({ request, reply: orShared('reply', reply) }).strict();
const control = z
	.object({ method: z.enum(['POST', 'PUT']), path: z.string(), body: json, answer: json.default({}) })
	.strict();

const group = z.object({ id: z.number().int(), name: z.string(), numbers: z.array(z.string()) }).strict();

const given = z
	.object({
		balance: z.number().optional(),
		senders: z.array(z.string()).optional(),
		groups: z.array(group).optional(),
		calls: z.array(exchange).default([]),
		control: z.array(control).default([]),
	})
	.strict();

const common = {
	name: z.string().min(1),
	basis: z.enum(['documented', 'sample', 'assumed']),
	section: z.string().min(1),
	note: z.string().optional(),
	now: z.string().datetime({ offset: true }).default('2024-10-15T10:00:00+02:00'),
	sides: z.array(z.enum(['simulator', 'nodes'])).default(['simulator', 'nodes']),
	given: given.default({}),
};

const exchangeCase = z
	.object({
		...common,
		operation: z.object({ node: z.string(), resource: z.string(), operation: z.string() }).strict(),
		timezone: z.string().default('Europe/Paris'),
		input: z.custom<INodeParameters>(isObject).optional(),
		exchanges: z.array(exchange).min(1),
		output: orShared('output', z.array(json).optional()),
		error: z
			.object({
				kind: z.enum(['notSent', 'rejected', 'unknown']),
				code: z.string().optional(),
			})
			.strict()
			.optional(),
	})
	.strict()
	.refine(({ sides, input, output, error }) => !sides.includes('nodes') || (input && (output ?? error)), {
		message: 'For the nodes, a case has an input and an output or an error',
	});

/** A GET with its query, or a POST with its form or its JSON. */
const callback = z
	.object({
		query: z.string().optional(),
		form: z.string().optional(),
		json: z.unknown().optional(),
		event: json.nullable(),
	})
	.strict()
	.refine(({ query, form, json: body }) => isOneOf(query, form, body), {
		message: 'A callback has a query, a form or JSON',
	});

const callbackCase = z
	.object({
		...common,
		trigger: z.enum([
			'smsboxDeliveryReportTrigger',
			'smsboxIncomingSmsTrigger',
			'smsboxWabaTrigger',
			'smsboxRcsTrigger',
		]),
		parameters: z.custom<INodeParameters>(isObject).default({}),
		callbacks: z.array(callback).min(1),
	})
	.strict();

export type FixtureRequest = z.infer<typeof request>;
export type FixtureReply = z.infer<typeof reply>;
export type FixtureExchange = z.infer<typeof exchange>;
export type FixtureCallback = z.infer<typeof callback>;
export type FixtureGiven = z.infer<typeof given>;
export type ExchangeCase = z.infer<typeof exchangeCase> & { file: string };
export type CallbackCase = z.infer<typeof callbackCase> & { file: string };

/** Whether a case is one of an operation. */
export const isOf =
	({ node, resource, operation }: ExchangeCase['operation']) =>
	({ operation: own }: ExchangeCase): boolean =>
		own.node === node && own.resource === resource && own.operation === operation;

function read<Case>(
	folder: string,
	schema: z.ZodType<Case, z.ZodTypeDef, unknown>,
): Array<Case & { file: string }> {
	const files = readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.json'));
	return files.sort().map((file) => {
		const content: unknown = readJson(folder, file);
		const parsed = schema.safeParse(content);
		if (!parsed.success) throw new Error(`${folder}/${file}: ${parsed.error.message}`);
		return { ...parsed.data, file: `${folder}/${file}` };
	});
}

const interfaces = ['sms', 'account', 'waba', 'rcs'];

/** Requests to the service and their replies: of all interfaces, or of these. */
export function exchangeCases(...folders: string[]): ExchangeCase[] {
	return (folders.length === 0 ? interfaces : folders).flatMap((folder) => read(folder, exchangeCase));
}

/** Callbacks of the service. */
export function callbackCases(): CallbackCase[] {
	return read('callbacks', callbackCase);
}
