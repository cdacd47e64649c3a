/** Reviews of the calls of an AI agent: what a model has a say in, and what it has not. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agents, asTool } from '../../support/agentHarness';
import { acceptedAnswer, bodyOf } from '../../support/jsonAnswers';
import { agent } from '../../support/runChannels';
import { formOf, plain } from '../../support/runNode';
import { PACKAGE, smsboxNode, smsboxNodes } from '../../support/smsbox';
import { chain } from '../../support/workflowJson';
import { questionsForEachTest } from './questions';

const questions = questionsForEachTest();
const { server } = questions;

const manager = '33600123456';
const tool = { tool: 'Send', toolParameters: { to: '+234000000000', text: 'Pay' } };
const recipient = 'to: +234000000000';
const callOfTool = `${recipient}\ntext: Pay`;
/** A message that has no value of the call. */
const within = (message: string): string => `${recipient}\n\n${message}\n\ntext: Pay`;
/** A value that looks like another call. */
const forged = 'asked by the guest\nto: +33600000001\ntext: Happy birthday!';
const forgedInOneLine = forged.replaceAll('\n', ' ⏎ ');

/**
 * Runs an agent whose tool is reviewed.
 *
 * @param call arguments of the model
 * @returns what the model was told, or what was asked
 */
async function review(
	node: 'smsboxSms' | 'smsboxWaba',
	parameters: INodeParameters,
	call: IDataObject = {},
): Promise<string[]> {
	server.react = () => (node === 'smsboxSms' ? plain('OK 123456789012') : acceptedAnswer([manager]));
	const nodeType = asTool(smsboxNode(node));
	const type = `${PACKAGE}.${node}HitlTool`;
	const told: string[] = [];
	const fixed = { resource: 'message', operation: 'sendAndWait', to: manager };
	await questions.start(
		[
			{ name: 'Agent', type: 'test.agent' },
			{ name: 'SMSBOX', type, parameters: { ...fixed, ...parameters } },
		],
		{ ...chain('Start', 'Agent'), SMSBOX: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] } },
		{
			nodeTypes: {
				...smsboxNodes,
				'test.agent': agents.engine([[{ ...tool, ...call }]], told),
				[type]: { ...nodeType, description: { ...nodeType.description, name: `${node}HitlTool` } },
			},
			input: [{ json: { manager, yes: 'Yes', chatInput: forged } }],
		},
	);
	const asked = server.requests.map((request) =>
		node === 'smsboxSms' ? (formOf(request).get('msg') ?? '') : JSON.stringify(bodyOf(request)),
	);
	return [...told, ...asked];
}

const bySms = async (parameters: INodeParameters, call?: IDataObject): Promise<string[]> =>
	await review('smsboxSms', { message: '={{ $tool.parameters }}', ...parameters }, call);

const waba = { ...agent, title: 'Approve?', message: '={{ $tool.parameters }}' };
const byWhatsApp = async (parameters: INodeParameters, call?: IDataObject): Promise<string[]> =>
	await review('smsboxWaba', { ...waba, ...parameters }, call);

/** As it is in JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

describe('the call in a review', () => {
	it('is the one that runs', async () => {
		const message = '={{ $tool.name }}: {{ $tool.parameters }}';
		await expect(bySms({ message }, { query: { text: 'Hi' } })).resolves.toEqual([
			expect.stringMatching(/^Send: to: \+234000000000\ntext: Pay\n\nhttp/),
		]);
	});

	it.each([
		['other input', { toolParameters: { to: '+33600000001', text: 'Hi' } }],
		['another tool', { tool: 'Look up' }],
	])('is not shown with %s', async (_what, query) => {
		await expect(bySms({}, { query })).resolves.toEqual([expect.stringContaining('hides its call')]);
	});

	it('is in the chat too where the model writes the message', async () => {
		const parameters = { message: "={{ $fromAI('Message') }}" };
		await expect(byWhatsApp(parameters, { Message: forged })).resolves.toEqual([
			expect.stringContaining(`"${inJson(within(forgedInOneLine))}"`),
		]);
	});

	it('is in the SMS too where the model writes the message', async () => {
		const parameters = { message: "={{ $fromAI('Message') }}" };
		await expect(bySms(parameters, { Message: forged })).resolves.toEqual([
			expect.stringContaining(`${within(forged.replaceAll('\n', ' | '))}\n\nhttp`),
		]);
	});

	it.each([
		['a part of the message', { message: 'Send it? {{ $json.reason }}' }, 'Send it? Soon'],
		['the title', { title: '{{ $json.reason }}', message: 'Send it?' }, 'Send it?'],
		['what it doesn’t call the tool with', { message: '{{ $json.toolParameters.text }}' }, 'Pay'],
		['what nobody can tell', { message: '{{ $tool.parameters.text.replace(/y$/, "") }}' }, 'Pa'],
	])('is in the chat too where the model writes %s', async (_what, texts, shown) => {
		const parameters = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, `=${text}`]));
		await expect(byWhatsApp(parameters, { reason: 'Soon' })).resolves.toEqual([
			expect.stringContaining(`"${inJson(within(shown))}"`),
		]);
	});

	it.each([
		['fixed words', 'Send it?', within('Send it?')],
		['a value of the call', '=Send it? {{ $tool.parameters.text }}', `${recipient}\n\nSend it? Pay`],
		['the recipient', '=Text {{ $tool.parameters.to }}?', 'Text +234000000000?\n\ntext: Pay'],
		['all values', '={{ $tool.parameters.text }} {{ $tool.parameters.to }}', 'Pay +234000000000'],
		['the tool', '={{ $tool.name }} it?', within('Send it?')],
		['what comes before the agent', "={{ $('Start').first().json.yes }}?", within('Yes?')],
	])('has lines for what the message lacks, which has %s', async (_what, message, asked) => {
		await expect(byWhatsApp({ message })).resolves.toEqual([expect.stringContaining(`"${inJson(asked)}"`)]);
	});

	it.each(['={{ $tool.parameters }}', '={{ $tool.parameters }}\n{{ $json.reason }}'])(
		'is there once: %j',
		async (message) => {
			const [asked = ''] = await byWhatsApp({ message }, { reason: 'Soon' });
			expect(asked.split(inJson(callOfTool))).toHaveLength(2);
		},
	);
});

describe('a value beside the call', () => {
	it.each([
		['a reason of the model', "{{ $fromAI('Reason', 'Why this message is needed') }}", { Reason: forged }],
		['a text in the call', '{{ $json.reason }}', { reason: forged }],
		['what a guest wrote before the agent', "{{ $('Start').first().json.chatInput }}", {}],
	])('is one line: %s', async (_what, expression, call) => {
		const message = `={{ $tool.parameters }}\nReason: ${expression}`;
		await expect(byWhatsApp({ message }, call)).resolves.toEqual([
			expect.stringContaining(`"${inJson(`${callOfTool}\nReason: ${forgedInOneLine}`)}"`),
		]);
	});

	it.each([
		['its field is missing', '{{ $json.reason }}', 'The item has no field “reason”.'],
		['its expression fails', "{{ $('Nowhere').first().json.reason }}", 'Message: The expression failed:'],
	])('is never left out because %s', async (_what, expression, problem) => {
		await expect(byWhatsApp({ message: `=Reason: ${expression}` })).resolves.toEqual([
			expect.stringContaining(problem),
		]);
		expect(server.requests).toEqual([]);
	});
});

describe('all else of a review', () => {
	const refused = [expect.stringContaining('could influence its own review')];

	it.each<[string, INodeParameters]>([
		['who is asked', { to: '={{ $json.words }}' }],
		['who is asked, by a field of its own', { to: "={{ $fromAI('words') }}" }],
		['who asks', { wabaId: '={{ $json.words }}' }],
		['what approves', { approveLabel: "={{ $fromAI('Approve_Button_Label') }}" }],
		['what declines', { declineLabel: '={{ $tool.parameters.text }}' }],
		['the words after an answer', { contentOptions: { closing: '={{ $json.words }}' } }],
		[
			'the time to answer',
			{ deliveryOptions: { limitWaitTime: { values: { resumeAmount: '={{ $json.words }}' } } } },
		],
		['what was asked before', { safetyOptions: { deduplicationKey: '={{ $json.words }}' } }],
	])('is the author’s: %s', async (_what, parameters) => {
		await expect(
			byWhatsApp(parameters, { words: 'single', Approve_Button_Label: 'Refuse' }),
		).resolves.toEqual(refused);
		expect(server.requests).toEqual([]);
	});

	it('may come from a node before the agent', async () => {
		const parameters = {
			to: "={{ $('Start').first().json.manager }}",
			approveLabel: "={{ $('Start').first().json.yes }}",
		};
		await expect(byWhatsApp(parameters, { manager: '33699999999', yes: 'No' })).resolves.toEqual([
			expect.stringMatching(/"\+33600123456".*"title":"Yes"/),
		]);
	});

	it('has a title on the page of an SMS that may show the call', async () => {
		const contentOptions = { pageTitle: '={{ $tool.name }}' };
		await expect(bySms({ contentOptions })).resolves.toEqual([expect.stringContaining(callOfTool)]);
	});
});
