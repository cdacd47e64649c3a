/** Runs contract fixtures and callbacks, as they are or with other parameters and answers, for what comes out. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { jsonOf, runWorkflow } from '../support/engine';
import type { CallbackCase, ExchangeCase } from '../support/contractFixtures';
import { fillJson } from '../support/fixtureJson';
import { answerOf, freezeDate, parametersOf } from '../support/fixtureServer';
import { serveScript, type Answer } from '../support/httpServer';
import { fill } from '../support/placeholders';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../support/smsbox';
import { serveTrigger } from '../support/triggers';

const NODE = 'Node';
/** n8n keeps deduplication keys by the node's ID. */
const ID = '22222222-3333-4444-8555-666666666666';

export interface Changes {
	parameters?: INodeParameters;
	/** What the service answers, in the place of the fixture's replies. */
	answers?: readonly Answer[];
	/** The items that go in. Default: one, empty. */
	items?: readonly IDataObject[];
}

/** The json of the items that come out; none where the node fails. */
export async function runExchange(fixture: ExchangeCase, changes: Changes = {}): Promise<IDataObject[]> {
	const { answers = fixture.exchanges.map(({ reply }) => answerOf(reply)), items = [{}] } = changes;
	const service = await serveScript((_request, index) => answers[index] ?? 'cut');
	freezeDate(fixture.now);
	try {
		const type = `${PACKAGE}.${fixture.operation.node}`;
		const parameters = changes.parameters ?? parametersOf(fixture);
		const result = await runWorkflow(
			{ nodes: [{ name: NODE, id: ID, type, parameters }] },
			{
				nodeTypes: smsboxNodes,
				timezone: fixture.timezone,
				input: items.map((json) => ({ json })),
				...smsboxAccess(service.url),
			},
		);
		return jsonOf(result, NODE);
	} finally {
		jest.useRealTimers();
		await service.close();
	}
}

function posted(body: string): RequestInit {
	return { method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

/**
 * The json of the items that start the workflow. What a trigger does on receipt finds no service.
 */
export async function runCallbacks(
	{ trigger, parameters, callbacks }: CallbackCase,
	changes: INodeParameters = {},
): Promise<IDataObject[]> {
	const served = await serveTrigger({
		type: `${PACKAGE}.${trigger}`,
		parameters: { ...parameters, ...changes },
		nodeTypes: smsboxNodes,
		...smsboxAccess('http://127.0.0.1:9'),
	});
	try {
		for (const { query, json } of callbacks) {
			const body = JSON.stringify(fillJson(json) ?? null);
			const [url, request] =
				query === undefined ? [served.url, posted(body)] : [`${served.url}?${fill(query)}`, {}];
			await (await fetch(url, request)).text();
		}
		return served.executions.flatMap(({ items }) => (items[0] ?? []).map(({ json }) => json));
	} finally {
		await served.close();
	}
}
