/** An operation as its contract fixture shows it, or with changes, in the test harness. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { ExchangeCase } from './contractFixtures';
import { type RunResult, runWorkflow } from './engine';
import { answerOf, freezeDate, parametersOf } from './fixtureServer';
import { type Reaction, type ReceivedRequest, serveScript } from './httpServer';
import { PACKAGE, smsboxAccess, smsboxNodes } from './smsbox';
import { chain } from './workflowJson';

export const fixtureNode = 'Node';

export interface FixtureChanges {
	/** Default: the fixture's. */
	parameters?: INodeParameters;
	/** What happens to each request. Default: the fixture's answers, again and again. */
	react?: (usual: Reaction, index: number) => Reaction;
	/** Settings of the node: Retry On Fail, On Error … */
	settings?: object;
	input?: INodeExecutionData[];
	apiKey?: string;
}

export interface FixtureRun {
	result: RunResult;
	requests: ReceivedRequest[];
}

/** Runs an operation with the parameters, the date and the answers of a fixture. */
export async function runFixture(
	fixture: ExchangeCase,
	{ parameters, react = (usual) => usual, settings, input, apiKey }: FixtureChanges = {},
): Promise<FixtureRun> {
	const answers = fixture.exchanges.map(({ reply }) => answerOf(reply));
	const service = await serveScript((_request, index) =>
		react(answers[index % answers.length] ?? 'cut', index),
	);
	freezeDate(fixture.now);
	try {
		const type = `${PACKAGE}.${fixture.operation.node}`;
		const node = { name: fixtureNode, type, parameters: parameters ?? parametersOf(fixture), ...settings };
		const result = await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					node,
					{ name: 'End', type: 'n8n-nodes-base.noOp' },
				],
				connections: chain('Start', fixtureNode, 'End'),
			},
			{
				nodeTypes: smsboxNodes,
				timezone: fixture.timezone,
				...(input && { input }),
				...smsboxAccess(service.url, apiKey === undefined ? {} : { apiKey }),
			},
		);
		return { result, requests: service.requests };
	} finally {
		jest.useRealTimers();
		await service.close();
	}
}
