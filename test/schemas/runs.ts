/** Runs contract fixtures and callbacks, as they are or with other parameters and answers, for what comes out. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { jsonOf } from '../support/engine';
import type { CallbackCase, ExchangeCase } from '../support/contractFixtures';
import { callBack } from '../support/fixtureServer';
import type { Answer } from '../support/httpServer';
import { fixtureNode, runFixture } from '../support/runFixture';
import { PACKAGE, smsboxAccess, smsboxNodes } from '../support/smsbox';
import { serveTrigger } from '../support/triggers';

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
export async function runExchange(
	fixture: ExchangeCase,
	{ parameters, answers, items = [{}] }: Changes = {},
): Promise<IDataObject[]> {
	const { result } = await runFixture(fixture, {
		...(parameters && { parameters }),
		...(answers && { react: (_usual, index) => answers[index] ?? 'cut' }),
		settings: { id: ID },
		input: items.map((json) => ({ json })),
	});
	return jsonOf(result, fixtureNode);
}

/** The json of the items that start the workflow. What a trigger does on receipt finds no service. */
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
		for (const callback of callbacks) await (await callBack(served.url, callback)).text();
		return served.executions.flatMap(({ items }) => (items[0] ?? []).map(({ json }) => json));
	} finally {
		await served.close();
	}
}
