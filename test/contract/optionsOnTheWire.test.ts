/** Every option of every operation changes a request in a contract fixture that both sides check, or is named here. */
import type { INodeParameters } from 'n8n-workflow';
import { exchangeCases, isOf, type ExchangeCase } from '../support/contractFixtures';
import { parametersOf } from '../support/fixtureServer';
import { operationsOf, optionsOf, waits } from '../support/registry';
import { runFixture } from '../support/runFixture';
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

/** Each operation with the names of its options. */
const operations = actionNodes.flatMap((node) =>
	operationsOf(node)
		.filter((operation) => !waits(operation))
		.map((operation) => ({ ...operation, names: optionsOf(node, operation).map(({ name }) => name) })),
);

const rows = operations.flatMap((operation) =>
	operation.names
		.filter((name) => !Object.hasOwn(unsent, name))
		.map((name) => {
			const showing = fixtures.filter(isOf(operation)).filter((one) => name in givenOptions(one));
			return [operation.title, name, showing] as const;
		}),
);

/** Returns the requests of an operation, as they went out. */
async function requestsOf(fixture: ExchangeCase, options: INodeParameters): Promise<string[]> {
	const { requests } = await runFixture(fixture, {
		parameters: { ...withoutOptions(parametersOf(fixture)), ...inLists(options) },
	});
	return requests.map(({ method, path, body }) => `${method} ${path}\n${body.toString('latin1')}`);
}

it('names no option that does not exist', () => {
	const names = new Set(operations.flatMap((operation) => operation.names));
	expect(rows.length).toBeGreaterThan(15);
	expect(Object.keys(unsent).filter((name) => !names.has(name))).toEqual([]);
});

it.each(rows)('%s: %s changes a request', async (_title, name, showing) => {
	const [fixture] = showing;
	if (fixture === undefined) throw new Error(`No contract fixture has the option ${name}`);
	const given = givenOptions(fixture);
	const others = Object.fromEntries(Object.entries(given).filter(([other]) => other !== name));
	expect(await requestsOf(fixture, given)).not.toEqual(await requestsOf(fixture, others));
});
