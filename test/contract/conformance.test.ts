/**
 * Every operation of every action node, put through the same checks. Its valid input and the service's answer come
 * from the contract fixtures: an operation that has none fails here.
 */
import type { INodeExecutionData } from 'n8n-workflow';
import { runWorkflow } from '../support/engine';
import { errorKind, expectItems } from '../support/expectations';
import { exchangeCases, isOf, type ExchangeCase } from '../support/contractFixtures';
import { asExpressions, parametersOf } from '../support/fixtureServer';
import type { Answer } from '../support/httpServer';
import { operationsOf, waits, withInside, type DescribedOperation } from '../support/registry';
import { type FixtureChanges, fixtureNode, type FixtureRun, runFixture } from '../support/runFixture';
import { PACKAGE, actionNodes, smsboxAccess, smsboxNode, smsboxNodes } from '../support/smsbox';
import { inLists, optionsIn } from '../support/inLists';

/** No test can listen there: a port that was free a moment ago may be another's by now. */
const NOBODY = 'http://127.0.0.1:1';
const fixtures = exchangeCases().filter(({ sides }) => sides.includes('nodes'));

/** The first case of success with exactly one request. */
function fixtureOf(operation: DescribedOperation): ExchangeCase {
	const fixture = fixtures
		.filter(isOf(operation))
		.find(({ output = [], exchanges }) => output.length > 0 && exchanges.length === 1);
	if (!fixture) throw new Error(`No contract fixture shows ${operation.title} succeeding`);
	return fixture;
}

/** What the service may be asked again without harm. All else must reach it once. */
function mayBeRepeated({ resource, operation }: DescribedOperation): boolean {
	return /\.(get|count|download|markAsRead|revoke)|^(capability|event|tester)\./.test(
		`${resource}.${operation}`,
	);
}

const TWO: INodeExecutionData[] = [{ json: {} }, { json: {} }];

const check = async (fixture: ExchangeCase, changes: FixtureChanges = {}): Promise<FixtureRun> =>
	await runFixture(fixture, { input: TWO, ...changes });

function outputOf({ result }: FixtureRun, output = 0): INodeExecutionData[] {
	return result.data[fixtureNode]?.[output] ?? [];
}

function ofItem(items: readonly INodeExecutionData[], index: number): INodeExecutionData[] {
	return items.filter(({ pairedItem }) => JSON.stringify(pairedItem) === JSON.stringify({ item: index }));
}

const operations = actionNodes.flatMap(operationsOf).filter((operation) => !waits(operation));

function failure(status: number): Answer {
	const body = { response: { response_code: String(status), response_desc: '' }, error: '' };
	return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

interface Refusals {
	/** With the code that it has. */
	refusal: Answer;
	code: string;
}

const FORM: Refusals = { refusal: { body: 'ERREUR' }, code: 'ERREUR' };
const JSON_: Refusals = { refusal: failure(400), code: '400' };

/** How the interface of a case refuses. */
function refusalsOf({ exchanges }: ExchangeCase): Refusals {
	return exchanges.some(({ reply }) => reply.json !== undefined) ? JSON_ : FORM;
}

describe.each(operations)('$title', (operation) => {
	const fixture = fixtureOf(operation);
	const wanted = fixture.output ?? [];
	const { refusal, code } = refusalsOf(fixture);

	it('works through two items, each output paired with its own, and none that n8n takes for an error', async () => {
		const checked = await check(fixture);
		expect(checked.result.error).toBeUndefined();
		expect(checked.requests).toHaveLength(2);
		const items = outputOf(checked);
		expect(items).toHaveLength(2 * wanted.length);
		expectItems(ofItem(items, 0), wanted, 0);
		expectItems(ofItem(items, 1), wanted, 1);
		expect(items.filter(({ json }) => 'error' in json)).toEqual([]);
	});

	it('one request at a time, stops at the first item that is refused', async () => {
		const parameters = parametersOf(fixture);
		const checked = await check(fixture, {
			parameters: { ...parameters, ...inLists({ ...optionsIn(parameters), maxConcurrentRequests: 1 }) },
			react: () => refusal,
		});
		expect(checked.result.status).toBe('error');
		expect(errorKind(checked.result)).toEqual({ kind: 'rejected', code });
		expect(checked.requests).toHaveLength(1);
	});

	it('gives a refused item an error and the others their output when it continues on fail', async () => {
		const settings = { onError: 'continueRegularOutput' };
		const checked = await check(fixture, {
			settings,
			react: (usual, index) => (index === 0 ? refusal : usual),
		});
		expect(checked.result.status).toBe('success');
		const [refused, ...others] = ofItem(outputOf(checked), 0);
		expect(others).toEqual([]);
		expect(refused?.json['error']).toEqual(expect.stringContaining(code));
		expect(Object.keys(refused?.json ?? {}).filter((key) => !['error', 'message'].includes(key))).toEqual([]);
		expectItems(ofItem(outputOf(checked), 1), wanted, 1);
	});

	it('sends a refused item to the error output, with its input, when it has one', async () => {
		const checked = await check(fixture, {
			settings: { onError: 'continueErrorOutput' },
			input: [{ json: { row: 1 } }, { json: { row: 2 } }],
			react: (usual, index) => (index === 0 ? refusal : usual),
		});
		expect(outputOf(checked, 0)).toHaveLength(wanted.length);
		expect(outputOf(checked, 1).map(({ json }) => json['row'])).toEqual([1]);
	});

	it('is retried with what was not done yet', async () => {
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const checked = await check(fixture, {
			settings,
			react: (usual, index) => (index === 1 ? refusal : usual),
		});
		expect(checked.result.error).toBeUndefined();
		expectItems(ofItem(outputOf(checked), 0), wanted, 0);
		expectItems(ofItem(outputOf(checked), 1), wanted, 1);
		// A message all of whose recipients were rejected is unsent.
		const isRepeated = mayBeRepeated(operation) || wanted.some(({ accepted }) => accepted === false);
		expect(checked.requests).toHaveLength(isRepeated ? 4 : 3);
	});

	it('does not repeat what may have been carried out', async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const checked = await check(fixture, { settings, input: [{ json: {} }], react: () => 'cut' });
		expect(errorKind(checked.result)).toEqual({ kind: 'unknown' });
		expect(checked.requests).toHaveLength(mayBeRepeated(operation) ? 3 : 1);
	});

	it('says that nothing was sent where nobody listens', async () => {
		const { node } = operation;
		const result = await runWorkflow(
			{ nodes: [{ name: fixtureNode, type: `${PACKAGE}.${node}`, parameters: parametersOf(fixture) }] },
			{ nodeTypes: smsboxNodes, ...smsboxAccess(NOBODY) },
		);
		expect(errorKind(result)).toEqual({ kind: 'notSent' });
	});
});

describe('values by expression', () => {
	const successes = fixtures.filter(({ output }) => output !== undefined);

	it.each(successes)('are the same as values by hand: $file', async (fixture) => {
		const parameters = parametersOf(fixture);
		const input = [{ json: { given: parameters } }];
		const fixed = smsboxNode(fixture.operation.node)
			.description.properties.flatMap(withInside)
			.filter(({ noDataExpression }) => noDataExpression)
			.map(({ name }) => name);
		const expressed = asExpressions(parameters, '$json.given', fixed);
		const byHand = await check(fixture, { input });
		const byExpression = await check(fixture, {
			input,
			parameters: expressed,
		});
		expect(byExpression.result.error).toBeUndefined();
		expect(byExpression.requests).toEqual(
			byHand.requests.map((request) => ({ ...request, headers: expect.anything() })),
		);
		expect(outputOf(byExpression)).toEqual(outputOf(byHand));
	});
});
