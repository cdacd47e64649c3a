/** A question is found again under every name that its node may have. */
import { createRunExecutionData, type INode, Workflow } from 'n8n-workflow';
import { type Question, storedQuestion, storeQuestion } from '../../../nodes/engine/waiting/question';
import { nodeTypesOf } from '../../support/nodeTypes';

const question: Question = {
	nonce: 'abcdefghijklmnopx4Yj',
	responseType: 'approval',
	choices: [{ id: 'approve', label: 'Approve' }],
	until: 1_900_000_000_000,
	page: { title: 'Title', message: 'Message', submitLabel: 'Send', closing: 'Thank you' },
};

function found(name: string): Question | undefined {
	const node: INode = {
		id: '1',
		name,
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const workflow = new Workflow({
		id: 'w',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypesOf({}),
	});
	const context = {};
	storeQuestion(context, question);
	const data = createRunExecutionData({ executionData: { contextData: { [`node:${name}`]: context } } });
	data.resultData.runData[name] = [];
	return storedQuestion({
		getNode: () => node,
		evaluateExpression: (expression) =>
			workflow.expression.resolveSimpleParameterValue(
				`=${expression}`,
				{},
				data,
				0,
				0,
				name,
				[],
				'webhook',
				{},
			),
	});
}

// Braces end n8n's expressions, also inside of a string.
it.each([
	...['Ask', 'Ask "7"', "Ask it's", 'Ask \\', 'Ask {{', 'Ask $x `', 'Été 🙂', 'two\nlines'],
	...['Ask }}', 'Ask {{ 7 }}'],
])('%s', (name) => expect(found(name)).toEqual(question));
