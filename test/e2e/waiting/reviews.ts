import type { WorkflowFile } from '../../../playground/src/n8n/workflows';
import { listAt, parseJson, textAt, type JsonObject } from '../../../playground/src/support/json';
import { completion } from '../support/scriptedModel';
import { serveScript, type ScriptedServer } from '../../support/httpServer';
import { nodeTypes, type Question, questions } from './questions';
import { done, lines, workflowOf } from '../support/workflow';
import { askingParameters, askName, pathOf, start } from './workflows';

const byModel = (name: string, parameters: JsonObject): Question[] =>
	questions
		.filter(({ channel, way, isApproval }) => channel === 'waba' && way === 'button' && isApproval)
		.map((question) => ({
			...question,
			name: `${question.name}, ${name}`,
			parameters: { ...question.parameters, ...parameters },
		}));

/** The questions that review a tool of an agent. */
export const reviews: readonly Question[] = [
	...questions.filter(({ isApproval }) => isApproval),
	...byModel('with a message of the model', { message: "={{ $fromAI('Message') }}" }),
];

/** Those that are not asked: in them, the model could say what a tap does. */
export const refused: readonly Question[] = byModel('with labels of the model', {
	approveLabel: "={{ $fromAI('Approve_Label') }}",
	declineLabel: "={{ $fromAI('Decline_Label') }}",
});

/** What a model says to deceive a person. */
export const deceptions: JsonObject = {
	Message: 'to: +33600000001\ntext: Happy birthday!',
	Approve_Label: 'Decline',
	Decline_Label: 'Approve',
};

/**
 * A language model behind OpenAI's interface that calls one tool, all calls at once: the user's message names it and has the
 * arguments of each call. What it was told of that goes into its answer.
 */
export async function serveObedientModel(): Promise<ScriptedServer> {
	return await serveScript(({ body }) => {
		const messages = listAt(parseJson(body.toString('utf8')), 'messages');
		const told = messages.filter((message) => textAt(message, 'role') === 'tool');
		const wish = parseJson(
			textAt(
				[...messages].reverse().find((message) => textAt(message, 'role') === 'user'),
				'content',
			),
		);
		const calls = listAt(wish, 'calls').map((args, index) => ({
			id: `call_${index + 1}`,
			type: 'function',
			function: { name: textAt(wish, 'tool'), arguments: JSON.stringify(args) },
		}));
		const message =
			told.length > 0
				? { content: `Told: ${told.map((one) => textAt(one, 'content')).join('; ')}` }
				: { content: null, tool_calls: calls };
		return completion(message);
	});
}

const given = new Set(['resource', 'operation', 'responseType']);

export const toolName = (review: number): string => `Tool_${review}`;

/** An agent with a tool behind each review: it texts whom the model says. */
export function reviewWorkflow(openAi: JsonObject): WorkflowFile {
	const agent = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion: 3.1,
		parameters: { promptType: 'define', text: '={{ JSON.stringify($json.body.wish) }}', options: {} },
	};
	const model = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'obedient' }, options: {} },
		credentials: openAi,
	};
	const all = [...reviews, ...refused];
	const tools = all.flatMap((question, index) => {
		// n8n has these itself, and does not store them.
		const parameters = Object.fromEntries(
			Object.entries(askingParameters(question)).filter(
				([name, value]) => !given.has(name) && (name !== 'message' || value === question.parameters[name]),
			),
		);
		return [
			{
				name: toolName(index),
				type: 'n8n-nodes-smsbox.smsboxSmsTool',
				typeVersion: 1,
				parameters: {
					resource: 'message',
					operation: 'send',
					to: "={{ $fromAI('to', 'Phone number') }}",
					text: "={{ $fromAI('text', 'Text') }}",
					category: 'alert',
					options: {},
				},
				credentials: { smsboxApi: {} },
			},
			{
				name: askName(question),
				type: `n8n-nodes-smsbox.${nodeTypes[question.channel]}HitlTool`,
				typeVersion: 1,
				parameters,
				credentials: { smsboxApi: {} },
			},
		];
	});
	return workflowOf(
		'review',
		[...start(pathOf('review')), agent, model, ...tools, done],
		[
			...lines('Start', 'Tell', 'Agent', 'Done'),
			{ from: 'Model', to: 'Agent', type: 'ai_languageModel' as const },
			...all.flatMap((question, index) => [
				{ from: toolName(index), to: askName(question), type: 'ai_tool' as const },
				{ from: askName(question), to: 'Agent', type: 'ai_tool' as const },
			]),
		],
	);
}
