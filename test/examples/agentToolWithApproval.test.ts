import { readWorkflow } from '../support/workflowJson';
import { readExample } from './exampleHarness';

/** The agent itself is run in a real n8n: test/e2e/matrix/reviewedTool.ts. */
const { nodes, connections } = readWorkflow(readExample('agent-tool-with-approval'));

const typeOf = (name: string): string => nodes.find((node) => node.name === name)?.type ?? '';

describe('the example of an AI agent whose tool needs approval', () => {
	it('leads each tool to the agent through a review', () => {
		const links = Object.entries(connections).flatMap(([from, { ai_tool: tools = [] }]) =>
			tools.flat().map((tool) => [typeOf(from), typeOf(tool?.node ?? '')]),
		);
		expect(links).toEqual([
			['n8n-nodes-smsbox.smsboxSmsTool', 'n8n-nodes-smsbox.smsboxWabaHitlTool'],
			['n8n-nodes-smsbox.smsboxWabaHitlTool', '@n8n/n8n-nodes-langchain.agent'],
		]);
	});

	it('leaves the model nothing but the text', () => {
		const written = nodes.filter(({ parameters }) => JSON.stringify(parameters).includes('$fromAI'));
		const fields = written.flatMap(({ name, parameters }) =>
			Object.entries(parameters).flatMap(([field, value]) =>
				JSON.stringify(value).includes('$fromAI') ? [`${name}: ${field}`] : [],
			),
		);
		expect(fields).toEqual(['Text the customer: text']);
	});

	it('takes nothing from the item in tool and review, as the model can write it', () => {
		const below = nodes.filter(({ type }) => type.endsWith('Tool'));
		expect(below).toHaveLength(2);
		expect(JSON.stringify(below.map(({ parameters }) => parameters))).not.toMatch(/\$json|\$input/);
	});
});
