import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { functionShape, ignored, readBody, settings, toolOf } from './body';
import { InvalidRequest, findUncalled } from './conversation';
import type { Answer, Asked, Conversation, Turn } from './conversation';
import { MODEL, tokensOf } from './dialect';
import type { Dialect } from './dialect';

const text = z
	.object({
		type: z.enum(['input_text', 'output_text']),
		text: z.string(),
		...ignored('annotations', 'logprobs'),
	})
	.strict();
const image = z
	.object({ type: z.literal('input_image'), image_url: z.string().min(1), ...ignored('detail') })
	.strict();

const message = z
	.object({
		type: z.literal('message').optional(),
		role: z.enum(['user', 'assistant', 'system', 'developer']),
		content: z.union([z.string(), z.array(z.union([text, image]))]),
		...ignored('id', 'status', 'phase'),
	})
	.strict();
const call = z
	.object({
		type: z.literal('function_call'),
		call_id: z.string(),
		name: z.string(),
		arguments: z.string(),
		...ignored('id', 'status'),
	})
	.strict();
const result = z
	.object({
		type: z.literal('function_call_output'),
		call_id: z.string(),
		output: z.string(),
		...ignored('id', 'status'),
	})
	.strict();
/** An item that an earlier answer had, in the place of what was in it. */
const reference = z.object({ type: z.literal('item_reference'), id: z.string() }).strict();

const anyItem = z.union([message, call, result, reference]);

const request = z
	.object({
		model: z.string().min(1),
		instructions: z.string().nullish(),
		input: z.union([z.string(), z.array(anyItem).min(1)]),
		stream: z.boolean().nullish(),
		tools: z.array(z.object({ type: z.literal('function'), ...functionShape }).strict()).optional(),
		...settings,
	})
	.strict();

/**
 * Nothing is stored, so the ID of an item tells all there is to know: that it was a text, or which call it was. No rule reads the
 * text of an earlier answer.
 */
function referenced(id: string): Turn {
	const [, kind, uuid] = /^(msg|fc)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(id) ?? [];
	if (kind === undefined) throw new InvalidRequest(`Item with id '${id}' not found.`, 'input');
	const calls = kind === 'fc' ? [`call_${uuid}`] : [];
	return { role: 'assistant', text: '', images: 0, calls };
}

function turnOf(item: z.infer<typeof anyItem>): Turn {
	if (item.type === 'item_reference') return referenced(item.id);
	if (item.type === 'function_call') return { role: 'assistant', text: '', images: 0, calls: [item.call_id] };
	if (item.type === 'function_call_output')
		return { role: 'tool', text: item.output, images: 0, resultOf: item.call_id };
	const parts =
		typeof item.content === 'string' ? [{ type: 'input_text' as const, text: item.content }] : item.content;
	return {
		role: item.role === 'developer' ? 'system' : item.role,
		text: parts.flatMap((part) => ('text' in part ? part.text : [])).join('\n'),
		images: parts.filter(({ type }) => type === 'input_image').length,
	};
}

function read(body: Buffer): Asked {
	const { input, instructions, tools = [], stream } = readBody(request, body);
	const turns: Turn[] =
		typeof input === 'string' ? [{ role: 'user', text: input, images: 0 }] : input.map(turnOf);
	const uncalled = findUncalled(turns);
	if (uncalled !== undefined)
		throw new InvalidRequest(
			`No tool call found for function call output with call_id ${uncalled.call}.`,
			'input',
		);
	const system = instructions ? [{ role: 'system' as const, text: instructions, images: 0 }] : [];
	return {
		conversation: { turns: [...system, ...turns], tools: tools.map(toolOf) },
		stream: stream ?? false,
	};
}

interface Item {
	readonly id: string;
	readonly [member: string]: unknown;
}

function outputOf(answer: Answer): Item {
	const uuid = randomUUID();
	return 'text' in answer
		? {
				id: `msg_${uuid}`,
				type: 'message',
				status: 'completed',
				role: 'assistant',
				content: [{ type: 'output_text', text: answer.text, annotations: [], logprobs: [] }],
			}
		: {
				id: `fc_${uuid}`,
				type: 'function_call',
				status: 'completed',
				call_id: `call_${uuid}`,
				name: answer.call.tool,
				arguments: JSON.stringify(answer.call.parameters),
			};
}

/** A response, once it is complete. */
function responseOf(conversation: Conversation, answer: Answer, item = outputOf(answer)): object {
	const { input, output } = tokensOf(conversation, answer);
	return {
		id: `resp_${randomUUID()}`,
		object: 'response',
		created_at: Math.floor(Date.now() / 1000),
		status: 'completed',
		error: null,
		incomplete_details: null,
		model: MODEL,
		output: [item],
		parallel_tool_calls: false,
		tools: [],
		usage: {
			input_tokens: input,
			input_tokens_details: { cached_tokens: 0 },
			output_tokens: output,
			output_tokens_details: { reasoning_tokens: 0 },
			total_tokens: input + output,
		},
	};
}

interface Event {
	readonly type: string;
	readonly [member: string]: unknown;
}

/** What streams between the beginning and the end of an output item. */
function deltasOf(answer: Answer, { id }: Item): Event[] {
	if (!('text' in answer)) return [];
	const place = { item_id: id, output_index: 0, content_index: 0 };
	return [
		{ type: 'response.output_text.delta', ...place, delta: answer.text },
		{ type: 'response.output_text.done', ...place, text: answer.text },
	];
}

/** OpenAI's `POST /v1/responses`. */
export const responses: Dialect = {
	read,
	object: (conversation, answer) => responseOf(conversation, answer),
	events: ({ conversation }, answer) => {
		const item = outputOf(answer);
		const response = responseOf(conversation, answer, item);
		const events: Event[] = [
			{ type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
			{ type: 'response.output_item.added', output_index: 0, item },
			...deltasOf(answer, item),
			{ type: 'response.output_item.done', output_index: 0, item },
			{ type: 'response.completed', response },
		];
		return events.map((event, index) =>
			[`event: ${event.type}`, `data: ${JSON.stringify({ ...event, sequence_number: index })}`].join('\n'),
		);
	},
};
