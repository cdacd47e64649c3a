import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { functionShape, ignored, readBody, settings, toolOf } from './body';
import { InvalidRequest, findUncalled } from './conversation';
import type { Answer, Asked, Conversation, Turn } from './conversation';
import { MODEL, tokensOf } from './dialect';
import type { Dialect } from './dialect';

const text = z.object({ type: z.literal('text'), text: z.string() }).strict();
const image = z
	.object({
		type: z.literal('image_url'),
		image_url: z.object({ url: z.string().min(1), ...ignored('detail') }).strict(),
	})
	.strict();
const content = z.union([z.string(), z.array(text)]);
const call = z
	.object({
		id: z.string(),
		type: z.literal('function'),
		function: z.object({ name: z.string(), arguments: z.string() }).strict(),
	})
	.strict();

const message = z.discriminatedUnion('role', [
	z.object({ role: z.enum(['system', 'developer']), content, ...ignored('name') }).strict(),
	z
		.object({
			role: z.literal('user'),
			content: z.union([z.string(), z.array(z.union([text, image]))]),
			...ignored('name'),
		})
		.strict(),
	z
		.object({
			role: z.literal('assistant'),
			content: content.nullish(),
			tool_calls: z.array(call).optional(),
			...ignored('name', 'refusal', 'annotations', 'audio'),
		})
		.strict(),
	z.object({ role: z.literal('tool'), content, tool_call_id: z.string(), ...ignored('name') }).strict(),
]);

const request = z
	.object({
		model: z.string().min(1),
		messages: z.array(message).min(1),
		stream: z.boolean().nullish(),
		tools: z
			.array(z.object({ type: z.literal('function'), function: z.object(functionShape).strict() }).strict())
			.optional(),
		...settings,
		stream_options: z
			.object({ include_usage: z.boolean().nullish(), ...ignored('include_obfuscation') })
			.strict()
			.nullish(),
	})
	.strict();

function turnOf(sent: z.infer<typeof message>): Turn {
	const parts: ReadonlyArray<z.infer<typeof text> | z.infer<typeof image>> =
		typeof sent.content === 'string' ? [{ type: 'text', text: sent.content }] : (sent.content ?? []);
	return {
		role: sent.role === 'developer' ? 'system' : sent.role,
		text: parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n'),
		images: parts.filter(({ type }) => type === 'image_url').length,
		...(sent.role === 'assistant' ? { calls: sent.tool_calls?.map(({ id }) => id) ?? [] } : {}),
		...(sent.role === 'tool' ? { resultOf: sent.tool_call_id } : {}),
	};
}

function read(body: Buffer): Asked {
	const { messages, tools = [], stream, stream_options: streamOptions } = readBody(request, body);
	const turns = messages.map(turnOf);
	const uncalled = findUncalled(turns);
	if (uncalled !== undefined)
		throw new InvalidRequest(
			"Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
			`messages.[${uncalled.index}].role`,
		);
	return {
		conversation: { turns, tools: tools.map((tool) => toolOf(tool.function)) },
		stream: stream ?? false,
		streamsUsage: streamOptions?.include_usage ?? false,
	};
}

/** @param place where a stream adds to */
const messageOf = (answer: Answer, place: object = {}): object =>
	'text' in answer
		? { role: 'assistant', content: answer.text, refusal: null }
		: {
				role: 'assistant',
				content: null,
				refusal: null,
				tool_calls: [
					{
						...place,
						id: `call_${randomUUID()}`,
						type: 'function',
						function: { name: answer.call.tool, arguments: JSON.stringify(answer.call.parameters) },
					},
				],
			};

const usageOf = (conversation: Conversation, answer: Answer): object => {
	const { input, output } = tokensOf(conversation, answer);
	return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
};

const finishOf = (answer: Answer): string => ('text' in answer ? 'stop' : 'tool_calls');

const headOf = (object: string): object => ({
	id: `chatcmpl-${randomUUID()}`,
	object,
	created: Math.floor(Date.now() / 1000),
	model: MODEL,
});

/** OpenAI's `POST /v1/chat/completions`. */
export const chatCompletions: Dialect = {
	read,
	object: (conversation, answer) => ({
		...headOf('chat.completion'),
		choices: [{ index: 0, message: messageOf(answer), logprobs: null, finish_reason: finishOf(answer) }],
		usage: usageOf(conversation, answer),
	}),
	events: ({ conversation, streamsUsage = false }, answer) => {
		const head = headOf('chat.completion.chunk');
		const chunk = (delta: object, finish: string | null): object => ({
			...head,
			choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
		});
		const chunks = [
			chunk(messageOf(answer, { index: 0 }), null),
			chunk({}, finishOf(answer)),
			...(streamsUsage ? [{ ...head, choices: [], usage: usageOf(conversation, answer) }] : []),
		];
		return [...chunks.map((data) => `data: ${JSON.stringify(data)}`), 'data: [DONE]'];
	},
};
