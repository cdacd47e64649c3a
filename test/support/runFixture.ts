/** An operation as its contract fixture shows it, with other options, in the test harness. */
import type { INodeParameters } from 'n8n-workflow';
import type { ExchangeCase } from './contractFixtures';
import { type RunResult, runWorkflow } from './engine';
import { answerOf, freezeDate, parametersOf } from './fixtureServer';
import { type ReceivedRequest, serveScript } from './httpServer';
import { PACKAGE, smsboxAccess, smsboxNodes } from './smsbox';

/** Runs an operation with the parameters, the date and the answers of a fixture, and with these options. */
export async function runFixture(
	fixture: ExchangeCase,
	options: INodeParameters,
): Promise<{ result: RunResult; requests: ReceivedRequest[] }> {
	const answers = fixture.exchanges.map(({ reply }) => answerOf(reply));
	const service = await serveScript((_request, index) => answers[index % answers.length] ?? 'cut');
	freezeDate(fixture.now);
	try {
		const parameters = { ...parametersOf(fixture), options };
		const type = `${PACKAGE}.${fixture.operation.node}`;
		const result = await runWorkflow(
			{ nodes: [{ name: 'Node', type, parameters }] },
			{ nodeTypes: smsboxNodes, timezone: fixture.timezone, ...smsboxAccess(service.url) },
		);
		return { result, requests: service.requests };
	} finally {
		jest.useRealTimers();
		await service.close();
	}
}
