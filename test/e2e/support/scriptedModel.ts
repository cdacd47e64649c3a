import { at, listAt, parseJson, textAt, type JsonObject } from '../../../playground/src/support/json';
import { serveScript, type Answer } from '../../support/httpServer';

/** What the model asks for in one turn: calls of the only tool, each by its arguments. */
export type Turn = readonly JsonObject[];

/** A language model behind OpenAI's interface that does what a test tells it, and answers "Done" when that is over. */
export interface ScriptedModel {
	url: string;
	/** What it asks for from now on; forgets what it was told. */
	follow: (...turns: Turn[]) => void;
	/** What it was told of its calls so far, in order. */
	told: () => string[];
	/** What people have said in the conversation that it was asked to continue last, in order. */
	heard: () => string[];
	/** The photos in that conversation, as data URLs. */
	seen: () => string[];
	/** The tools that it was offered: name, description, parameters. */
	tools: () => unknown[];
	close: () => Promise<void>;
}

const json = (body: unknown): Answer => ({
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

/** Returns the model's next message, as OpenAI's API replies with it. */
export function completion(message: JsonObject): Answer {
	const finish = 'tool_calls' in message ? 'tool_calls' : 'stop';
	return json({
		id: 'completion',
		object: 'chat.completion',
		created: 1,
		model: 'scripted',
		choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	});
}

export async function serveModel(): Promise<ScriptedModel> {
	let turns: Turn[] = [];
	let calls = 0;
	let asked: unknown;
	const server = await serveScript(({ body }) => {
		asked = parseJson(body.toString('utf8'));
		const turn = turns.shift();
		if (turn === undefined) return completion({ content: 'Done' });
		const name = textAt(asked, 'tools', 0, 'function', 'name');
		return completion({
			content: null,
			tool_calls: turn.map((args) => ({
				id: `call_${(calls += 1)}`,
				type: 'function',
				function: { name, arguments: JSON.stringify(args) },
			})),
		});
	});
	/** The parts of all messages of people: texts, and objects that have one or an image. */
	const partsHeard = (): unknown[] =>
		listAt(asked, 'messages')
			.filter((message) => textAt(message, 'role') === 'user')
			.flatMap((message) => {
				const parts = listAt(message, 'content');
				return parts.length > 0 ? parts : [textAt(message, 'content')];
			});
	return {
		url: `${server.url}/v1`,
		follow(...next) {
			turns = next;
			asked = undefined;
		},
		told: () =>
			listAt(asked, 'messages')
				.filter((message) => textAt(message, 'role') === 'tool')
				.map((message) => textAt(message, 'content')),
		heard: () =>
			partsHeard().flatMap((part) => (typeof part === 'string' ? part : textAt(part, 'text') || [])),
		seen: () => partsHeard().flatMap((part) => textAt(part, 'image_url', 'url') || []),
		tools: () => listAt(asked, 'tools').map((tool) => at(tool, 'function')),
		close: server.close,
	};
}
