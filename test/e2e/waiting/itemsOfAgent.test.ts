import { randomUUID } from 'node:crypto';
import { saveCredential, type Credential } from '../../../playground/src/prepare';
import { listAt, parseJson, textAt, type JsonObject } from '../../../playground/src/support/json';
import { serveScript, type ScriptedServer } from '../../support/httpServer';
import { n8n1, n8n2 } from '../support/n8nProcess';
import { credentialData, startRealN8n, type RealN8n } from '../support/realN8n';
import { lastEnded, waitingExecution } from '../support/runs';
import { completion } from '../support/scriptedModel';
import { latestExecutions } from '../../../playground/src/n8n/executions';
import { waitFor } from '../../../playground/src/support/waitFor';
import { receivedBy } from './person';
import { questions } from './questions';
import {
	lines,
	loop,
	postJson,
	publishServed,
	splitMessages,
	webhook,
	workflowOf,
} from '../support/workflow';

const [sms] = questions.filter(({ channel, isApproval }) => channel === 'sms' && isApproval);

let people = 0;
const newNumber = (): string => `33612${String((people += 1)).padStart(6, '0')}`;

/** A model that calls its tool once for each item, for the person it is asked about. What it was told of that goes into its answer. */
const serveWriter = async (): Promise<ScriptedServer> =>
	await serveScript(({ body }) => {
		const asked = parseJson(body.toString('utf8'));
		const told = listAt(asked, 'messages').filter((message) => textAt(message, 'role') === 'tool');
		if (told.length > 0) return completion({ content: told.map((one) => textAt(one, 'content')).join('; ') });
		const person = /33612\d{6}/.exec(JSON.stringify(listAt(asked, 'messages')))?.[0] ?? '';
		const args = { text: 'Your order has left', to: `+${person}`, prompt: `Text ${person}` };
		const isReviewed = JSON.stringify(asked).includes('hitlParameters');
		const call = JSON.stringify(isReviewed ? { toolParameters: args, hitlParameters: {} } : args);
		const name = textAt(asked, 'tools', 0, 'function', 'name');
		const toolCall = { id: `call_${randomUUID().slice(0, 6)}`, type: 'function' };
		return completion({ content: null, tool_calls: [{ ...toolCall, function: { name, arguments: call } }] });
	});

const round = {
	name: 'Round',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: '={{ $json }}', options: {} },
};
const urgent = {
	name: 'Urgent',
	type: 'n8n-nodes-base.if',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			conditions: [
				{
					id: randomUUID(),
					leftValue: '={{ $json.urgent }}',
					rightValue: '',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
			combinator: 'and',
		},
		options: {},
	},
};

/** A connection from the second output of a node. */
const second = (from: string, to: string) => ({ from, output: 1, to });
/** Ways from the items to the agent. */
const ways = {
	line: lines('Messages', 'Agent'),
	loop: [...lines('Messages', 'Loop'), second('Loop', 'Round'), ...lines('Round', 'Agent', 'Loop')],
	/** The second item alone. */
	notUrgent: [...lines('Messages', 'Urgent'), second('Urgent', 'Agent')],
	notUrgentByRound: [...lines('Messages', 'Urgent'), second('Urgent', 'Round'), ...lines('Round', 'Agent')],
	bothByRound: [...lines('Messages', 'Urgent', 'Round', 'Agent'), second('Urgent', 'Round')],
	/** Only the first item passes Round. */
	loopAroundRound: [
		...lines('Messages', 'Loop'),
		second('Loop', 'Urgent'),
		...lines('Urgent', 'Round', 'Agent', 'Loop'),
		second('Urgent', 'Agent'),
	],
};

describe.each([
	{ version: n8n1, agents: [3, 2.2], nested: 2.2 },
	{ version: n8n2, agents: [3.1, 2.2], nested: 3 },
])('n8n $version.name: an agent with several items', ({ version, agents, nested }) => {
	let real: RealN8n;
	let credential: Credential;
	let model: ScriptedServer;
	let openAiApi: JsonObject;

	beforeAll(async () => {
		real = await startRealN8n({ version });
		credential = await saveCredential(real.api, 'SMSBOX account', credentialData(real.simulator.url));
		model = await serveWriter();
		const data = { apiKey: 'none', url: `${model.url}/v1` };
		const { id, name } = await saveCredential(real.api, 'Model', data, 'openAiApi');
		openAiApi = { id, name };
	});
	afterAll(async () => {
		await model.close();
		await real.close();
	});

	/** Approves so many questions, one after the other. */
	async function approve(workflow: string, manager: string, count: number): Promise<void> {
		if (sms === undefined) throw new Error('No approval by SMS');
		const latest = async () => (await latestExecutions(real.api, workflow)).at(0)?.id;
		const execution = await waitFor('the execution', latest, { seconds: 60 });
		for (let index = 0; index < count; index += 1) {
			const received = (await receivedBy(real.simulator, sms, manager, index + 1)).at(-1);
			await waitingExecution(real, execution);
			await received?.answer('approve');
		}
	}

	interface Agent {
		way?: keyof typeof ways;
		order?: 'v0' | 'v1';
		/** Whether a nested agent has the tool. */
		isNested?: boolean;
		/** Who reviews, and how many questions come. */
		manager?: string;
		questions?: number;
	}

	/** Runs the agent for two people. Returns the number of messages that each has got, and what the agent says. */
	async function run(
		typeVersion: number,
		to: string,
		{ way = 'line', order = 'v1', isNested = false, manager, questions: asked = 0 }: Agent = {},
	) {
		const tool = {
			name: 'Text',
			type: 'n8n-nodes-smsbox.smsboxSmsTool',
			typeVersion: 1,
			parameters: {
				...{ resource: 'message', operation: 'send', category: 'alert' },
				to: `={{ ${to} }}`,
				text: "={{ $fromAI('text', 'Text') }}",
			},
			credentials: { smsboxApi: {} },
		};
		const review = {
			name: 'Ask',
			type: 'n8n-nodes-smsbox.smsboxSmsHitlTool',
			typeVersion: 1,
			parameters: { to: manager ?? '', approvalType: 'double' },
			credentials: { smsboxApi: {} },
		};
		const agent = {
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion,
			parameters: { promptType: 'define', text: '={{ $json.to }}', options: {} },
		};
		const assistant = {
			name: 'Assistant',
			type: '@n8n/n8n-nodes-langchain.agentTool',
			typeVersion: nested,
			parameters: { toolDescription: 'Texts people', text: "={{ $fromAI('prompt', 'Task') }}", options: {} },
		};
		const chat = {
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
			credentials: { openAiApi },
		};
		const tools = [
			'Text',
			...(manager === undefined ? [] : ['Ask']),
			...(isNested ? ['Assistant'] : []),
			'Agent',
		];
		const links = [
			...lines('Webhook', 'Messages'),
			...ways[way],
			...lines(...tools).map((line) => ({ ...line, type: 'ai_tool' as const })),
			{ from: 'Model', to: 'Agent', type: 'ai_languageModel' as const },
			...(isNested ? [{ from: 'Model', to: 'Assistant', type: 'ai_languageModel' as const }] : []),
		];
		const nodes = [
			...[{ ...webhook(randomUUID()), webhookId: randomUUID() }, splitMessages, loop, round, urgent],
			...[agent, assistant, chat, tool, review],
		].filter(({ name }) => links.some(({ from, to: target }) => [from, target].includes(name)));
		const workflow = { ...workflowOf('Items', nodes, links), settings: { executionOrder: order } };
		const { id, url } = await publishServed(real, credential, workflow);
		const numbers = [newNumber(), newNumber()];
		await postJson(url, { messages: numbers.map((number, index) => ({ to: number, urgent: index === 0 })) });
		if (manager !== undefined) await approve(id, manager, asked);
		const { output } = await lastEnded(real, id, 1);
		const got = await Promise.all(
			numbers.map(async (number) => (await real.simulator.messages(number)).length),
		);
		return { got, said: JSON.stringify(output['Agent']) };
	}

	it.each(
		agents.flatMap((agent) =>
			["$('Messages').first().json.to", "$('Messages').item.json.to"].map((to) => ({ agent, to })),
		),
	)('agent $agent: a tool that picks one sends nothing: $to', async ({ agent, to }) => {
		const { got, said } = await run(agent, to);
		expect(got).toEqual([0, 0]);
		// Otherwise, the error ends the execution, or the agent hides it.
		if (agent === 3.1) expect(said).toContain('The node “Messages” has 2 items');
	});

	it.each(agents)('agent %s: in a loop, first() of a node inside is the round’s', async (agent) => {
		expect((await run(agent, "$('Round').first().json.to", { way: 'loop' })).got).toEqual([1, 1]);
	});

	it.each(agents)('agent %s: in a loop, first(1) of the loop is the round’s', async (agent) => {
		expect((await run(agent, "$('Loop').first(1).json.to", { way: 'loop' })).got).toEqual([1, 1]);
	});

	it.each(agents.slice(0, 1))('agent %s: in a loop, .item sends to the first only', async (agent) => {
		const { got, said } = await run(agent, "$('Round').item.json.to", { way: 'loop' });
		expect(got).toEqual([1, 0]);
		if (version === n8n2) expect(said).toContain('The node “Round” has run before');
	});

	it.each(
		agents.flatMap((agent) =>
			(
				[
					["$('Urgent').first().json.to", 'notUrgent', 'v1'],
					["$('Round').first().json.to", 'loopAroundRound', 'v1'],
					["$('Round').first().json.to", 'bothByRound', 'v0'],
				] as const
			).map(([to, way, order]) => ({ agent, to, way, order })),
		),
	)(
		'agent $agent: nothing goes to another item’s person: $to, $way, $order',
		async ({ agent, to, ...rest }) => {
			expect((await run(agent, to, rest)).got).toEqual([0, 0]);
		},
	);

	it.each(
		agents.flatMap((agent) =>
			(
				[
					["$('Urgent').first(1).json.to", 'notUrgent'],
					["$('Round').first().json.to", 'notUrgentByRound'],
				] as const
			).map(([to, way]) => ({ agent, to, way })),
		),
	)('agent $agent: behind the second output, its person gets it: $to, $way', async ({ agent, to, way }) => {
		expect((await run(agent, to, { way })).got).toEqual([0, 1]);
	});

	it.each([
		["$('Round').first().json.to", 'loop'],
		["$fromAI('to', 'Number')", 'line'],
	] as const)('a nested agent sends for each: %s, %s', async (to, way) => {
		expect((await run(agents[0] ?? 0, to, { way, isNested: true })).got).toEqual([1, 1]);
	});

	if (version === n8n1) return;
	it('a review in a loop asks for each, and each gets one', async () => {
		const reviewed = { way: 'loop', manager: newNumber(), questions: 2 } as const;
		expect((await run(3.1, "$('Round').first().json.to", reviewed)).got).toEqual([1, 1]);
	});

	it('a review behind one of two outputs asks once', async () => {
		const reviewed = { way: 'notUrgentByRound', manager: newNumber(), questions: 1 } as const;
		expect((await run(3.1, "$('Round').first().json.to", reviewed)).got).toEqual([0, 1]);
	});

	it.each([
		['line', 'v1'],
		['notUrgent', 'v1'],
		['bothByRound', 'v0'],
	] as const)('a review asks nobody, and nothing is sent: %s, %s', async (way, order) => {
		const manager = newNumber();
		expect((await run(3.1, '$json.to', { way, order, manager })).got).toEqual([0, 0]);
		expect(await real.simulator.messages(manager)).toEqual([]);
	});
});
