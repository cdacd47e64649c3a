import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { chatCompletions } from './chatCompletions';
import { InvalidRequest } from './conversation';
import type { Dialect } from './dialect';
import { MODEL } from './dialect';
import { responses } from './responses';
import { answerTo } from './rules';
import { transcribe } from './transcription';

/** Photos come within the JSON. */
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

const refuse = (
	reply: FastifyReply,
	status: number,
	error: { message: string; code: string | null; param?: string | null },
): FastifyReply =>
	reply.status(status).send({ error: { type: 'invalid_request_error', param: null, ...error } });

type Handler = (request: FastifyRequest, body: Buffer, reply: FastifyReply) => unknown;

/** What every interface of the model does with a request, as OpenAI does it. */
const handled =
	(handle: Handler) =>
	async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
		if (!/^Bearer \S+$/.test(request.headers.authorization ?? ''))
			return refuse(reply, 401, { message: "You didn't provide an API key.", code: null });
		try {
			return await handle(request, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), reply);
		} catch (error) {
			if (!(error instanceof InvalidRequest)) throw error;
			return refuse(reply, 400, { message: error.message, param: error.parameter, code: null });
		}
	};

const conversing = (dialect: Dialect) =>
	handled((_request, body, reply) => {
		const asked = dialect.read(body);
		const { conversation, stream } = asked;
		const answer = answerTo(conversation);
		if (!stream) return dialect.object(conversation, answer);
		const events = dialect.events(asked, answer).map((event) => `${event}\n\n`);
		return reply.header('content-type', 'text/event-stream').send(events.join(''));
	});

const models = {
	object: 'list',
	data: [{ id: MODEL, object: 'model', created: 0, owned_by: 'smsbox-simulator' }],
};

/**
 * A simulated model behind OpenAI's interfaces. It remembers nothing, so a conversation without a memory node forgets,
 * as with a real model.
 */
export function registerModel(server: FastifyInstance): void {
	const options = { bodyLimit: BODY_LIMIT_BYTES };
	server.get(
		'/model/v1/models',
		handled(() => models),
	);
	server.post('/model/v1/chat/completions', options, conversing(chatCompletions));
	server.post('/model/v1/responses', options, conversing(responses));
	server.post(
		'/model/v1/audio/transcriptions',
		options,
		handled((request, body) => transcribe(body, request.headers['content-type'] ?? '')),
	);
	server.all(
		'/model/*',
		handled(({ method, url }, _body, reply) =>
			refuse(reply, 404, { message: `Invalid URL (${method} ${url})`, code: 'unknown_url' }),
		),
	);
}
