import { z } from 'zod';
import { fetchFrom } from './support';

/** An event of a stream: every place where an item's ID can be. */
const streamed = z.object({
	type: z.string(),
	item_id: z.string().optional(),
	item: z.object({ id: z.string() }).optional(),
	response: z.object({ output: z.array(z.object({ id: z.string() })) }).optional(),
});

interface Reply {
	status: number;
	type: string | null;
	text: string;
	json: unknown;
}

async function request(path: string, init: RequestInit = {}, headers: object = {}): Promise<Reply> {
	const authorized = { authorization: 'Bearer any-key', ...headers };
	const response = await fetchFrom(`/model/v1/${path}`, { ...init, headers: authorized });
	const text = await response.text();
	const type = response.headers.get('content-type');
	const json: unknown = type?.startsWith('application/json') ? JSON.parse(text) : undefined;
	return { status: response.status, type, text, json };
}

/** @param body sent as JSON; a string as it is */
const ask = (path: string, body: unknown): Promise<Reply> =>
	request(
		path,
		{ method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
		{ 'content-type': 'application/json' },
	);

type Said = readonly [role: string, text: string];

/** What was said, such as `user: Hello | assistant: Hi`. */
const conversation = (said: string): Said[] =>
	said.split(' | ').map((each) => {
		const [, role = '', text = ''] = /^(\w+): (.*)$/s.exec(each) ?? [];
		return [role, text];
	});

const tool = {
	name: 'Text_the_shop',
	description: 'Sends an SMS',
	parameters: { type: 'object', properties: { to: { type: 'string' }, text: { type: 'string' } } },
};

const callOf = (values: object) => ({ type: 'function', function: called(values) });

const picture = 'data:image/png;base64,AAAA';
const sent = (count: number, image: object) => Array<object>(count).fill({ role: 'user', content: [image] });

/** The call of the tool with these values. */
const called = (values: object) => ({ name: tool.name, arguments: JSON.stringify(values) });

/** The same conversation in the words of each interface, and what its answer looks like. */
const dialects = {
	'chat/completions': {
		body: (said: readonly Said[], images = 0) => ({
			model: 'gpt-5-mini',
			messages: [
				...said.map(([role, content]) => ({ role, content })),
				...sent(images, { type: 'image_url', image_url: { url: picture } }),
			],
		}),
		tools: [{ type: 'function', function: tool }],
		text: (text: string) => ({
			model: 'simulated-model',
			object: 'chat.completion',
			choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: text } }],
		}),
		call: (values: object) => {
			const message = { content: null, tool_calls: [callOf(values)] };
			return { choices: [{ finish_reason: 'tool_calls', message }] };
		},
		returned: {
			messages: [
				{ role: 'user', content: 'Text the shop: hello' },
				{ role: 'assistant', content: '', tool_calls: [{ id: 'call_1', ...callOf({}) }] },
				{ role: 'tool', tool_call_id: 'call_1', content: '[{"accepted":true}]' },
			],
		},
		uncalled: {
			message: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
			param: 'messages.[1].role',
		},
	},
	responses: {
		body: (said: readonly Said[], images = 0) => ({
			model: 'gpt-5-mini',
			input: [
				...said.map(([role, content]) => ({ type: 'message', role, content })),
				...sent(images, { type: 'input_image', detail: 'auto', image_url: picture }),
			],
		}),
		tools: [{ type: 'function', ...tool }],
		text: (text: string) => ({
			model: 'simulated-model',
			object: 'response',
			status: 'completed',
			output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }],
		}),
		call: (values: object) => ({ output: [{ type: 'function_call', ...called(values) }] }),
		returned: {
			input: [
				{ role: 'user', content: [{ type: 'input_text', text: 'Text the shop: hello' }] },
				{ type: 'function_call', call_id: 'call_1', ...called({}) },
				{ type: 'function_call_output', call_id: 'call_1', output: '[{"accepted":true}]' },
			],
		},
		uncalled: { message: 'No tool call found for function call output with call_id call_1.', param: 'input' },
	},
} as const;

describe.each(['chat/completions', 'responses'] as const)('%s', (path) => {
	const { body, text, call, returned, uncalled, tools } = dialects[path];

	const isModel = 'I am a simulated model and answer by a few fixed rules.';
	const appointment = 'The next free appointment is on Thursday at 10:00.';
	const noName = "You haven't told me your name yet.";
	const knowsName = 'user: My name is Léa | assistant: Hi | user: What is my name?';
	it.each<[what: string, said: string, answer: string, images?: number]>([
		['a name from earlier', knowsName, 'Your name is Léa.'],
		['no name by itself', 'user: What is my name?', noName],
		['no name from others', "system: My name is A | assistant: My name is B | user: What's my name", noName],
		['the last name', knowsName.replace('Léa', 'Léa\nMy name is Zoé'), 'Your name is Zoé.'],
		['their number', 'user: Hello | assistant: Hi | user: How many messages?', 'This is message 2 from you.'],
		[
			'several lines at once',
			'system: Be brief | user: My name is Léa\nDo you have an appointment?\nblue',
			`Nice to meet you, Léa. ${appointment} You wrote: "blue".`,
		],
		['each line once', 'user: an appointment\nAn appointment please', appointment],
		['a photo', 'user: Photo', 'I got your photo. You wrote: "Photo".', 1],
		['several photos', 'user: Hello', `Hello! ${isModel} I got your 2 photos.`, 2],
		['what it is', 'user: Are you a robot?', isModel],
		[
			'French',
			'user: Bonjour\nJe m’appelle Zoé\nUn rendez-vous ?',
			`Hello! ${isModel} Nice to meet you, Zoé. ${appointment}`,
		],
		['an unknown tool', 'user: Text the shop: hello', 'You wrote: "Text the shop: hello".'],
	])('knows %s', async (_, said, answer, ...[images]) => {
		expect((await ask(path, body(conversation(said), images))).json).toMatchObject(text(answer));
	});

	it('calls a tool with a number and a text', async () => {
		const said = conversation('user: Please text +33 600 123 456: See you at 10:00');
		const { json } = await ask(path, { ...body(said), tools });
		expect(json).toMatchObject(call({ to: '+33600123456', text: 'See you at 10:00' }));
	});

	it('answers with what the tool returned', async () => {
		const { json } = await ask(path, { model: 'any', tools, ...returned });
		expect(json).toMatchObject(text('The tool returned: [{"accepted":true}]'));
	});

	it('refuses the result of a tool that nothing before it has called', async () => {
		const [list, items] = Object.entries(returned)[0] ?? [];
		const [question, toolCall, result] = items ?? [];
		const error = { type: 'invalid_request_error', code: null, ...uncalled };
		for (const more of [[], [toolCall]]) {
			const wrong = { model: 'any', tools, [String(list)]: [question, result, ...more] };
			expect(await ask(path, wrong)).toMatchObject({ status: 400, json: { error } });
		}
	});

	it('streams its answer', async () => {
		const said = conversation('user: What is my name?');
		const reply = await ask(path, { ...body(said), stream: true });
		expect(reply.type).toBe('text/event-stream');
		const data = reply.text.split('\n').filter((line) => line.startsWith('data: {'));
		const written = data.map((line) => JSON.stringify(JSON.parse(line.slice(6)))).join('');
		expect(written).toContain(noName);
		expect(reply.text).toMatch(/data: \[DONE\]\n\n$|event: response.completed\ndata: .+\n\n$/);
	});

	it('streams the call of a tool', async () => {
		const said = conversation('user: Text +33600123456: Hello');
		const reply = await ask(path, { ...body(said), tools, stream: true });
		expect(reply.text).toContain(tool.name);
		expect(reply.text).toContain(JSON.stringify(JSON.stringify({ to: '+33600123456', text: 'Hello' })));
	});

	const hi = body(conversation('user: Hi'));
	it.each<[string, unknown, string, string | null]>([
		['no JSON', '{', 'We could not parse the JSON body of your request.', null],
		['no model', { ...hi, model: undefined }, "Missing required parameter: 'model'.", 'model'],
		['an unknown parameter', { ...hi, colour: 1 }, "Unknown parameter: 'colour'.", 'colour'],
	])('refuses %s', async (_, wrong, message, param) => {
		expect(await ask(path, wrong)).toMatchObject({
			status: 400,
			json: { error: { message, type: 'invalid_request_error', param, code: null } },
		});
	});
});

it('refuses an unknown role, and a previous response, because it remembers nothing', async () => {
	const messages = [{ role: 'boss', content: 'Hi' }];
	const { json } = await ask('chat/completions', { model: 'any', messages });
	expect(json).toMatchObject({ error: { param: 'messages[0].role' } });
	const reply = await ask('responses', { model: 'any', input: 'Hi', previous_response_id: 'resp_1' });
	expect(reply.json).toMatchObject({ error: { message: "Unknown parameter: 'previous_response_id'." } });
});

describe('responses', () => {
	const eventsOf = ({ text }: Reply) =>
		text
			.split('\n')
			.filter((line) => line.startsWith('data: '))
			.map((line) => streamed.parse(JSON.parse(line.slice(6))));

	it.each(['What is my name?', 'Text +33600123456: Hello'])(
		'names one item in the whole stream that answers "%s"',
		async (input) => {
			const tools = [{ type: 'function', ...tool }];
			const events = eventsOf(await ask('responses', { model: 'any', input, tools, stream: true }));
			const ids = events.flatMap(({ item_id, item, response }) => [
				...[item_id, item?.id].filter((id) => id !== undefined),
				...(response?.output ?? []).map(({ id }) => id),
			]);
			const texts = events.filter(({ type }) => type.startsWith('response.output_text.'));
			expect(events.filter(({ type }) => /\.(delta|done)$/.test(type))).not.toEqual([]);
			expect(texts.filter(({ item_id }) => item_id === undefined)).toEqual([]);
			expect(new Set(ids).size).toBe(1);
		},
	);

	it('takes a reference to one of its own items for what it stands for', async () => {
		const said = async (input: object[]) => (await ask('responses', { model: 'any', input })).json;
		const uuid = '0b6a2c1e-6c1d-4a55-9b0f-0f1e2d3c4b5a';
		const first = { role: 'user', content: 'My name is Ana' };
		const last = { role: 'user', content: 'What is my name?' };
		const answered = { type: 'item_reference', id: `msg_${uuid}` };
		expect(JSON.stringify(await said([first, answered, last]))).toContain('"Your name is Ana."');
		const toolCall = { type: 'item_reference', id: `fc_${uuid}` };
		const result = { type: 'function_call_output', call_id: `call_${uuid}`, output: '[]' };
		expect(await said([first, toolCall, result])).toMatchObject({ status: 'completed' });
		expect(await said([{ type: 'item_reference', id: 'msg_1' }, last])).toMatchObject({
			error: { message: "Item with id 'msg_1' not found.", param: 'input' },
		});
	});
});

it('wants a key, as the real interface does, and lists itself', async () => {
	expect((await fetchFrom('/model/v1/models')).status).toBe(401);
	expect((await request('models')).json).toMatchObject({ data: [{ id: 'simulated-model' }] });
	expect((await request('images')).json).toMatchObject({ error: { code: 'unknown_url' } });
});

it('transcribes every voice message the same', async () => {
	const form = new FormData();
	form.append('model', 'whisper-1');
	const send = () => request('audio/transcriptions', { method: 'POST', body: form });
	expect((await send()).json).toMatchObject({ error: { param: 'file' } });
	form.append('file', new Blob(['sound']), 'voice.ogg');
	expect((await send()).json).toEqual({ text: 'This is a transcribed voice message.' });
});

it('streams the usage of chat completions only on request', async () => {
	const said = { model: 'any', messages: [{ role: 'user', content: 'Hello' }], stream: true };
	for (const [more, count] of [
		[{}, 0],
		[{ stream_options: { include_usage: false } }, 0],
		[{ stream_options: { include_usage: true } }, 1],
	] as const) {
		const { text } = await ask('chat/completions', { ...said, ...more });
		expect(text.match(/"choices":\[\],"usage":/g) ?? []).toHaveLength(count);
	}
});
