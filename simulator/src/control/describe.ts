import { z } from 'zod/v4';

import type { JsonObject } from '../core/json';
import { TAGS } from './operation';
import type { Operation, Operations } from './operation';
import { named } from './primitives';

const refOf = (name: string): string => `#/components/schemas/${name}`;

const SCHEMA_OPTIONS = { uri: refOf, io: 'input', unrepresentable: 'any' } as const;

const NOISE = ['$schema', '$id', 'propertyNames'];
/** Without what the whole document has, and the bounds of exact integers. */
const tidy = (schema: object): unknown =>
	JSON.parse(
		JSON.stringify(schema, (name, value: unknown) =>
			NOISE.includes(name) || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER ? undefined : value,
		),
	);

/** Refers to a schema by its name, which is the operation's if it has none of its own. */
function contentOf(schema: z.core.$ZodType, operationName: string) {
	if (!named.has(schema)) named.add(schema, { id: operationName });
	return { 'application/json': { schema: { $ref: refOf(named.get(schema)?.id ?? operationName) } } };
}

const error = z
	.strictObject({ error: z.string().describe('The error message.') })
	.register(named, { id: 'Error' });
const failed = (description: string) => ({ description, content: contentOf(error, 'Error') });

function parametersOf(query: z.core.$ZodType | undefined) {
	if (!(query instanceof z.core.$ZodObject)) return [];
	const members: [string, z.core.$ZodType][] = Object.entries(query._zod.def.shape);
	return members.map(([name, member]) => {
		const { description, ...schema } = z.toJSONSchema(member, SCHEMA_OPTIONS);
		return { name, in: 'query', schema: tidy(schema), description };
	});
}

function describeOperation({ id, tag, summary, takes, reply, status = 200, missing }: Operation) {
	const name = id.replace(/^./, (letter) => letter.toUpperCase());
	const { body, query } = takes.shape;
	return {
		operationId: id,
		tags: [tag],
		summary,
		parameters: parametersOf(query),
		...(body === undefined ? {} : { requestBody: { required: true, content: contentOf(body, name) } }),
		responses: {
			[status]: { description: 'Done.', content: contentOf(reply, `${name}Reply`) },
			...(body === undefined && query === undefined ? {} : { 400: failed('Invalid input.') }),
			...(missing === undefined ? {} : { 404: failed('Not found.') }),
		},
	};
}

const fileOperation = (channel: string, id: string) => ({
	operationId: id,
	tags: ['messages'],
	summary: `Download a file sent by ${channel}`,
	parameters: [
		{
			name: 'id',
			in: 'path',
			required: true,
			schema: { type: 'string' },
			description: 'ID from the webhook.',
		},
	],
	responses: {
		200: { description: 'The file. Anything but an image is an attachment.', content: { '*/*': {} } },
		404: failed('Not found.'),
	},
});

/** Answers that are no JSON: `src/http` has their routes. */
const OTHERS = {
	'GET /__sim/events': {
		operationId: 'listen',
		tags: ['log'],
		summary: 'Stream events',
		parameters: [],
		responses: {
			200: {
				description:
					'Server-sent events: message, request, callback and faults with their data, removed with an ID, state and reset without.',
				content: { 'text/event-stream': {} },
			},
			503: failed('Already 50 listeners.'),
		},
	},
	'GET /__sim/waba/files/{id}': fileOperation('WhatsApp', 'getWabaFile'),
	'GET /__sim/rcs/files/{id}': fileOperation('RCS', 'getRcsFile'),
};

function pathsOf(operations: Operations) {
	const paths: Record<string, Record<string, unknown>> = {};
	const described = Object.entries(operations).map(
		([route, each]) => [route, describeOperation(each)] as const,
	);
	for (const [route, each] of [...described, ...Object.entries(OTHERS)]) {
		const [method = '', path = ''] = route.split(' ');
		paths[path] = { ...paths[path], [method.toLowerCase()]: each };
	}
	return paths;
}

/** The control API as OpenAPI describes it, for clients that are made from it. */
export function describeApi(operations: Operations): JsonObject {
	const paths = pathsOf(operations);
	const { schemas } = z.toJSONSchema(named, SCHEMA_OPTIONS);
	return {
		openapi: '3.1.0',
		info: {
			title: 'SMSBOX simulator: control API',
			version: '0.1.0',
			summary: 'Requests, messages, replies, callbacks, faults and the clock.',
			description:
				'Bodies are application/json. Calls need no key, but a loopback host name and no foreign origin (403). Times are simulated, in ISO 8601 and UTC.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: 'http://127.0.0.1:4010' }],
		security: [],
		tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
		paths,
		components: { schemas: tidy(schemas) },
	};
}
