/**
 * Every option of every operation changes a request in a contract fixture that both sides check, or is named here. For an
 * option that a message to a group shares with one to numbers, one fixture is enough: both requests are the same there.
 */
import type { INodeParameters } from 'n8n-workflow';
import { startSimulator } from '../../simulator/src';
import { exchangeCases, isOf, type ExchangeCase } from '../support/contractFixtures';
import { freezeDate, parametersOf } from '../support/fixtureServer';
import type { ReceivedRequest } from '../support/httpServer';
import { operationsOf, optionsOf, waits } from '../support/registry';
import { runFixture } from '../support/runFixture';
import { apiKey, formOf, outputOf, runNode } from '../support/runNode';
import { actionNodes } from '../support/smsbox';
import { inLists, optionsIn, withoutOptions } from '../support/inLists';

/** Options that say how requests are made, or whether: none of them is sent. */
const unsent: Readonly<Record<string, string>> = {
	allowedGroups: 'checked before sending',
	allowedRecipients: 'checked before sending',
	batchItems: 'which items share a request',
	deduplicationKey: 'kept by n8n',
	excludedRecipients: 'who gets no message',
	optOutMention: 'checked before sending',
	dryRun: 'whether a request is made at all',
	maxConcurrentRequests: 'how many requests are under way',
	maxMessages: 'checked before sending',
	fileName: 'the name of the file in n8n',
	timeout: 'how long to wait for an answer',
};

const fixtures = exchangeCases().filter(
	({ sides }) => sides.includes('nodes') && sides.includes('simulator'),
);

const givenOptions = (fixture: ExchangeCase): INodeParameters => optionsIn(parametersOf(fixture));

const without = (object: INodeParameters, ...names: string[]): INodeParameters =>
	Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** Each operation with the names of its options. */
const operations = actionNodes.flatMap((node) =>
	operationsOf(node)
		.filter((operation) => !waits(operation))
		.map((operation) => ({ ...operation, names: optionsOf(node, operation).map(({ name }) => name) })),
);

type OfOperation = ExchangeCase['operation'];

/** The first fixture of an operation that shows an option. */
function showing(operation: OfOperation, name: string): ExchangeCase {
	const fixture = fixtures.filter(isOf(operation)).find((one) => name in givenOptions(one));
	if (!fixture) throw new Error(`No contract fixture of ${operation.operation} has the option ${name}`);
	return fixture;
}

const rows = operations.flatMap(({ names, ...operation }) =>
	names.filter((name) => !Object.hasOwn(unsent, name)).map((name) => ({ ...operation, name })),
);
const ofGroups = rows.filter(({ operation }) => operation === 'sendToGroup');

/** Runs an operation with other parameters than its fixture's. */
const runWith = async (fixture: ExchangeCase, parameters: INodeParameters): Promise<ReceivedRequest[]> =>
	(await runFixture(fixture, { parameters })).requests;

/** Returns the requests of an operation with these options only, as they went out. */
async function requestsOf(fixture: ExchangeCase, options: INodeParameters): Promise<string[]> {
	const parameters = { ...withoutOptions(parametersOf(fixture)), ...inLists(options) };
	return (await runWith(fixture, parameters)).map(
		({ method, path, body }) => `${method} ${path}\n${body.toString('latin1')}`,
	);
}

it('names no option that does not exist', () => {
	const names = new Set(operations.flatMap((operation) => operation.names));
	expect(rows.length).toBeGreaterThan(15);
	expect(Object.keys(unsent).filter((name) => !names.has(name))).toEqual([]);
});

it.each(rows.filter((row) => !ofGroups.includes(row)))(
	'$title: $name changes a request',
	async ({ name, ...operation }) => {
		const fixture = showing(operation, name);
		const others = without(givenOptions(fixture), name);
		expect(await requestsOf(fixture, givenOptions(fixture))).not.toEqual(await requestsOf(fixture, others));
	},
);

describe('a message to a group', () => {
	const [group] = fixtures.filter(({ file }) => file === 'sms/message-send-to-group.json');
	if (!group) throw new Error('The fixture of a message to a group is missing');

	/** All that a request says but for its recipients. */
	const fieldsOf = ([request]: readonly ReceivedRequest[]): object =>
		without(Object.fromEntries(formOf(request)), 'dest', 'groupe');

	it.each(ofGroups)('takes $name as a message to numbers does', async ({ name, ...operation }) => {
		const fixture = showing({ ...operation, operation: 'send' }, name);
		const message = without(parametersOf(fixture), 'to', 'operation');
		const parameters = { ...parametersOf(group), ...message };
		expect(fieldsOf(await runWith(group, parameters))).toEqual(
			fieldsOf((await runFixture(fixture)).requests),
		);
		freezeDate(group.now);
		const { groups = [] } = group.given;
		const simulator = await startSimulator({ key: apiKey, speed: 0, startAt: new Date(), groups });
		try {
			const result = await runNode({ url: simulator.url, parameters });
			expect(outputOf(result)).toEqual([expect.objectContaining({ accepted: true })]);
			const undeclared = await fetch(`${simulator.url}/__sim/undeclared`);
			expect(await undeclared.json()).toEqual({ undeclared: [] });
		} finally {
			await simulator.close();
			jest.useRealTimers();
		}
	});
});
